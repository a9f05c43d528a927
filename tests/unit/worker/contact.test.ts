import type { IncomingMessage } from 'node:http';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactTexts, mailTo } from '#shared/i18n/serverTexts.ts';
import { LANGUAGES } from '#shared/languages.ts';
import { writtenTexts } from '#tests/unit/web/kit/writtenTexts.ts';
import { CLOSED_CHATS, startTelegramApi, type TelegramApi } from '#worker/dev/fakes/telegramApi.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import { type MessageDelivery, providerNotifier, telegramNotifier } from '#worker/features/contact/notifiers.ts';
import {
  type DrainDeps,
  drainOutbox,
  MAX_ATTEMPTS,
  MAX_MESSAGE_LENGTH,
  MAX_PER_RUN,
  manyLines,
  messageText,
  oneLine,
  settlement,
} from '#worker/features/contact/outbox.ts';

describe('notifiers', () => {
  interface Received {
    readonly url: string | undefined;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }

  let server: LoopbackServer;
  let received: Received[];
  let result: { status: number; body?: unknown; headers?: Record<string, string> };
  const deps = { fetch: (...call: Parameters<typeof fetch>) => fetch(...call), nowMs: () => 1_800_000_000_000 };

  beforeEach(async () => {
    received = [];
    result = { status: 200, body: { ok: true } };
    server = await listenOnLoopback(0, async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      received.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
      response.writeHead(result.status, result.headers).end(JSON.stringify(result.body ?? {}));
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
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({
        url: '/notification-service/api/v1/telegram',
        headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
        body: { origin: 'landing', message: 'Hello' },
      });
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
      result = { status, headers: status === 302 ? { location: '/elsewhere' } : {} };
      expect(await provider().send('Hello')).toEqual(delivery);
      expect(received).toHaveLength(1);
    });

    test('asking for patience is obeyed', async () => {
      result = { status: 429, headers: { 'retry-after': '40' } };
      expect(await provider().send('Hello')).toEqual({ kind: 'paused', reason: 'status 429', retryAfterMs: 40_000 });
      result = { status: 503, headers: { 'retry-after': '20' } };
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
      result = { status: 429, body: { ok: false, error_code: 429, parameters: { retry_after: 35 } } };
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

    const WHY = Object.keys(CLOSED_CHATS) as (keyof typeof CLOSED_CHATS)[];
    test.each(WHY)(
      'that is closed (%s) blocks messages until the operator mends it, and gives up none',
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
});

const START_MS = 1_800_000_000_000;

/** A queue of `rows` messages, a clock that each call moves on by `callMs`, and what came of it all. */
function drain(rows: number, deliver: (call: number) => MessageDelivery, callMs = 0) {
  let nowMs = START_MS;
  let calls = 0;
  let leased = 0;
  const settled: string[] = [];
  const logged: string[] = [];
  const deps: DrainDeps = {
    outbox: {
      leaseDue: async () => {
        if (leased === rows) return undefined;
        return { id: `${leased++}`.padStart(8, '0'), message: 'Hello', attempts: 0, leasedUntilMs: nowMs + 60_000 };
      },
      recordAttempt: async (_, { state }) => void settled.push(state),
    },
    notifier: {
      send: async () => {
        nowMs += callMs;
        return deliver(calls++);
      },
    },
    clock: { now: () => nowMs },
    random: () => 0.5,
    log: (_level, event) => logged.push(event),
  };
  return { run: () => drainOutbox(deps), settled, logged, calls: () => calls };
}

const delivered: MessageDelivery = { kind: 'delivered' };
const failed: MessageDelivery = { kind: 'failed', reason: 'status 503' };

describe('a run over the outbox', () => {
  test('leaves a far side that is down alone after three failures in a row', async () => {
    const { run, calls } = drain(20, () => failed);
    expect(await run()).toBe(0);
    expect(calls()).toBe(3);
  });

  test('is not stopped by single failures, and sends a bounded number', async () => {
    const { run, settled } = drain(8, (call) => (call % 2 === 0 ? failed : delivered));
    expect(await run()).toBe(4);
    expect(settled).toHaveLength(8);
    const { run: runMany } = drain(500, () => delivered);
    expect(await runMany()).toBe(MAX_PER_RUN);
  });

  test('stops as soon as it is asked for patience', async () => {
    const { run, calls } = drain(5, (call) => {
      return call === 1 ? { kind: 'paused', reason: 'status 429', retryAfterMs: 30_000 } : delivered;
    });
    expect(await run()).toBe(1);
    expect(calls()).toBe(2);
  });

  test('stops where a setting is wrong, gives up nothing, and says so in the log', async () => {
    const { run, settled, logged } = drain(5, () => ({ kind: 'blocked', reason: 'status 401' }));
    expect(await run()).toBe(0);
    expect([settled, logged]).toEqual([['pending'], ['outbox.blocked']]);
  });

  test('goes on past a message that is rejected, and says in the log that it is dead', async () => {
    const { run, settled, logged } = drain(2, (call) => {
      return call === 0 ? { kind: 'rejected', reason: 'status 400' } : delivered;
    });
    expect(await run()).toBe(1);
    expect(settled).toEqual(['dead', 'delivered']);
    expect(logged).toEqual(['outbox.dead']);
  });

  test('begins nothing after 45 s', async () => {
    const { run, calls } = drain(20, () => delivered, 10_000);
    await run();
    expect(calls()).toBe(5);
  });
});

describe('the schedule of a message', () => {
  const waits = (random: number) =>
    Array.from({ length: MAX_ATTEMPTS }, (_, index) => {
      const after = settlement(failed, index + 1, START_MS, random);
      return after.state === 'pending' ? (after.nextAtMs - START_MS) / 1000 : after.state;
    });

  test('waits 2, 4 and 8 s, a fifth more or less, then 1, 5, 30 minutes, 2 and 12 hours; then the message is dead', () => {
    expect(waits(0.5)).toEqual([2, 4, 8, 60, 300, 1_800, 7_200, 43_200, 'dead']);
    expect(waits(0).slice(0, 3)).toEqual([1.6, 3.2, 6.4]);
    expect(waits(1).slice(0, 3)).toEqual([2.4, 4.8, 9.6]);
  });

  test('obeys a pause that is longer than its own wait, and no shorter one', () => {
    const paused = (retryAfterMs: number) => ({ kind: 'paused', reason: 'status 429', retryAfterMs }) as const;
    expect(settlement(paused(35_000), 1, START_MS, 0.5)).toMatchObject({ nextAtMs: START_MS + 35_000 });
    expect(settlement(paused(1_000), 4, START_MS, 0.5)).toMatchObject({ nextAtMs: START_MS + 60_000 });
  });
});

const ID = '0a1b2c3d-1111-4222-8333-444455556666';
const FIELDS = { name: 'Ana', email: 'ana@mail.bg', subject: 'Hello', message: 'One\ntwo' };

describe('the text of a message', () => {
  test('has title, name, email, subject, message and id, each on its line', () => {
    const own = 'Contact form: new message\nName: Ana\nEmail: ana@mail.bg\nSubject: Hello\nMessage:\nOne\ntwo\n';
    expect(messageText(ID, FIELDS)).toBe(own + ID);
  });

  test('names company and phone only where they are given', () => {
    const text = messageText(ID, { ...FIELDS, company: ' ', phone: '+359 2' });
    expect(text).toContain('\nPhone: +359 2\n');
    expect(text).not.toContain('Company');
  });

  test('cannot be given a line by a one-line field, whatever stands in it', () => {
    const breaks = fc.constantFrom('\nEmail: x', '\u2028', '\u0085', '\r', '\v', '\u202e');
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), breaks);
    const nasty = fc.array(part, { maxLength: 8 }).map((parts) => `x${parts.join('')}`);
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, (name, email, company, subject) => {
        const text = messageText(ID, { name, email, company, subject, message: 'body' });
        const lines = text.split(/[\n\r\u2028\u2029\u0085\v\f]/);
        expect(lines).toHaveLength(8);
        const names = lines.slice(1, 5).map((line) => line.slice(0, line.indexOf(':')));
        expect(names).toEqual(['Name', 'Email', 'Company', 'Subject']);
        expect(lines.slice(5)).toEqual(['Message:', 'body', ID]);
      }),
    );
    // Making up strings of every script takes fast-check a while to set up.
  }, 30_000);

  test('has our own fields before the message, and the id after it, whatever the message looks like', () => {
    const second = messageText('ffffffff-1111-4222-8333-444455556666', FIELDS);
    const lines = messageText(ID, { ...FIELDS, message: `Hello\n\n\n\n${second}\u2028Email: x\rEnd` }).split('\n');
    const own = lines.indexOf('Message:');
    const first = ['Contact form: new message', 'Name: Ana', 'Email: ana@mail.bg', 'Subject: Hello'];
    expect(lines.slice(0, own)).toEqual(first);
    expect(lines.slice(own + 1, own + 4)).toEqual(['Hello', '', 'Contact form: new message']);
    expect(lines.slice(-3)).toEqual(['Email: x', 'End', ID]);
  });

  test('is whole for the longest message of an ordinary number of lines', () => {
    const message = `${'x'.repeat(19)}\n`.repeat(129) + 'y'.repeat(420);
    const longest = { name: 100, company: 150, phone: 40, subject: 200, email: 254 };
    const fields = Object.fromEntries(Object.entries(longest).map(([field, length]) => [field, 'z'.repeat(length)]));
    const text = messageText(ID, { ...FIELDS, ...fields, message });
    expect(message.length).toBe(3_000);
    expect(text).toContain('y'.repeat(420));
    expect(text).not.toContain('…');
  });

  test('fits one chat message, never cuts a character, and keeps who wrote and the id', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 }), fc.nat(3), (message, shift) => {
        const text = messageText(ID, { ...FIELDS, message: 'x'.repeat(shift) + message + '🌩'.repeat(2_500) });
        expect(text.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
        expect(text.length).toBeGreaterThan(MAX_MESSAGE_LENGTH - 3);
        expect(text.isWellFormed()).toBe(true);
        expect(text.startsWith('Contact form: new message\nName: Ana\n')).toBe(true);
        expect(text.endsWith(`…\n${ID}`)).toBe(true);
      }),
      { numRuns: 50 },
    ));

  const UNSEEN = ['\u202e', '\u2066', '\u200b', '\ud800', '\u0000'];
  test('has no control, bidi or other unseen character, and no half of one', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...UNSEEN), (text, bad) => {
        const clean = manyLines(text + bad + text);
        expect(clean).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
        expect(oneLine(text + bad)).not.toMatch(/[\n\t]/);
      }),
    ));

  test('keeps letters of every script and joined emoji as they were written', () => {
    const text = 'Ёлка Щъркел Ζεύς ⚡ 👨‍👩‍👧 naïve';
    expect(oneLine(text)).toBe(text);
  });
});

describe('contact texts', () => {
  test.each(LANGUAGES)(
    'the Worker says in %s what the form says, and of a full day the address to write to',
    async (language) => {
      const { success, failure, full, errors } = contactTexts[language];
      expect(await writtenTexts('form', language)).toMatchObject({ success, failure, full, errors });
      const link = '<a href="mailto:people@lightning.bg">people@lightning.bg</a>';
      expect(mailTo(contactTexts[language].full, 'people@lightning.bg').split(link)).toHaveLength(2);
    },
  );
});
