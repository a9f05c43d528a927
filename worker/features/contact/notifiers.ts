import type { Config } from '#worker/http/config.ts';
import { refusalOf } from '#worker/http/outbound/classifyResponse.ts';
import { readBoundedText } from '#worker/http/outbound/readBounded.ts';
import { postTelegram } from '#worker/http/outbound/telegram.ts';

/** A `reason` never contains text written by a visitor. */
export type MessageDelivery =
  | { readonly kind: 'delivered' }
  /** Can be retried. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** This message would be refused again; others would not. */
  | { readonly kind: 'rejected'; readonly reason: string }
  /** A setting is wrong: every message fails until the operator fixes it, and then every one passes. */
  | { readonly kind: 'blocked'; readonly reason: string };

export interface Notifier {
  /** Makes one attempt of at most `NOTIFY_TIMEOUT_MS`. Never rejects. */
  send(message: string): Promise<MessageDelivery>;
}

export interface NotifierDeps {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
}

/** Current ids of the chats in the settings. */
interface ChatMoves {
  /** Undefined if it never moved. May reject. */
  movedChat(chatId: string): Promise<string | undefined>;
  moveChat(chatId: string, movedTo: string, nowMs: number): Promise<void>;
}

const NOTIFY_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 16_384;

/** Telegram's own API if its secrets are set, otherwise the provider's notification call. */
export function notifierOf(config: Config, deps: NotifierDeps, moves: ChatMoves): Notifier {
  return config.telegram ? telegramNotifier(config.telegram, deps, moves) : providerNotifier(config.contact, deps);
}

/** The provider's notification call, which forwards to Telegram. `origin` identifies the caller. */
export function providerNotifier({ baseUrl, token, origin }: Config['contact'], deps: NotifierDeps): Notifier {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const url = `${baseUrl}/notification-service/api/v1/telegram`;
  return {
    send: async (message) => {
      const body = JSON.stringify({ origin, message });
      const post = (signal: AbortSignal) =>
        deps.fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
      const attempt = await attemptOf('mailbox', post, deps);
      // Only Telegram reports a move.
      return 'movedTo' in attempt ? { kind: 'failed', reason: 'moved' } : attempt;
    },
  };
}

/** Telegram's Bot API. A chat that moved is followed, and the move is stored for later messages. */
export function telegramNotifier(
  { botToken, chatId, api }: NonNullable<Config['telegram']>,
  deps: NotifierDeps,
  moves: ChatMoves,
): Notifier {
  const bot = { api, token: botToken };
  const post = (text: string, to: string) =>
    attemptOf('telegram', (signal) => postTelegram(bot, { chatId: to, text, fetch: deps.fetch, signal }), deps);
  return {
    send: async (message) => {
      // Without the database, the move is followed again each time.
      const to = (await moves.movedChat(chatId).catch(() => undefined)) ?? chatId;
      const first = await post(message, to);
      if (!('movedTo' in first)) return first;
      const second = await post(message, first.movedTo);
      if ('movedTo' in second) return { kind: 'failed', reason: 'the chat has moved twice' };
      if (second.kind === 'delivered') await moves.moveChat(chatId, first.movedTo, deps.nowMs()).catch(() => {});
      return second;
    },
  };
}

const REFUSED_SETTING = {
  telegram: 'TELEGRAM_BOT_TOKEN is refused',
  mailbox: 'the address or the token of the message service is refused',
} as const;

/** One attempt, without retries. Any 2xx is a delivery, no response a failure. Never rejects. */
async function attemptOf(
  service: 'telegram' | 'mailbox',
  post: (signal: AbortSignal) => Promise<Response>,
  { nowMs }: NotifierDeps,
): Promise<MessageDelivery | { readonly movedTo: string }> {
  try {
    const response = await post(AbortSignal.timeout(NOTIFY_TIMEOUT_MS));
    const { status, headers, ok } = response;
    const isRead = service === 'telegram' && !ok;
    const text = isRead ? await readBoundedText(response, MAX_RESPONSE_BYTES).catch(() => '') : '';
    if (!response.bodyUsed) await response.body?.cancel();
    if (ok) return { kind: 'delivered' };
    const reason = `status ${status}`;
    const refusal = refusalOf(service, { status, headers, text }, nowMs());
    if (refusal.kind === 'moved') return { movedTo: String(refusal.chatId) };
    if (refusal.kind === 'message') return { kind: 'rejected', reason };
    if (refusal.kind === 'closed')
      return { kind: 'blocked', reason: `${reason}: the chat TELEGRAM_CHAT_ID is closed to the bot` };
    if (refusal.kind === 'ours') return { kind: 'blocked', reason: `${reason}: ${REFUSED_SETTING[service]}` };
    const { retryAfterMs } = refusal;
    return retryAfterMs === undefined ? { kind: 'failed', reason } : { kind: 'paused', reason, retryAfterMs };
  } catch (error) {
    // Only the name: an error's message may quote the URL, and Telegram's URL contains the token.
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'unknown' };
  }
}
