import { API_ROOT } from '#shared/wire/apiPaths.ts';
import { type ApiError, type ApiResult, type AskOptions, ask } from '#web/kit/http/ask.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

const TIMEOUT_MS = 8_000;
const WATCH_ROOT = `${API_ROOT}/watch`;
/** Statuses without a body. */
const WORDLESS: readonly number[] = [202, 204];

/**
 * `key`: not the watchlist's. `right`: the key does not permit this. `gone`: no such watchlist or area. `outside`:
 * outside the home area. `tooMany`: the limit is reached. `alertsUnsupported`: the map's source does not support
 * alerts. `invalid`: a field. `characters`: invisible ones. `busy`: too many calls. `network`: no response.
 */
type CallFault =
  | 'key'
  | 'right'
  | 'gone'
  | 'outside'
  | 'tooMany'
  | 'alertsUnsupported'
  | 'invalid'
  | 'characters'
  | 'busy'
  | 'network';

export type WatchlistCall = Pick<AskOptions, 'method' | 'key' | 'body'>;

const ERRORS: Readonly<Record<string, CallFault>> = {
  unauthorized: 'key',
  'owner-only': 'right',
  'not-found': 'gone',
  'outside-coverage': 'outside',
  'too-many': 'tooMany',
  'alerts-unsupported': 'alertsUnsupported',
  'invalid-body': 'invalid',
  'invalid-parameters': 'invalid',
  'rate-limited': 'busy',
  busy: 'busy',
};

/** Rules of `NameBody` whose violations are invisible in the typed text. */
const UNSEEN_RULES = ['unprintable', 'invisible'];

export function callFaultOf({ problem: { code, errors = {} } = {} }: Pick<ApiError, 'problem'>): CallFault {
  const isUnseen = Object.values(errors).some((rule) => UNSEEN_RULES.includes(rule));
  return isUnseen ? 'characters' : (ERRORS[code ?? ''] ?? 'network');
}

export function faultText(refusal: Pick<ApiError, 'problem'>, LL: Texts): string {
  const error = callFaultOf(refusal);
  const { detail = '' } = refusal.problem ?? {};
  return error === 'invalid' ? LL.watchlist.fault.invalid({ detail }) : LL.watchlist.fault[error]();
}

/** Calls `path` below /watch; undefined for a response without JSON. Never rejects. */
export function callWatchlist<Value>(path: string, call: WatchlistCall = {}): Promise<ApiResult<Value>> {
  const read = async (response: Response) => (WORDLESS.includes(response.status) ? undefined : await response.json());
  return ask<Value>(WATCH_ROOT + path, read, { ...call, timeoutMs: TIMEOUT_MS });
}

/** A CSV of all pages from `path` on, with one header line; undefined if any page fails. Never rejects. */
export async function fetchCsv(path: string, key: string): Promise<Blob | undefined> {
  const pages: string[] = [];
  const read = async (response: Response) => ({ text: await response.text(), link: response.headers.get('link') });
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: ApiResult<{ readonly text: string; readonly link: string | null }> = await ask(
      WATCH_ROOT + next,
      read,
      {
        key,
        timeoutMs: TIMEOUT_MS,
      },
    );
    if (!page.ok) return undefined;
    const { text, link } = page.value;
    pages.push(pages.length === 0 ? text : text.slice(text.indexOf('\r\n') + 2));
    next = nextPath(link);
  }
  return new Blob(pages, { type: 'text/csv;charset=utf-8' });
}

function nextPath(link: string | null): string | undefined {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? '')?.[1];
  return address?.slice(WATCH_ROOT.length);
}
