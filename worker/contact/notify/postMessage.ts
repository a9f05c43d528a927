import { classifyAnswer } from '#worker/outbound/classifyAnswer.ts';
import { type Delivery, NOTIFY_TIMEOUT_MS } from './Notifier.ts';

export interface PostDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
}

export interface MessagePost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Reads the wait from the body of a 429, in milliseconds. Preferred to the header if it resolves to a number. */
  readonly pauseOf?: (response: Response) => Promise<number | undefined>;
}

/** POSTs a message as JSON, without retries. Any 2xx is a delivery, no answer a failure. Never rejects. */
export async function postMessage(deps: PostDeps, post: MessagePost): Promise<Delivery> {
  try {
    const response = await deps.fetch(post.url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...post.headers },
      body: JSON.stringify(post.body),
      signal: AbortSignal.timeout(NOTIFY_TIMEOUT_MS),
      redirect: 'manual',
    });
    const pauseMs = response.status === 429 ? await post.pauseOf?.(response) : undefined;
    if (!response.bodyUsed) await response.body?.cancel();
    if (response.ok) return { kind: 'delivered' };
    const failed = classifyAnswer(response, deps.nowMs());
    return failed.kind === 'paused' ? { ...failed, retryAfterMs: pauseMs ?? failed.retryAfterMs } : failed;
  } catch (error) {
    // Only the name: an error's message may quote the URL, and Telegram's URL contains the token.
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}
