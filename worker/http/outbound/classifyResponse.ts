import * as v from 'valibot';

export type FailedResult =
  /** 500 and above, or no response at all: can be retried. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The service says how long to wait: 429, or Retry-After on a 5xx. */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same response. */
  | { readonly kind: 'rejected'; readonly reason: string };

export function classifyResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  nowMs: number,
): FailedResult {
  const reason = `status ${status}`;
  const retryAfter = headers.get('retry-after');
  if (status === 429 || (status >= 500 && retryAfter !== null)) {
    return { kind: 'paused', reason, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
  }
  return status >= 500 ? { kind: 'failed', reason } : { kind: 'rejected', reason };
}

/** What must change before a refused message can arrive. */
export type Refusal =
  /** Nothing: it can be retried, after `retryAfterMs` if the service says so. */
  | { readonly kind: 'passing'; readonly retryAfterMs?: number }
  /** The message: this one would be refused again; others would not. */
  | { readonly kind: 'message' }
  /** The recipient: its address is permanently closed. */
  | { readonly kind: 'closed' }
  /** The recipient's chat has a new id. */
  | { readonly kind: 'moved'; readonly chatId: number }
  /** Our own key, token or setting: nobody is reached until the operator fixes it. */
  | { readonly kind: 'ours' };

/** `mailbox`: the call that forwards contact messages. */
export type Service = 'telegram' | 'push' | 'webhook' | 'mailbox';

export interface RefusedResponse extends Pick<Response, 'status' | 'headers'> {
  /** The start of the body; read only for Telegram, which describes the error there. */
  readonly text: string;
}

/**
 * Statuses that are permanent, by service. All others are temporary: a webhook returns 404 or 401 whenever somebody's
 * proxy restarts, so Standard Webhooks requires retries, and an alert is worth them.
 */
const LASTING: Readonly<Record<Exclude<Service, 'telegram'>, Readonly<Record<number, 'message' | 'closed' | 'ours'>>>> =
  {
    push: { 401: 'ours', 403: 'ours', 404: 'closed', 410: 'closed', 413: 'message' },
    webhook: { 410: 'closed' },
    // The address and the token of the mailbox are settings.
    mailbox: { 400: 'message', 413: 'message', 415: 'message', 422: 'message' },
  };

/** Classifies a response that is not a success by who must act on it. */
export function refusalOf(service: Service, response: RefusedResponse, nowMs: number): Refusal {
  if (service === 'telegram') return refusalOfTelegram(response, nowMs);
  const failed = classifyResponse(response, nowMs);
  if (failed.kind === 'paused') return { kind: 'passing', retryAfterMs: failed.retryAfterMs };
  if (failed.kind === 'failed') return { kind: 'passing' };
  return { kind: LASTING[service][response.status] ?? (service === 'mailbox' ? 'ours' : 'passing') };
}

/** Body of a refusal by the Bot API. `retry_after` is in seconds. */
const BotRefusal = v.object({
  description: v.fallback(v.string(), ''),
  parameters: v.fallback(
    v.object({
      migrate_to_chat_id: v.optional(v.pipe(v.number(), v.integer())),
      retry_after: v.optional(v.pipe(v.number(), v.minValue(0))),
    }),
    {},
  ),
});

/** Descriptions of a 400 that concern the chat, not the text: it does not exist, was closed, or revoked our rights. */
const CLOSED_CHAT =
  /chat not found|user not found|peer_id|rights|topic_(closed|deleted)|thread not found|write_forbidden|plain_forbidden|chat_restricted|channel_private|user_is_blocked|deactivated|kicked|not a member|was deleted|upgraded|migrated/i;

/** 401 and 404 concern the bot's token, 403 the chat, 400 the chat or the text, depending on the description. */
function refusalOfTelegram(refusedResponse: RefusedResponse, nowMs: number): Refusal {
  const { status, text } = refusedResponse;
  const { description, parameters } = v.parse(BotRefusal, objectOf(text));
  if (parameters.migrate_to_chat_id !== undefined) return { kind: 'moved', chatId: parameters.migrate_to_chat_id };
  if (status === 401 || status === 404) return { kind: 'ours' };
  if (status === 403 || (status === 400 && CLOSED_CHAT.test(description))) return { kind: 'closed' };
  if (status === 400 || status === 413) return { kind: 'message' };
  const failed = classifyResponse(refusedResponse, nowMs);
  if (failed.kind !== 'paused') return { kind: 'passing' };
  const seconds = parameters.retry_after;
  return { kind: 'passing', retryAfterMs: seconds === undefined ? failed.retryAfterMs : seconds * 1000 };
}

function objectOf(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

const DEFAULT_PAUSE_MS = 10_000;
/** Prevents `Retry-After: 0` from meaning no pause at all. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15 * 60_000;
/** A longer wait is treated as invalid, and must not stop the map for a quarter of an hour. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

/** From seconds or an HTTP date, 1 s to 15 min; 10 s if unreadable or too long to be valid. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? '';
  const seconds = text === '' ? Number.NaN : Number(text);
  const untilMs = Date.parse(text);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : untilMs - nowMs;
  if (!Number.isFinite(waitMs) || waitMs < 0 || waitMs > MAX_RETRY_AFTER_MS) return DEFAULT_PAUSE_MS;
  return Math.max(MIN_PAUSE_MS, Math.min(waitMs, MAX_PAUSE_MS));
}

export const MAX_RETRIES = 3;

/** The wait before retry number `retry` (1, 2, 3): 2, 4 and 8 s, spread by a fifth either way by `random` (0..1). */
export function retryDelayMs(retry: number, random: number): number {
  return Math.round(1000 * 2 ** retry * (0.8 + 0.4 * random));
}
