import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Attempt } from '#worker/watch/deliver/Attempt.ts';
import { HostGuard, SlowHooks } from '#worker/watch/deliver/farSides.ts';
import { SendLane } from '#worker/watch/deliver/SendLane.ts';
import { Turns, type Waiting } from '#worker/watch/deliver/Turns.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const LATE: Attempt = { kind: 'unreachable', reason: 'timeout' };
const LOST: Attempt = { kind: 'unreachable', reason: 'connection' };
const ACCEPTED: Attempt = { kind: 'accepted' };
const refused = (status: number, kind: 'passing' | 'closed' | 'ours' = 'passing'): Attempt => ({
  kind: 'refused',
  status,
  refusal: { kind },
});

/** `network.book.recipient`. */
const turn = (key: string, rank = 4, decidedMs = NOW): Waiting => {
  const [network = '', book = ''] = key.split('.');
  return { key, network, book: `${network}.${book}`, rank, decidedMs };
};

function takenFrom(turns: Turns<Waiting>, most = Number.POSITIVE_INFINITY): string[] {
  const keys: string[] = [];
  while (keys.length < most) {
    const next = turns.take(
      () => true,
      () => true as const,
      () => {},
    );
    if (!next) break;
    keys.push(next.key);
  }
  return keys;
}

describe('turns', () => {
  test('go by network, then by book, and only within a book by rank', () => {
    const turns = new Turns<Waiting>();
    for (const key of ['a.1.x', 'a.1.y', 'a.2.x', 'a.2.y', 'b.1.x', 'b.1.y']) turns.add(turn(key));
    turns.add(turn('a.1.stop', 0));
    turns.add(turn('b.1.older', 4, NOW - 1));
    expect(takenFrom(turns)).toEqual(['a.1.stop', 'b.1.older', 'a.2.x', 'b.1.x', 'a.1.x', 'b.1.y', 'a.2.y', 'a.1.y']);
  });

  test('of somebody who had nothing waiting come before those of whom much waits, and coming and going wins nothing', () => {
    const turns = new Turns<Waiting>();
    for (let index = 0; index < 100; index += 1) turns.add(turn(`stranger.${index}.x`, 0));
    takenFrom(turns, 10);
    turns.add(turn('brigade.1.x', 5));
    expect(takenFrom(turns, 1)).toEqual(['brigade.1.x']);
    // Its turn was just now: it comes after the other one.
    turns.add(turn('brigade.1.x', 5));
    expect(takenFrom(turns, 2)).toEqual(['stranger.10.x', 'brigade.1.x']);
  });

  test('whatever waits, a network with something left waits for at most one turn of each other network', () => {
    const key = fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 9 }))
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.uniqueArray(key, { minLength: 1, maxLength: 80 }), (keys) => {
        const turns = new Turns<Waiting>();
        for (const one of keys) turns.add(turn(one, one.length % 3));
        const taken = takenFrom(turns);
        expect([...taken].sort()).toEqual([...keys].sort());
        for (const network of new Set(taken.map((one) => one.split('.')[0]))) {
          const own = taken.flatMap((one, at) => (one.split('.')[0] === network ? [at] : []));
          for (const [index, at] of own.entries()) expect(at - (own[index - 1] ?? -1)).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  test('what is held back is taken out, and costs its network no turn', () => {
    const turns = new Turns<Waiting>();
    for (const key of ['a.1.x', 'a.1.y', 'b.1.x']) turns.add(turn(key));
    const held: string[] = [];
    const next = () =>
      turns.take(
        (network) => network !== 'b',
        ({ key }) => (key === 'a.1.x' ? 7 : true),
        ({ key }, reason) => held.push(`${key} ${reason}`),
      )?.key;
    expect([next(), next(), turns.size, held]).toEqual(['a.1.y', undefined, 1, ['a.1.x 7']]);
  });
});

describe('a lane', () => {
  test('begins narrow, each answer widens it, and time-outs of three networks halve it once a try', () => {
    const lane = new SendLane('hook');
    expect(lane.slots).toBe(24);
    for (let answers = 0; answers < 300; answers += 1) lane.note('a', ACCEPTED, NOW);
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
    expect([0, 1, 2, 3].map((afterMs) => paced('stranger', afterMs))).toEqual([
      undefined,
      undefined,
      undefined,
      NOW + 1_000,
    ]);
    expect([paced('brigade', 4), paced('other', 5), paced('stranger', 1_000)]).toEqual([
      undefined,
      NOW + 1_000,
      NOW + 1_001,
    ]);
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

describe('a webhook', () => {
  test('is slow after a time-out, or a second that others waited for, until it answers within a second', () => {
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
});

describe('a messenger’s host', () => {
  test('is left alone but for a probe and for stop once three networks found it dead, and one answer clears it', () => {
    const guard = new HostGuard();
    for (const network of ['a', 'a', 'b', 'a']) guard.note('h', network, LOST, true, NOW);
    expect(guard.heldBack('h', false, NOW)).toBeUndefined();
    guard.note('h', 'c', LOST, true, NOW);
    expect(guard.heldBack('h', false, NOW)).toBeUndefined();
    expect(guard.heldBack('h', false, NOW + 1_000)).toBe(NOW + 15_000);
    expect(guard.heldBack('h', true, NOW + 1_000)).toBeUndefined();
    expect(guard.heldBack('h', false, NOW + 16_000)).toBeUndefined();
    guard.note('h', 'a', refused(500), true, NOW + 17_000);
    expect(guard.heldBack('h', false, NOW + 17_001)).toBeUndefined();
  });

  test('that forbids three proven networks within five minutes refuses us; one network alone is its own fault', () => {
    const guard = new HostGuard();
    const forbidden = (network: string, isProven = true) =>
      guard.note('h', network, refused(403, 'ours'), isProven, NOW);
    expect([forbidden('a'), forbidden('a'), forbidden('a'), forbidden('x', false), forbidden('b')]).not.toContain(true);
    expect(forbidden('c')).toBe(true);
    guard.note('h', 'd', ACCEPTED, true, NOW);
    expect(forbidden('c')).toBe(false);
  });

  test('of Telegram refuses us at its first refusal of the token, and not when chats were closed', () => {
    const guard = new HostGuard();
    for (const network of ['a', 'b', 'c']) {
      expect(guard.note('Telegram', network, refused(403, 'closed'), true, NOW)).toBe(false);
    }
    expect(guard.heldBack('Telegram', false, NOW)).toBeUndefined();
    expect(guard.note('Telegram', 'a', refused(401, 'ours'), true, NOW)).toBe(true);
  });

  test('is forgotten when nothing was heard of it for ten minutes', () => {
    const guard = new HostGuard();
    for (let index = 0; index < 50; index += 1) guard.note(`h${index}`, 'a', LOST, true, NOW);
    guard.note('other', 'a', LOST, true, NOW + 10 * 60_000 + 1);
    expect(guard.size).toBe(1);
  });
});
