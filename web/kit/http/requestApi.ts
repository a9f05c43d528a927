import * as v from 'valibot';
import type { Problem } from '#shared/wire/Problem.ts';

const TIMEOUT_MS = 20_000;

/**
 * `offline`: no response in time. `limited`: too many requests this minute. `busy`: the server asks to wait.
 * `too-wide`: the request covers too much. `missing`: not found. `broken`: any other status. `unreadable`: an
 * unexpected body.
 */
type ErrorKind = 'offline' | 'limited' | 'busy' | 'too-wide' | 'missing' | 'broken' | 'unreadable';

export interface ApiError {
  readonly ok: false;
  readonly errorKind: ErrorKind;
  /** Seconds until the next request is allowed. */
  readonly waitS?: number;
  /** The server's problem document, if it sent one. */
  readonly problem?: Partial<Pick<Problem, 'code' | 'detail' | 'errors'>>;
}

export type ApiResult<T> = { readonly ok: true; readonly value: T } | ApiError;

interface RequestSetup extends RequestInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The caller's key of the API or of a watchlist. */
  readonly key?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
  /** A further status whose body is a valid response. */
  readonly alsoRead?: number;
  readonly fetch?: (path: string, init: RequestSetup) => Promise<Response>;
}

/** Calls our API; never rejects. */
export async function requestApi<T>(
  path: string,
  read: (response: Response) => Promise<T>,
  { signal, method = 'GET', key, body, timeoutMs = TIMEOUT_MS, alsoRead, fetch: send = fetch }: RequestOptions = {},
): Promise<ApiResult<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestSetup = {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const response = await send(path, init);
    if (response.ok || response.status === alsoRead) return { ok: true, value: await read(response) };
    return await refusalOf(response);
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || error instanceof v.ValiError;
    return { ok: false, errorKind: isUnreadable ? 'unreadable' : 'offline' };
  }
}

export function json<Schema extends v.GenericSchema>(schema: Schema) {
  return async (response: Response): Promise<v.InferOutput<Schema>> => v.parse(schema, await response.json());
}

const ERROR_KINDS: Readonly<Record<number, ErrorKind>> = {
  400: 'too-wide',
  404: 'missing',
  429: 'limited',
  503: 'busy',
};

async function refusalOf(response: Response): Promise<ApiError> {
  const waitS = Number(response.headers.get('retry-after'));
  const problem: unknown = await response.json().catch(() => undefined);
  return {
    ok: false,
    errorKind: ERROR_KINDS[response.status] ?? 'broken',
    ...(waitS > 0 ? { waitS } : {}),
    ...(typeof problem === 'object' && problem !== null ? { problem } : {}),
  };
}
