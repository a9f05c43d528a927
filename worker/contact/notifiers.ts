import * as v from 'valibot';
import { classifyAnswer, type FailedAnswer } from '#worker/outbound/classifyAnswer.ts';
import { readBoundedJson } from '#worker/outbound/readBounded.ts';
import type { Config } from '#worker/settings/config.ts';

/** A `reason` never contains anything a visitor wrote. */
export type MessageDelivery = { readonly kind: 'delivered' } | FailedAnswer;

export interface Notifier {
  /** Makes one attempt of at most `NOTIFY_TIMEOUT_MS`. Never rejects. */
  send(message: string): Promise<MessageDelivery>;
}

export interface NotifierDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
}

const NOTIFY_TIMEOUT_MS = 10_000;
const TELEGRAM_API = 'https://api.telegram.org';
const MAX_ANSWER_BYTES = 16_384;

/** Telegram's own API if its secrets are set, otherwise the provider's notification call. */
export function notifierOf(config: Config, deps: NotifierDeps): Notifier {
  return config.telegram ? telegramNotifier(config.telegram, deps) : providerNotifier(config.contact, deps);
}

/** The provider's notification call, which forwards to Telegram. `origin` tells its callers apart. */
export function providerNotifier({ baseUrl, token, origin }: Config['contact'], deps: NotifierDeps): Notifier {
  return {
    send: (message) =>
      postMessage(deps, {
        url: `${baseUrl}/notification-service/api/v1/telegram`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        body: { origin, message },
      }),
  };
}

/** Telegram's Bot API. Sends plain text: without a parse mode a message cannot inject markup. */
export function telegramNotifier(
  { botToken, chatId }: NonNullable<Config['telegram']>,
  deps: NotifierDeps,
  api = TELEGRAM_API,
): Notifier {
  return {
    send: (message) =>
      postMessage(deps, {
        url: `${api}/bot${botToken}/sendMessage`,
        body: { chat_id: chatId, text: message, link_preview_options: { is_disabled: true } },
        pauseOf: retryAfterOf,
      }),
  };
}

/** Body of Telegram's 429; `retry_after` is in seconds. */
const TooManyRequests = v.object({ parameters: v.object({ retry_after: v.pipe(v.number(), v.minValue(0)) }) });

async function retryAfterOf(response: Response): Promise<number | undefined> {
  const body = await readBoundedJson(response, MAX_ANSWER_BYTES).catch(() => undefined);
  const parsed = v.safeParse(TooManyRequests, body);
  return parsed.success ? parsed.output.parameters.retry_after * 1000 : undefined;
}

interface MessagePost {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The wait in the body of a 429, in ms. Preferred to the header if it resolves to a number. */
  readonly pauseOf?: (response: Response) => Promise<number | undefined>;
}

/** POSTs a message as JSON, without retries. Any 2xx is a delivery, no answer a failure. Never rejects. */
async function postMessage(deps: NotifierDeps, post: MessagePost): Promise<MessageDelivery> {
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
