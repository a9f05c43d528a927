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

/** The answer's bytes as they are, for files. Never rejects. */
export async function fetchFile(path: string, key: string): Promise<Blob | undefined> {
  const answer = await answered(path, { key });
  return answer?.ok ? answer.blob().catch(() => undefined) : undefined;
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
