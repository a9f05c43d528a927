import { retryAfterMs } from '../outbound/retryAfter.ts';
import { type Delivery, NOTIFY_TIMEOUT_MS } from './Notifier.ts';

export interface PostAccess {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
}

export interface MessagePost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** How long a 429 asks to wait where its body says so and not its header; milliseconds. */
  readonly pauseOf?: (response: Response) => Promise<number | undefined>;
}

/** One POST of JSON, read as a delivery by the specification's rule: no answer or 500 and above may pass, 4xx will not. */
export async function postMessage(access: PostAccess, post: MessagePost): Promise<Delivery> {
  try {
    const response = await access.fetch(post.url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS),
      redirect: 'manual',
    });
    const { status } = response;
    const pauseMs = status === 429 ? await post.pauseOf?.(response) : undefined;
    if (!response.bodyUsed) await response.body?.cancel();
    if (response.ok) return { kind: 'delivered' };
    const reason = `status ${status}`;
    const retryAfter = response.headers.get('retry-after');
    if (status === 429 || (status >= 500 && retryAfter !== null)) {
      return { kind: 'paused', reason, retryAfterMs: pauseMs ?? retryAfterMs(retryAfter, access.nowMs()) };
    }
    return status >= 500 ? { kind: 'failed', reason } : { kind: 'rejected', reason };
  } catch (error) {
    // The name only: a message may quote the address, and Telegram's address holds the token.
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}
