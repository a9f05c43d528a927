import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { providerNotifier, telegramNotifier } from '#worker/contact/notifiers.ts';
import { settlement } from '#worker/contact/outbox.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import { CLOSED_CHATS, startTelegramApi, type TelegramApi } from '#worker/dev/standIns/telegramApi.ts';

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

let server: LoopbackServer;
let received: Received[];
let answer: { status: number; body?: unknown; headers?: Record<string, string> };
const deps = { fetch: (...call: Parameters<typeof fetch>) => fetch(...call), nowMs: () => 1_800_000_000_000 };

beforeEach(async () => {
  received = [];
  answer = { status: 200, body: { ok: true } };
  server = await listenOnLoopback(0, async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
    response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
  });
});
afterEach(() => server.close());

const provider = (token?: string) => providerNotifier({ baseUrl: server.url, token, origin: 'landing' }, deps);
const unmoved = { movedChat: async () => undefined, moveChat: async () => {} };
const telegram = () => telegramNotifier({ botToken: '12:secret', chatId: '-77', api: server.url }, deps, unmoved);

const ADDRESS_OR_TOKEN = 'the address or the token of the message service is refused';

describe("the provider's call", () => {
  test('gets origin and message, and the token where there is one', async () => {
    expect(await provider('key').send('Hello')).toEqual({ kind: 'delivered' });
    expect(received).toMatchObject([
      {
        url: '/notification-service/api/v1/telegram',
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        body: { origin: 'landing', message: 'Hello' },
      },
    ]);
    await provider().send('Hello');
    expect(received[1]?.headers.authorization).toBeUndefined();
  });

  test.each([
    [400, { kind: 'rejected', reason: 'status 400' }],
    [404, { kind: 'blocked', reason: `status 404: ${ADDRESS_OR_TOKEN}` }],
    [401, { kind: 'blocked', reason: `status 401: ${ADDRESS_OR_TOKEN}` }],
    [302, { kind: 'blocked', reason: `status 302: ${ADDRESS_OR_TOKEN}` }],
    [500, { kind: 'failed', reason: 'status 500' }],
    [503, { kind: 'failed', reason: 'status 503' }],
  ])('answering %i is understood', async (status, delivery) => {
    answer = { status, headers: status === 302 ? { location: '/elsewhere' } : {} };
    expect(await provider().send('Hello')).toEqual(delivery);
    expect(received).toHaveLength(1);
  });

  test('asking for patience is obeyed', async () => {
    answer = { status: 429, headers: { 'retry-after': '40' } };
    expect(await provider().send('Hello')).toEqual({ kind: 'paused', reason: 'status 429', retryAfterMs: 40_000 });
    answer = { status: 503, headers: { 'retry-after': '20' } };
    expect(await provider().send('Hello')).toMatchObject({ kind: 'paused', retryAfterMs: 20_000 });
  });

  test('without an answer has failed, and the reason gives no address away', async () => {
    const away = providerNotifier({ baseUrl: 'http://127.0.0.1:9', token: undefined, origin: 'landing' }, deps);
    expect(await away.send('Hello')).toEqual({ kind: 'failed', reason: 'TypeError' });
  });
});

describe("Telegram's own call", () => {
  test('gets plain text without a parse mode', async () => {
    expect(await telegram().send('<b>Hello</b> _x_')).toEqual({ kind: 'delivered' });
    expect(received).toMatchObject([
      {
        url: '/bot12:secret/sendMessage',
        body: { chat_id: '-77', text: '<b>Hello</b> _x_', link_preview_options: { is_disabled: true } },
      },
    ]);
    expect(received[0]?.body).not.toHaveProperty('parse_mode');
  });

  test('saying retry_after in its body is obeyed', async () => {
    answer = { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 35 } } };
    expect(await telegram().send('Hello')).toEqual({ kind: 'paused', reason: 'status 429', retryAfterMs: 35_000 });
  });
});

describe('a group of Telegram', () => {
  const CHAT_ID = '-77';
  let api: TelegramApi;
  let moves: Map<string, string>;
  beforeEach(async () => {
    api = await startTelegramApi({ token: '1:watch', contact: { token: '12:secret', chatId: CHAT_ID }, webhook });
    moves = new Map();
  });
  afterEach(() => api.close());

  const webhook = () => ({ url: `${server.url}/updates`, secret: 's' });
  const notifier = () =>
    telegramNotifier({ botToken: '12:secret', chatId: CHAT_ID, api: api.url }, deps, {
      movedChat: async (chatId) => moves.get(chatId),
      moveChat: async (chatId, movedTo) => void moves.set(chatId, movedTo),
    });
  const arrived = () => api.arrivals.map(({ chatId, text }) => `${chatId} ${text}`);

  test('that became a supergroup is followed with the message at hand, and kept for those after it', async () => {
    const movedTo = await api.upgrade(-77, false);
    expect(await notifier().send('first')).toEqual({ kind: 'delivered' });
    expect([...moves]).toEqual([[CHAT_ID, String(movedTo)]]);
    expect(await notifier().send('second')).toEqual({ kind: 'delivered' });
    expect(arrived()).toEqual([`${movedTo} first`, `${movedTo} second`]);
  });

  test.each(Object.keys(CLOSED_CHATS) as (keyof typeof CLOSED_CHATS)[])(
    'that is closed to the bot (%s) blocks messages until the operator mends it, and gives up none',
    async (why) => {
      api.closeChat(-77, why);
      const blocked = await notifier().send('Hello');
      const [status] = CLOSED_CHATS[why];
      const reason = `status ${status}: the chat TELEGRAM_CHAT_ID is closed to the bot`;
      expect(blocked).toEqual({ kind: 'blocked', reason });
      expect(settlement(blocked, 1_000, 0, 0.5)).toMatchObject({ state: 'pending', blocked: true });
    },
  );

  test('is not reached with a revoked token, which blocks messages too, and gives no token away', async () => {
    api.revokeToken(true);
    const blocked = { kind: 'blocked', reason: 'status 401: TELEGRAM_BOT_TOKEN is refused' };
    expect(await notifier().send('Hello')).toEqual(blocked);
  });

  test('refuses one text without blocking those after it', async () => {
    expect(await notifier().send('x'.repeat(5_000))).toEqual({ kind: 'rejected', reason: 'status 400' });
    expect(await notifier().send('Hello')).toEqual({ kind: 'delivered' });
  });
});
