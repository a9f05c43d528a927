import { retryAfterMs } from './retryAfter.ts';

/** Why a call did not succeed, and whether to try it again. */
export type FailedAnswer =
  /** 500 and above, or no answer at all: worth another try. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The other side says how long to wait: 429, or Retry-After on a 5xx. */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** Classifies an answer the caller does not count as success. The body is not read. */
export function classifyAnswer({ status, headers }: Pick<Response, 'status' | 'headers'>, nowMs: number): FailedAnswer {
  const reason = `status ${status}`;
  const retryAfter = headers.get('retry-after');
  if (status === 429 || (status >= 500 && retryAfter !== null)) {
    return { kind: 'paused', reason, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
  }
  return status >= 500 ? { kind: 'failed', reason } : { kind: 'rejected', reason };
}
