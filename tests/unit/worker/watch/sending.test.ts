import * as fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { decryptPush, keysOfReceiver, newPushReceiver } from '#tests/support/push/decryptPush.ts';
import { HOOK, PUSH, recipientRow } from '#tests/support/watch/campBody.ts';
import type { Refusal } from '#worker/http/outbound/classifyResponse.ts';
import { newVapidKeys, Vapid } from '#worker/http/outbound/push.ts';
import { type Attempt, afterAttempt, afterReceipt, type Delivery, LAST_RANK } from '#worker/watch/delivery.ts';
import { mayTry, type Try, triedDomain } from '#worker/watch/limits.ts';
import { isQuietAt, type Message } from '#worker/watch/messages.ts';
import {
  FairQueue,
  HostLimiter,
  SendLane,
  SendQueue,
  SlowHooks,
  type Waiting,
  type WaitingRow,
  type Way,
} from '#worker/watch/queue.ts';
import { hookError, newHookSecret, type Recipient, type Target, webhookHeaders } from '#worker/watch/recipients.ts';
import { sendOne } from '#worker/watch/send.ts';
import { upkeepOf } from '#worker/watch/upkeep.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const refused = (status: number, refusal: Refusal = { kind: 'passing' }): Attempt => {
  return { kind: 'refused', status, refusal };
};
const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };
const YES = () => true as const;

describe('sending', () => {
  const LATE: Attempt = { kind: 'unreachable', reason: 'timeout' };
  const ACCEPTED: Attempt = { kind: 'accepted' };

  /** `network.watchlist.recipient`. */
  const waiting = (key: string, rank = 4, decidedMs = NOW): Waiting => {
    const [network = '', watchlist = ''] = key.split('.');
    return { key, network, watchlist: `${network}.${watchlist}`, rank, decidedMs };
  };

  function drainedFrom(queue: FairQueue<Waiting>, most = Number.POSITIVE_INFINITY): string[] {
    const keys: string[] = [];
    while (keys.length < most) {
      const next = queue.next(YES, YES, () => {});
      if (!next) break;
      keys.push(next.key);
    }
    return keys;
  }

  describe('turns', () => {
    test('go by network, then by watchlist, and only within a watchlist by rank', () => {
      const queue = new FairQueue<Waiting>();
      for (const key of ['a.1.x', 'a.1.y', 'a.2.x', 'a.2.y', 'b.1.x', 'b.1.y']) queue.add(waiting(key));
      queue.add(waiting('a.1.stop', 0));
      queue.add(waiting('b.1.older', 4, NOW - 1));
      expect(drainedFrom(queue)).toEqual([
        'a.1.stop',
        'b.1.older',
        'a.2.x',
        'b.1.x',
        'a.1.x',
        'b.1.y',
        'a.2.y',
        'a.1.y',
      ]);
    });

    test('of somebody who had nothing waiting come before those of whom much waits, and coming and going wins nothing', () => {
      const queue = new FairQueue<Waiting>();
      for (let index = 0; index < 100; index += 1) queue.add(waiting(`stranger.${index}.x`, 0));
      drainedFrom(queue, 10);
      queue.add(waiting('brigade.1.x', 5));
      expect(drainedFrom(queue, 1)).toEqual(['brigade.1.x']);
      // Its turn was just now: it comes after the other one.
      queue.add(waiting('brigade.1.x', 5));
      expect(drainedFrom(queue, 2)).toEqual(['stranger.10.x', 'brigade.1.x']);
    });

    test('whatever waits, a network with something left waits for at most one turn of each other network', () => {
      const key = fc
        .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 9 }))
        .map((parts) => parts.join('.'));
      fc.assert(
        fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 80 }), (keys) => {
          const queue = new FairQueue<Waiting>();
          for (const one of keys) queue.add(waiting(one, one.length % 3));
          const accepted = drainedFrom(queue);
          expect([...accepted].sort()).toEqual([...keys].sort());
          for (const network of new Set(accepted.map((one) => one.split('.')[0]))) {
            const own = accepted.flatMap((one, at) => (one.split('.')[0] === network ? [at] : []));
            for (const [index, at] of own.entries()) expect(at - (own[index - 1] ?? -1)).toBeLessThanOrEqual(6);
          }
        }),
      );
    });

    test('what is held back is taken out, and costs its network no turn', () => {
      const queue = new FairQueue<Waiting>();
      for (const key of ['a.1.x', 'a.1.y', 'b.1.x']) queue.add(waiting(key));
      const held: string[] = [];
      const next = () =>
        queue.next(
          (network) => network !== 'b',
          ({ key }) => (key === 'a.1.x' ? 7 : true),
          ({ key }, reason) => held.push(`${key} ${reason}`),
        )?.key;
      expect([next(), next(), queue.size, held]).toEqual(['a.1.y', undefined, 1, ['a.1.x 7']]);
    });
  });

  describe('a lane', () => {
    test('begins narrow, each answer widens it, and time-outs of three networks halve it once a try', () => {
      const lane = new SendLane('hook');
      expect(lane.slots).toBe(24);
      for (let responseCount = 0; responseCount < 300; responseCount += 1) lane.note('a', ACCEPTED, NOW);
      expect(lane.slots).toBe(240);
      for (let index = 0; index < 50; index += 1) lane.note(index % 2 === 0 ? 'a' : 'b', LATE, NOW);
      expect(lane.slots).toBe(240);
      lane.note('c', LATE, NOW);
      lane.note('d', LATE, NOW + 1_000);
      expect(lane.slots).toBe(120);
      for (let round = 1; round < 9; round += 1)
        for (const network of ['a', 'b', 'c']) lane.note(network, LATE, NOW + round * 5_000);
      expect(lane.slots).toBe(8);
    });

    test('keeps a quarter of its slots, and of a host’s pace, for networks that have nothing under way', () => {
      const lane = new SendLane('hook');
      let begun = 0;
      for (; lane.mayBegin('stranger'); begun += 1) lane.begin('stranger');
      expect(begun).toBe(18);
      expect(lane.mayBegin('brigade')).toBe(true);
      lane.begin('brigade');
      expect(lane.mayBegin('brigade')).toBe(false);
      lane.release('brigade');
      expect(lane.mayBegin('brigade')).toBe(true);

      const paced = (network: string, afterMs: number) => lane.paced('h', network, NOW + afterMs);
      for (const afterMs of [0, 1, 2]) expect(paced('stranger', afterMs)).toBeUndefined();
      expect([paced('stranger', 3), paced('brigade', 4)]).toEqual([NOW + 1_000, undefined]);
      expect([paced('other', 5), paced('stranger', 1_000)]).toEqual([NOW + 1_000, NOW + 1_001]);
      expect([paced('other', 1_001), lane.paced('h2', 'stranger', NOW)]).toEqual([undefined, undefined]);
    });

    test('sends a webhook’s host five messages a second at most, slow ones included, and Telegram 25', () => {
      const admitted = (name: 'hook' | 'slow' | 'telegram') => {
        const lane = new SendLane(name);
        const networks = Array.from({ length: 60 }, (_, index) => `n${index}`);
        return networks.filter((network) => lane.paced('h', network, NOW) === undefined).length;
      };
      expect([admitted('hook') + admitted('slow'), admitted('telegram')]).toEqual([5, 25]);
    });
  });

  test('a webhook is slow after a time-out, or a second that others waited for, until it answers within a second', () => {
    const slow = new SlowHooks();
    slow.note('a', refused(500), 4_900);
    slow.note('a', LOST, 100);
    expect(slow.has('a')).toBe(false);
    slow.note('a', LATE, 5_000);
    slow.note('a', ACCEPTED, 6_000);
    slow.note('a', LOST, 100);
    expect(slow.has('a')).toBe(true);
    slow.note('a', refused(500), 400);
    expect(slow.has('a')).toBe(false);
    slow.add('b');
    expect(slow.has('b')).toBe(true);
  });

  describe('a messenger’s host', () => {
    test('is left alone but for a probe and for stop once three networks found it dead, and one answer clears it', () => {
      const limiter = new HostLimiter();
      for (const network of ['a', 'a', 'b', 'a']) limiter.note('h', network, LOST, true, NOW);
      expect(limiter.heldBack('h', false, NOW)).toBeUndefined();
      limiter.note('h', 'c', LOST, true, NOW);
      expect(limiter.heldBack('h', false, NOW)).toBeUndefined();
      expect(limiter.heldBack('h', false, NOW + 1_000)).toBe(NOW + 15_000);
      expect(limiter.heldBack('h', true, NOW + 1_000)).toBeUndefined();
      expect(limiter.heldBack('h', false, NOW + 16_000)).toBeUndefined();
      limiter.note('h', 'a', refused(500), true, NOW + 17_000);
      expect(limiter.heldBack('h', false, NOW + 17_001)).toBeUndefined();
    });

    test('that forbids three proven networks within five minutes refuses us; one network alone is its own fault', () => {
      const limiter = new HostLimiter();
      const forbidden = (network: string, isProven = true) =>
        limiter.note('h', network, refused(403, { kind: 'ours' }), isProven, NOW);
      for (const network of ['a', 'a', 'a', 'b']) expect(forbidden(network)).toBe(false);
      expect(forbidden('x', false)).toBe(false);
      expect(forbidden('c')).toBe(true);
      limiter.note('h', 'd', ACCEPTED, true, NOW);
      expect(forbidden('c')).toBe(false);
    });

    test('of Telegram refuses us at its first refusal of the token, and not when chats were closed', () => {
      const limiter = new HostLimiter();
      for (const network of ['a', 'b', 'c']) {
        expect(limiter.note('Telegram', network, refused(403, { kind: 'closed' }), true, NOW)).toBe(false);
      }
      expect(limiter.heldBack('Telegram', false, NOW)).toBeUndefined();
      expect(limiter.note('Telegram', 'a', refused(401, { kind: 'ours' }), true, NOW)).toBe(true);
    });

    test('is forgotten when nothing was heard of it for ten minutes', () => {
      const limiter = new HostLimiter();
      for (let index = 0; index < 50; index += 1) limiter.note(`h${index}`, 'a', LOST, true, NOW);
      limiter.note('other', 'a', LOST, true, NOW + 10 * 60_000 + 1);
      expect(limiter.size).toBe(1);
    });
  });
});

describe('delivering', () => {
  const DAY_MS = 86_400_000;

  const delivery = (more: Partial<Delivery> = {}): Delivery => ({
    id: 'a.1.r',
    watchlist: 'b',
    recipient: 'r',
    area: 'a',
    rank: 4,
    state: 'pending',
    attempts: 0,
    nextMs: NOW,
    leasedMs: NOW + 8_000,
    expiresMs: NOW + 60 * 60_000,
    decidedMs: NOW,
    strikeMs: null,
    sentMs: null,
    confirmedMs: null,
    reason: null,
    summary: summaryOf('watch.raised'),
    body: '{}',
    receiptHash: null,
    ...more,
  });

  const summaryOf = (type: Delivery['summary']['type']): Delivery['summary'] => {
    return { type, level: 'watch', previousLevel: 'clear', change: 1 };
  };
  const CHAT: Target = { channel: 'telegram', chatId: -7 };
  const recipient = (target: Target = HOOK, more: Partial<Recipient> = {}) =>
    recipientRow({ target, threshold: 'watch', okMs: NOW - 1_000, challengedMs: NOW, echoedMs: NOW, ...more });

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

    const CLOSED = { state: 'dead', body: null, reason: 'status 403: the address is closed' };
    test.each<[string, number, Refusal, object, Recipient['state']]>([
      ['an address that is closed is dead at once, with what was sent to it', 403, { kind: 'closed' }, CLOSED, 'dead'],
      ['a message refused for itself is dead alone', 400, { kind: 'message' }, { state: 'dead', body: null }, 'proven'],
      ['what is refused for our own key waits for the operator', 401, { kind: 'ours' }, { state: 'pending' }, 'proven'],
    ])('%s', (_, status, refusal, delivered, state) => {
      const after = afterAttempt(delivery(), recipient(CHAT), refused(status, refusal), NOW);
      expect(after).toMatchObject({ delivery: delivered, recipient: { state } });
    });

    test('a chat that moved is followed at once and stored, a test too; one that moves again and again waits', () => {
      const moved = refused(400, { kind: 'moved', chatId: -100_7 });
      for (const type of ['watch.raised', 'watch.test'] as const) {
        const row = delivery({ summary: summaryOf(type) });
        const after = afterAttempt(row, recipient(CHAT), moved, NOW);
        expect(after).toMatchObject({
          delivery: { state: 'pending', nextMs: NOW, body: '{}' },
          recipient: { state: 'proven', target: { channel: 'telegram', chatId: -100_7 } },
        });
      }
      expect(afterAttempt(delivery({ attempts: 1 }), recipient(CHAT), moved, NOW).delivery.nextMs).toBe(NOW + 2_000);
    });

    test('a challenge or a test that was refused, or answered wrongly, is never sent again by itself', () => {
      const ends = (['watch.challenge', 'watch.test', 'watch.raised'] as const).map((type) => {
        const row = delivery({ summary: summaryOf(type) });
        const attempts = [refused(500), refused(429, { kind: 'passing', retryAfterMs: 1_000 }), LOST];
        return attempts.map((attempt) => afterAttempt(row, recipient(), attempt, NOW).delivery.state);
      });
      const once = ['dead', 'dead', 'pending'];
      expect(ends).toEqual([once, once, ['pending', 'pending', 'pending']]);
      const challenge = delivery({ summary: summaryOf('watch.challenge') });
      expect(afterAttempt(challenge, recipient(), { kind: 'accepted' }, NOW).delivery).toMatchObject({
        state: 'dead',
        reason: 'challenge not echoed',
      });
    });

    test('a challenge is answered by nothing but itself', () => {
      const challenge = delivery({ summary: summaryOf('watch.challenge'), body: '{"data":{"challenge":"abc"}}' });
      const fresh = recipient(HOOK, { state: 'unproven', okMs: null });
      const results = ['{"challenge":"abc"}', '{"challenge":"abd"}', '{}', 'abc', undefined];
      const states = results.map((result) => {
        const attempt: Attempt = { kind: 'accepted', ...(result === undefined ? {} : { result }) };
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
      expect(early).toMatchObject({ state: 'confirmed', attempts: 2, leasedMs: 0, body: null });
      expect(early).toMatchObject({ sentMs: NOW, confirmedMs: NOW });
      const sent = delivery({ state: 'sent', attempts: 1, leasedMs: 0, sentMs: NOW - 5 });
      expect(afterReceipt(sent, NOW)).toMatchObject({ state: 'confirmed', attempts: 1, sentMs: NOW - 5 });
      expect(afterReceipt(delivery({ state: 'superseded' }), NOW)).toMatchObject({ state: 'superseded', attempts: 0 });
    });
  });

  test('a webhook’s signature is one that the library of Standard Webhooks verifies', async () => {
    const secret = newHookSecret((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
    const body = '{"type":"watch.raised","име":"Лагер"}';
    const headers = await webhookHeaders(secret, 'id1', body, Date.now());
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature');
  });

  test('a webhook goes to a public name over https alone, however the address is written', () => {
    const rules = { ownHosts: ['lightning.bg'], allowsLoopback: false };
    const errors = [
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
    expect(errors.map(([url]) => [url, hookError(url, rules)])).toEqual(errors);
    const onThisMachine = { ...rules, allowsLoopback: true };
    const local = ['http://127.0.0.1:8080/', 'http://127.0.1.7:8080/', 'http://10.0.0.1:8080/'];
    expect(local.map((url) => hookError(url, onThisMachine))).toEqual([null, null, 'https']);
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
});

describe('the queue', () => {
  const way = (recipient: string, more: Partial<Way> = {}): Way => {
    return { key: `b/${recipient}`, watchlist: 'b', recipient, network: 'n', lane: 'hook', host: 'h', ...more };
  };
  const row = (id: string, more: Partial<WaitingRow> = {}): WaitingRow => {
    return { id, rank: 4, nextMs: NOW, leasedMs: 0, decidedMs: NOW, ...more };
  };
  const next = (queue: SendQueue, nowMs = NOW, lane: Way['lane'] = 'hook') =>
    queue.next(lane, nowMs, YES, () => undefined)?.id;

  test('[TL8] gives out one message of a recipient at a time, in whichever lane, what matters most first', () => {
    const queue = new SendQueue();
    queue.put(way('r'), [row('clear', { rank: 3 }), row('stop', { rank: 0 })], NOW);
    expect(next(queue)).toBe('stop');
    queue.hold('b/r', NOW + 8_000);
    queue.put(way('r', { lane: 'slow' }), [row('clear', { rank: 3 })], NOW);
    expect([next(queue), next(queue, NOW, 'slow')]).toEqual([undefined, undefined]);
    queue.free('b/r', NOW + 100);
    expect(next(queue, NOW + 100, 'slow')).toBe('clear');
  });

  test('waits for the time of each message, of its lease, and of its host’s pace', () => {
    const queue = new SendQueue();
    queue.put(way('later'), [row('later', { nextMs: NOW + 500 })], NOW);
    queue.put(way('leased'), [row('leased', { leasedMs: NOW + 900 })], NOW);
    expect([next(queue), queue.nextMs()]).toEqual([undefined, NOW + 500]);
    expect(queue.next('hook', NOW + 500, YES, () => NOW + 700)).toBeUndefined();
    expect([queue.nextMs(), next(queue, NOW + 699), next(queue, NOW + 700)]).toEqual([NOW + 700, undefined, 'later']);
    expect([next(queue, NOW + 899), next(queue, NOW + 900), queue.nextMs()]).toEqual([undefined, 'leased', undefined]);
  });

  test('[FN4] a fire’s message goes only while nothing else is ready, in whichever lane and whosever it is', () => {
    const queue = new SendQueue();
    const isReady = (lane: Way['lane']) => queue.isReady(lane, NOW);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK, decidedMs: NOW - 9_000 })], NOW);
    queue.put(way('b', { lane: 'push' }), [row('stop', { rank: 0 })], NOW);
    expect([isReady('hook'), next(queue)]).toEqual([false, undefined]);
    expect([next(queue, NOW, 'push'), isReady('hook')]).toEqual(['stop', true]);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK }), row('early', { rank: 5 })], NOW);
    expect([next(queue), next(queue)]).toEqual(['early', undefined]);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK })], NOW);
    expect(next(queue)).toBe('fire');
  });

  test('forgets what no longer waits', () => {
    const queue = new SendQueue();
    queue.put(way('a'), [row('1')], NOW);
    queue.put(way('b'), [row('2', { nextMs: NOW + 5 })], NOW);
    queue.put(way('a'), [], NOW);
    queue.drop('b/b');
    expect([next(queue, NOW + 10), queue.nextMs()]).toEqual([undefined, undefined]);
  });
});

describe('send fire', () => {
  const AT = new Date(NOW).toISOString();

  function fireMessage(id: string, correction = false): Message {
    const fire = { id, latitude: 42, longitude: 23, firstSeen: AT, lastSeen: AT, frpMw: 5, chance: 0.6 };
    return {
      type: 'fire.likely-lightning',
      timestamp: AT,
      data: {
        watchlistId: 'b',
        areaId: 'a',
        areaName: 'Camp',
        change: 3,
        unknown: false,
        level: 'stop',
        previousLevel: 'stop',
        decidedAt: AT,
        title: 'Fire: Camp',
        text: 'A hotspot.',
        url: 'https://l.example/en/watch/b/a#mute=r',
        fire: { ...fire, distanceKm: 9, bearingDeg: 0, url: `https://l.example/en/fires#fire=${id}` },
        ...(correction ? { correction } : {}),
      },
    };
  }

  async function sent(target: Target, message: Message) {
    const posts: RequestInit[] = [];
    const vapid = new Vapid(await newVapidKeys(), 'https://l.example');
    const telegram = { token: 't', api: 'https://api.telegram.example' };
    const accept = async (_: unknown, init?: RequestInit) => {
      posts.push(init ?? {});
      return new Response();
    };
    const { id: recipient } = recipientRow();
    const job = { id: 'd', recipient, area: '', body: JSON.stringify(message), expiresMs: NOW, receipt: null };
    await sendOne({ ...job, target, tryMs: 999 }, { fetch: accept as typeof fetch, nowMs: () => NOW, vapid, telegram });
    return posts[0] as { headers: Record<string, string>; body: string & Uint8Array };
  }

  test('a push about a fire opens it, has no level that a device counts, and is replaced by its correction alone', async () => {
    const receiver = newPushReceiver(Buffer.alloc(16, 1));
    const target = {
      channel: 'push',
      subscription: { endpoint: 'https://fcm.googleapis.com/x', keys: keysOfReceiver(receiver) },
    } as const;
    const first = await sent(target, fireMessage('f'));
    const payload = JSON.parse(decryptPush(Buffer.from(first.body), receiver).toString());
    const url = 'https://l.example/en/fires#fire=f';
    expect(payload).toMatchObject({ url, title: 'Fire: Camp', tag: first.headers.topic });
    expect(payload).not.toHaveProperty('level');
    expect((await sent(target, fireMessage('f', true))).headers.topic).toBe(first.headers.topic);
    expect((await sent(target, fireMessage('g'))).headers.topic).not.toBe(first.headers.topic);
  });

  test('a chat gets the link to the fire, and the one to the area where it can be muted', async () => {
    const { body } = await sent({ channel: 'telegram', chatId: 7 }, fireMessage('f'));
    expect(JSON.parse(body).text.split('\n').slice(0, 4)).toEqual([
      'Fire: Camp',
      'A hotspot.',
      'https://l.example/en/fires#fire=f',
      'https://l.example/en/watch/b/a#mute=r',
    ]);
  });
});

describe('tries', () => {
  const triedAt = (url: string) => triedDomain({ target: { channel: 'webhook', url, secret: '' } });
  const NEXT: Try = { watchlist: 'b', recipient: 'r', network: 'n', domain: 'evil.com' };
  const many = (count: number, of: (at: number) => Partial<Try>) =>
    Array.from({ length: count }, (_, at): Try => ({ ...NEXT, ...of(at) }));

  test('a try is counted for the registrable domain, however its host is written', () => {
    const urls = ['https://evil.com/a', 'https://evil.com./', 'https://a.b.evil.com/', 'https://EVIL.com/'];
    expect(urls.map(triedAt)).toEqual(Array(4).fill('evil.com'));
    expect(triedAt('https://hooks.brigade.co.uk/')).toBe('brigade.co.uk');
    expect(triedAt('http://127.0.0.1:8080/a')).toBe('127.0.0.1');
    expect(triedDomain({ target: { channel: 'telegram', chatId: 1 } })).toBe('');
  });

  test('in an hour a recipient is tried 5 times, a domain 15 times by a watchlist, 20 by a network, 60 by all', () => {
    const limits: [number, (at: number) => Partial<Try>][] = [
      [5, () => ({})],
      [15, (at) => ({ recipient: `r${at}` })],
      [20, (at) => ({ watchlist: `b${at}` })],
      [60, (at) => ({ watchlist: `b${at}`, network: `n${at}` })],
    ];
    for (const [most, of] of limits) {
      expect([mayTry(NEXT, many(most - 1, of)), mayTry(NEXT, many(most, of))]).toEqual([true, false]);
    }
    const elsewhere = (domain: string) => many(60, (at) => ({ watchlist: `b${at}`, domain }));
    expect(mayTry(NEXT, elsewhere('other.com'))).toBe(true);
    expect(mayTry({ ...NEXT, domain: '' }, elsewhere(''))).toBe(true);
  });
});
