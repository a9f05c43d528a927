import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { listenOnLoopback } from '#worker/dev/loopback.ts';
import { type InjectedFault, isInUse, respondWithFault } from './InjectedFault.ts';

export interface ChatArrival {
  readonly atMs: number;
  readonly chatId: number;
  readonly text: string;
  /** False for a refused message, which the sender must send again. */
  readonly accepted: boolean;
}

/** Why a chat no longer accepts the bot's messages, in the words of the Bot API. */
export const CLOSED_CHATS = {
  'not-found': [400, 'Bad Request: chat not found'],
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  kicked: [403, 'Forbidden: bot was kicked from the supergroup chat'],
  deactivated: [403, 'Forbidden: user is deactivated'],
  'topic-closed': [400, 'Bad Request: TOPIC_CLOSED'],
  'no-rights': [400, 'Bad Request: not enough rights to send text messages to the chat'],
  'write-forbidden': [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
} as const satisfies Readonly<Record<string, readonly [status: number, description: string]>>;

/** The part of Telegram's Bot API that the product uses, and the users in its chats. */
export interface TelegramApi {
  /** Replaces `https://api.telegram.org`. */
  readonly url: string;
  readonly arrivals: readonly ChatArrival[];
  /** A user opens the link and presses Start. Resolves to the status of the bot's webhook. */
  pressStart(startUrl: string, chatId: number): Promise<number>;
  write(chatId: number, text: string): Promise<number>;
  closeChat(chatId: number, why: keyof typeof CLOSED_CHATS): void;
  /** The chat accepts messages again. */
  openChat(chatId: number): void;
  /** The group becomes a supergroup with a new id; the bot is notified unless `isReported` is false. Resolves to the id. */
  upgrade(chatId: number, isReported?: boolean): Promise<number>;
  /** BotFather issues another token: the product's token is refused from now on. */
  revokeToken(isRevoked: boolean): void;
  setFault(fault: InjectedFault): void;
  close(): Promise<void>;
}

export interface TelegramApiOptions {
  readonly port?: number;
  readonly token: string;
  /** A second bot, which is already in its chat. */
  readonly contact?: { readonly token: string; readonly chatId: string } | undefined;
  /** Destination of updates, as set by `setWebhook`, with the secret for its header. */
  readonly webhook: () => { readonly url: string; readonly secret: string };
  readonly onArrival?: (arrival: ChatArrival) => void;
}

const MAX_TEXT = 4_096;
const MAX_ARRIVALS = 5_000;

/** Responses have the Bot API's format: `ok`, and `error_code` with `description` or `result`. */
export async function startTelegramApi({
  port = 0,
  token,
  contact,
  webhook,
  onArrival = () => {},
}: TelegramApiOptions): Promise<TelegramApi> {
  const arrivals: ChatArrival[] = [];
  const chats = new Set<number>(contact ? [Number(contact.chatId)] : []);
  const closed = new Map<number, keyof typeof CLOSED_CHATS>();
  const upgraded = new Map<number, number>();
  const tokens = [token, ...(contact ? [contact.token] : [])];
  let isRevoked = false;
  let fault: InjectedFault = 'none';
  let updates = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const [, input, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (isRevoked || input === undefined || !tokens.includes(input)) return refuse(response, 401, 'Unauthorized');
    if (method !== 'sendMessage') return refuse(response, 404, 'Not Found');
    const { chat_id, text } = JSON.parse(body) as { chat_id?: number | string; text?: string };
    // A group's id may be a string.
    const chatId = Number(chat_id);
    if (typeof text !== 'string' || text === '') return refuse(response, 400, 'Bad Request: message text is empty');
    if (text.length > MAX_TEXT) return refuse(response, 400, 'Bad Request: message is too long');
    const movedTo = upgraded.get(chatId);
    if (movedTo !== undefined) {
      const parameters = { migrate_to_chat_id: movedTo };
      return refuse(response, 400, 'Bad Request: group chat was upgraded to a supergroup chat', { parameters });
    }
    const why = chats.has(chatId) ? closed.get(chatId) : 'not-found';
    if (why !== undefined) return refuse(response, CLOSED_CHATS[why][0], CLOSED_CHATS[why][1]);
    const arrival = { atMs: Date.now(), chatId, text, accepted: isInUse(fault) };
    arrivals.push(arrival);
    if (arrivals.length > MAX_ARRIVALS) arrivals.shift();
    if (arrival.accepted) onArrival(arrival);
    if (fault === '429') {
      refuse(response, 429, 'Too Many Requests: retry after 2', { parameters: { retry_after: 2 } });
      return;
    }
    if (await respondWithFault(fault, response)) return;
    send(response, 200, { ok: true, result: { message_id: arrivals.length, chat: { id: chatId }, text } });
  }

  function write(chatId: number, text: string): Promise<number> {
    chats.add(chatId);
    closed.delete(chatId);
    return update(chatId, { text });
  }

  async function upgrade(chatId: number, isReported = true): Promise<number> {
    const movedTo = -1_000_000_000_000 - Math.abs(chatId);
    chats.add(movedTo);
    upgraded.set(chatId, movedTo);
    if (isReported) await update(chatId, { migrate_to_chat_id: movedTo });
    return movedTo;
  }

  async function update(chatId: number, content: object): Promise<number> {
    updates += 1;
    const { url, secret } = webhook();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify({
        update_id: updates,
        message: {
          message_id: updates,
          date: Math.floor(Date.now() / 1_000),
          chat: { id: chatId, type: chatId < 0 ? 'group' : 'private' },
          ...content,
        },
      }),
    });
    await response.body?.cancel();
    return response.status;
  }

  const loopback = await listenOnLoopback(port, (request, response) => {
    serve(request, response).catch(() => refuse(response, 400, 'Bad Request'));
  });
  return {
    url: loopback.url,
    arrivals,
    pressStart: (startUrl, chatId) => write(chatId, `/start ${new URL(startUrl).searchParams.get('start')}`),
    write,
    closeChat: (chatId, why) => void closed.set(chatId, why),
    openChat: (chatId) => void closed.delete(chatId),
    upgrade,
    revokeToken: (value) => {
      isRevoked = value;
    },
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
