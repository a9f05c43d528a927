import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { answerFault, type FarSideFault, isTaken } from './FarSideFault.ts';

export interface ChatArrival {
  readonly atMs: number;
  readonly chatId: number;
  readonly text: string;
  /** False for a message refused, which the sender must send again. */
  readonly taken: boolean;
}

/** The part of Telegram's Bot API that the product uses, and the people in its chats. */
export interface TelegramApi {
  /** Replaces `https://api.telegram.org`. */
  readonly url: string;
  readonly arrivals: readonly ChatArrival[];
  /** A person opens the link and presses Start. Resolves with the status that the bot's webhook answered. */
  pressStart(startUrl: string, chatId: number): Promise<number>;
  write(chatId: number, text: string): Promise<number>;
  block(chatId: number): void;
  setFault(fault: FarSideFault): void;
  close(): Promise<void>;
}

export interface TelegramApiOptions {
  readonly port?: number;
  readonly token: string;
  /** Where updates go, as `setWebhook` would set it, with the secret of its header. */
  readonly webhook: () => { readonly url: string; readonly secret: string };
  readonly onArrival?: (arrival: ChatArrival) => void;
}

const MAX_TEXT = 4_096;
const MAX_ARRIVALS = 5_000;

/** Answers have the Bot API's form: `ok`, and `error_code` with `description` or `result`. */
export async function startTelegramApi({
  port = 0,
  token,
  webhook,
  onArrival = () => {},
}: TelegramApiOptions): Promise<TelegramApi> {
  const arrivals: ChatArrival[] = [];
  const chats = new Set<number>();
  const blocked = new Set<number>();
  let fault: FarSideFault = 'none';
  let updates = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (given !== token) return refuse(response, 401, 'Unauthorized');
    if (method !== 'sendMessage') return refuse(response, 404, 'Not Found');
    const { chat_id: chatId, text } = JSON.parse(body) as { chat_id?: number; text?: string };
    if (typeof text !== 'string' || text === '') return refuse(response, 400, 'Bad Request: message text is empty');
    if (text.length > MAX_TEXT) return refuse(response, 400, 'Bad Request: message is too long');
    if (chatId === undefined || !chats.has(chatId)) return refuse(response, 400, 'Bad Request: chat not found');
    if (blocked.has(chatId)) return refuse(response, 403, 'Forbidden: bot was blocked by the user');
    const arrival = { atMs: Date.now(), chatId, text, taken: isTaken(fault) };
    arrivals.push(arrival);
    if (arrivals.length > MAX_ARRIVALS) arrivals.shift();
    if (arrival.taken) onArrival(arrival);
    if (fault === '429') {
      refuse(response, 429, 'Too Many Requests: retry after 2', { parameters: { retry_after: 2 } });
      return;
    }
    if (await answerFault(fault, response)) return;
    send(response, 200, { ok: true, result: { message_id: arrivals.length, chat: { id: chatId }, text } });
  }

  async function update(chatId: number, text: string): Promise<number> {
    chats.add(chatId);
    blocked.delete(chatId);
    updates += 1;
    const { url, secret } = webhook();
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify({
        update_id: updates,
        message: {
          message_id: updates,
          date: Math.floor(Date.now() / 1_000),
          chat: { id: chatId, type: 'private' },
          text,
        },
      }),
    });
    await answer.body?.cancel();
    return answer.status;
  }

  const loopback = await listenOnLoopback(port, (request, response) => {
    serve(request, response).catch(() => refuse(response, 400, 'Bad Request'));
  });
  return {
    url: loopback.url,
    arrivals,
    pressStart: (startUrl, chatId) => update(chatId, `/start ${new URL(startUrl).searchParams.get('start')}`),
    write: update,
    block: (chatId) => void blocked.add(chatId),
    setFault: (value) => {
      fault = value;
    },
    close: loopback.close,
  };
}

function refuse(response: ServerResponse, status: number, description: string, more: object = {}): void {
  send(response, status, { ok: false, error_code: status, description, ...more });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
