/** A bot, and the base URL of Telegram's Bot API: `https://api.telegram.org`, or the address of a fake. */
export interface TelegramBot {
  readonly token: string;
  readonly api: string;
}

interface TelegramPost {
  /** A number, or `@name` of a channel. */
  readonly chatId: number | string;
  readonly text: string;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/**
 * Sends plain text: without a parse mode nothing in it is markup. A redirect is not followed.
 * @throws what `fetch` throws; the message may quote the URL, and with it the token
 */
export function postTelegram(
  { api, token }: TelegramBot,
  { chatId, text, fetch, signal }: TelegramPost,
): Promise<Response> {
  return fetch(`${api}/bot${token}/sendMessage`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    redirect: 'manual',
    signal,
  });
}
