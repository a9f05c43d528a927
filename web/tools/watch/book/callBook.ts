import { API_ROOT } from '#shared/wire/apiPaths.ts';
import type { Problem } from '#shared/wire/Problem.ts';

const TIMEOUT_MS = 8_000;

/**
 * Why a call on a watchbook failed: the key is not its own, may not do this; the book or area is gone; the place reaches
 * beyond what is always watched; there are too many; a field is not valid; a text holds characters that nobody sees; too many
 * calls; or no answer.
 */
export type CallFault =
  | 'key'
  | 'right'
  | 'gone'
  | 'outside'
  | 'tooMany'
  | 'invalid'
  | 'characters'
  | 'busy'
  | 'network';

export type Called<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly fault: CallFault; readonly detail?: string };

export interface BookCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly body?: unknown;
}

const FAULTS: Readonly<Record<string, CallFault>> = {
  unauthorized: 'key',
  'owner-only': 'right',
  'not-found': 'gone',
  'outside-coverage': 'outside',
  'too-many': 'tooMany',
  'invalid-body': 'invalid',
  'invalid-parameters': 'invalid',
  'rate-limited': 'busy',
  busy: 'busy',
};

/** The rules of `NameBody` that a reader cannot find by looking at what was typed. */
const UNSEEN_RULES = ['unprintable', 'invisible'];

/** What a problem that the server answered with means to whoever called. */
export function callFaultOf({ code, errors = {} }: Partial<Pick<Problem, 'code' | 'errors'>>): CallFault {
  const isUnseen = Object.values(errors).some((rule) => UNSEEN_RULES.includes(rule));
  return isUnseen ? 'characters' : (FAULTS[code ?? ''] ?? 'network');
}

/** Asks `path` below /watch, and reads the answer's JSON; undefined if it has none. Never rejects. */
export async function callBook<Value>(path: string, call: BookCall = {}): Promise<Called<Value>> {
  const answer = await answered(path, call);
  if (!answer) return { ok: false, fault: 'network' };
  try {
    const body = answer.status === 204 || answer.status === 202 ? undefined : await answer.json();
    if (answer.ok) return { ok: true, value: body as Value };
    const problem = body as Partial<Problem>;
    const { detail } = problem;
    return { ok: false, fault: callFaultOf(problem), ...(detail === undefined ? {} : { detail }) };
  } catch {
    return { ok: false, fault: 'network' };
  }
}

/** A CSV of all pages from `path` on, with one line of names; undefined if any of them cannot be read. Never rejects. */
export async function fetchCsv(path: string, key: string): Promise<Blob | undefined> {
  const pages: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Response | undefined = await answered(next, { key });
    const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
    if (text === undefined) return undefined;
    pages.push(pages.length === 0 ? text : text.slice(text.indexOf('\r\n') + 2));
    next = nextPath(answer?.headers.get('link'));
  }
  return new Blob(pages, { type: 'text/csv;charset=utf-8' });
}

/** Of the page that a Link header names, what lies below /watch. */
function nextPath(link: string | null | undefined): string | undefined {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return address?.slice(`${API_ROOT}/watch`.length);
}

function answered(path: string, { method = 'GET', key, body }: BookCall): Promise<Response | undefined> {
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = {
    method,
    headers,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return fetch(`${API_ROOT}/watch${path}`, init).catch(() => undefined);
}
