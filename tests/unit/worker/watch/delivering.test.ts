import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { HOOK, PUSH, recipientRow } from '#tests/support/watch/recipientRow.ts';
import type { Refusal } from '#worker/outbound/classifyAnswer.ts';
import { type Attempt, afterAttempt, afterReceipt } from '#worker/watch/deliver/Attempt.ts';
import type { Delivery } from '#worker/watch/deliver/Delivery.ts';
import type { Recipient, Target } from '#worker/watch/deliver/Recipient.ts';
import { hookFault, newHookSecret, webhookHeaders } from '#worker/watch/deliver/webhook.ts';
import { upkeepOf } from '#worker/watch/recipientUpkeep.ts';
import { isQuietAt } from '#worker/watch/tell/timeOfDay.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const DAY_MS = 86_400_000;

const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: 'a.1.r',
  book: 'b',
  recipient: 'r',
  area: 'a',
  rank: 4,
  state: 'pending',
  attempts: 0,
  nextMs: NOW,
  leasedMs: NOW + 8_000,
  expiresMs: NOW + 60 * 60_000,
  strikeMs: null,
  decidedMs: NOW,
  sentMs: null,
  confirmedMs: null,
  reason: null,
  summary: { type: 'watch.raise', level: 'watch', previousLevel: 'clear', change: 1 },
  body: '{}',
  receiptHash: null,
  ...more,
});

const CHAT: Target = { channel: 'telegram', chatId: -7 };
const recipient = (target: Target = HOOK, more: Partial<Recipient> = {}) =>
  recipientRow({ target, threshold: 'watch', okMs: NOW - 1_000, challengedMs: NOW, echoedMs: NOW, ...more });

const refused = (status: number, refusal: Refusal = { kind: 'passing' }): Attempt => ({
  kind: 'refused',
  status,
  refusal,
});

describe('after an attempt', () => {
  test('it is tried again after 1, 2, 4, 8, 15, 30 and 60 s, until it is worth nothing more', () => {
    const waits: number[] = [];
    let [row, to, atMs] = [delivery(), recipient(), NOW];
    while (row.state === 'pending') {
      ({ delivery: row, recipient: to } = afterAttempt(row, to, refused(500), atMs));
      waits.push((row.nextMs - atMs) / 1_000);
      atMs = row.nextMs;
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 15, 30, 60, 60]);
    expect(row).toMatchObject({ state: 'dead', body: null, reason: 'status 500' });
    expect(to.state).toBe('failing');
    expect(atMs).toBeGreaterThanOrEqual(row.expiresMs);
  });

  test('a far side that says how long to wait is heeded', () => {
    const wait = refused(429, { kind: 'passing', retryAfterMs: 7_000 });
    const after = afterAttempt(delivery(), recipient(), wait, NOW);
    expect(after.delivery.nextMs).toBe(NOW + 7_000);
  });

  test('an address that is closed is dead at once, and so is what was sent to it', () => {
    const after = afterAttempt(delivery(), recipient(CHAT), refused(403, { kind: 'closed' }), NOW);
    expect(after).toMatchObject({
      delivery: { state: 'dead', body: null, reason: 'status 403: the address is closed' },
      recipient: { state: 'dead' },
    });
  });

  test('a message refused for itself is dead alone, and its recipient is not', () => {
    const after = afterAttempt(delivery(), recipient(CHAT), refused(400, { kind: 'message' }), NOW);
    expect(after).toMatchObject({ delivery: { state: 'dead', body: null }, recipient: { state: 'proven' } });
  });

  test('what is refused for our own key waits for the operator, and its recipient is not dead', () => {
    const after = afterAttempt(delivery(), recipient(CHAT), refused(401, { kind: 'ours' }), NOW);
    expect(after).toMatchObject({ delivery: { state: 'pending' }, recipient: { state: 'proven' } });
  });

  test('a chat that moved is followed at once and stored, a test too; one that moves again and again waits', () => {
    const moved = refused(400, { kind: 'moved', chatId: -100_7 });
    for (const type of ['watch.raise', 'watch.test'] as const) {
      const row = delivery({ summary: { type, level: 'watch', previousLevel: 'clear', change: 1 } });
      const after = afterAttempt(row, recipient(CHAT), moved, NOW);
      expect(after).toMatchObject({
        delivery: { state: 'pending', nextMs: NOW, body: '{}' },
        recipient: { state: 'proven', target: { channel: 'telegram', chatId: -100_7 } },
      });
    }
    expect(afterAttempt(delivery({ attempts: 1 }), recipient(CHAT), moved, NOW).delivery.nextMs).toBe(NOW + 2_000);
  });

  test('a challenge or a test that was refused, or answered wrongly, is never sent again by itself', () => {
    const ends = (['watch.challenge', 'watch.test', 'watch.raise'] as const).map((type) => {
      const row = delivery({ summary: { type, level: 'clear', previousLevel: 'clear', change: 0 } });
      const states = [
        refused(500),
        refused(429, { kind: 'passing', retryAfterMs: 1_000 }),
        { kind: 'unreachable', reason: 'connection' },
      ];
      return states.map((attempt) => afterAttempt(row, recipient(), attempt as Attempt, NOW).delivery.state);
    });
    const [once, tried] = [
      ['dead', 'dead', 'pending'],
      ['pending', 'pending', 'pending'],
    ];
    expect(ends).toEqual([once, once, tried]);
    const challenge = delivery({
      summary: { type: 'watch.challenge', level: 'clear', previousLevel: 'clear', change: 0 },
    });
    expect(afterAttempt(challenge, recipient(), { kind: 'accepted' }, NOW).delivery).toMatchObject({
      state: 'dead',
      reason: 'challenge not echoed',
    });
  });

  test('a challenge is answered by nothing but itself', () => {
    const challenge = delivery({
      summary: { type: 'watch.challenge', level: 'clear', previousLevel: 'clear', change: 0 },
      body: '{"data":{"challenge":"abc"}}',
    });
    const fresh = recipient(HOOK, { state: 'unproven', okMs: null });
    const answers = ['{"challenge":"abc"}', '{"challenge":"abd"}', '{}', 'abc', undefined];
    const states = answers.map((answer) => {
      const attempt: Attempt = { kind: 'accepted', ...(answer === undefined ? {} : { answer }) };
      return afterAttempt(challenge, fresh, attempt, NOW).recipient.state;
    });
    expect(states).toEqual(['proven', 'unproven', 'unproven', 'unproven', 'unproven']);
  });

  test('a push message that was taken proves nothing: its receipt will', () => {
    const unproven = recipient(PUSH, { state: 'unproven', okMs: null });
    const after = afterAttempt(delivery(), unproven, { kind: 'accepted' }, NOW);
    expect(after).toMatchObject({ delivery: { state: 'sent', body: null }, recipient: { state: 'unproven' } });
  });

  test('a receipt that comes before the answer to its attempt counts that attempt, one that comes after does not', () => {
    const early = afterReceipt(delivery({ attempts: 1 }), NOW);
    expect(early).toMatchObject({
      state: 'confirmed',
      attempts: 2,
      leasedMs: 0,
      sentMs: NOW,
      confirmedMs: NOW,
      body: null,
    });
    const sent = delivery({ state: 'sent', attempts: 1, leasedMs: 0, sentMs: NOW - 5 });
    expect(afterReceipt(sent, NOW)).toMatchObject({ state: 'confirmed', attempts: 1, sentMs: NOW - 5 });
    expect(afterReceipt(delivery({ state: 'superseded' }), NOW)).toMatchObject({ state: 'superseded', attempts: 0 });
  });
});

test('a webhook’s signature is one that the library of Standard Webhooks verifies', async () => {
  const secret = newHookSecret((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const body = '{"type":"watch.raise","име":"Лагер"}';
  const headers = await webhookHeaders(secret, 'id1', body, Date.now());
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature');
});

test('a webhook goes to a public name over https alone, however the address is written', () => {
  const rules = { ownHosts: ['lightning.bg'], allowsLoopback: false };
  const faults = [
    ['https://hooks.brigade.bg/a?b=c', null],
    ['https://0x7f.1/', 'host'],
    ['https://0177.0.0.1/', 'host'],
    ['https://127.1/', 'host'],
    ['https://169.254.169.254/', 'host'],
    ['https://[::ffff:10.0.0.1]/', 'host'],
    ['https://１２７.0.0.1/', 'host'],
    ['https://localhost./', 'host'],
    ['https://db.internal/', 'host'],
    ['https://intranet/', 'host'],
    ['https://lightning.bg/', 'own'],
    ['https://api.lightning.bg./', 'own'],
    ['http://127.0.0.1:9/', 'https'],
    ['ftp://hooks.brigade.bg/', 'https'],
  ] as const;
  expect(faults.map(([url]) => [url, hookFault(url, rules)])).toEqual(faults);
  const onThisMachine = { ...rules, allowsLoopback: true };
  const local = ['http://127.0.0.1:8080/', 'http://127.0.1.7:8080/', 'http://10.0.0.1:8080/'];
  expect(local.map((url) => hookFault(url, onThisMachine))).toEqual([null, null, 'https']);
});

test('quiet hours follow the clock on the wall, over midnight and through summer time', () => {
  const night = { from: '22:00', to: '07:00' };
  const inSofia = (iso: string) => isQuietAt(night, 'Europe/Sofia', Date.parse(iso));
  // Sofia is two hours ahead of UTC in winter, three in summer, which began on 29 March 2026.
  expect(inSofia('2026-03-28T04:59:00Z')).toBe(true);
  expect(inSofia('2026-03-28T05:00:00Z')).toBe(false);
  expect(inSofia('2026-03-29T04:00:00Z')).toBe(false);
  expect(inSofia('2026-03-29T03:59:00Z')).toBe(true);
  expect(inSofia('2026-03-29T19:00:00Z')).toBe(true);
  expect(isQuietAt({ from: '12:00', to: '13:00' }, 'UTC', Date.parse('2026-01-01T12:30:00Z'))).toBe(true);
});

test('a webhook is challenged each 30 days, has 7 to answer, and a sign of life each 5 minutes if it wants one', () => {
  const at = (echoedDays: number, more: Partial<Recipient> = {}) =>
    upkeepOf(recipient(HOOK, { challengedMs: 0, echoedMs: NOW - echoedDays * DAY_MS, ...more }), NOW);
  expect(at(29)).toEqual([]);
  expect(at(30)).toEqual(['challenge']);
  expect(at(31, { challengedMs: NOW - 60_000 })).toEqual([]);
  expect(at(37)).toEqual(['lapse']);
  expect(at(1, { heartbeat: true, heartbeatMs: NOW - 5 * 60_000 })).toEqual(['heartbeat']);
  expect(at(1, { heartbeat: true, heartbeatMs: NOW - 60_000 })).toEqual([]);
});
