import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import {
  afterWrite,
  MOST_WRITES,
  shareOfNetwork,
  spacingSeconds,
  WatchlistWrites,
  type WriteKind,
} from '#worker/watch/limits.ts';
import { recipientOfBody } from '#worker/watch/recipients.ts';
import { refusal } from '#worker/watch/routes/watch.ts';
import { findEvictable, type WatchlistUse, watchlistFate } from '#worker/watch/upkeep.ts';
import { includes, newWatchlistKeys, rightOf, shardOf } from '#worker/watch/watchlists.ts';

describe('watchlist keys', () => {
  let next = 0;
  const random = (bytes: number) => new Uint8Array(bytes).map(() => ++next % 256);

  test('a watchlist has an id and two keys of 128 bits; a key gives its right and no other key gives any', () => {
    const { id, ownerKey, viewKey } = newWatchlistKeys(random);
    const watchlist = { ownerHash: hashOf(ownerKey), viewHash: hashOf(viewKey) };
    expect([id, ownerKey, viewKey].every((text) => /^[0-9a-f]{32}$/.test(text))).toBe(true);
    expect(rightOf(ownerKey, watchlist)).toBe('owner');
    expect(rightOf(viewKey, watchlist)).toBe('view');
    expect(rightOf(id, watchlist)).toBeUndefined();
    expect(rightOf(watchlist.ownerHash, watchlist)).toBeUndefined();
    expect(shardOf(id)).toBe(id[0]);
  });

  test('a key is kept as its SHA-256', () => {
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('a duty key gives its right while it is handed out; rights include those below them', () => {
    const watchlist = { ownerHash: hashOf('o'), viewHash: hashOf('v') };
    expect(rightOf('d', { ...watchlist, dutyHash: hashOf('d') })).toBe('duty');
    expect(rightOf('d', { ...watchlist, dutyHash: null })).toBeUndefined();
    const rights = ['view', 'duty', 'owner'] as const;
    expect(rights.map((right) => rights.filter((needed) => includes(right, needed)))).toEqual([
      ['view'],
      ['view', 'duty'],
      ['view', 'duty', 'owner'],
    ]);
  });
});

describe('recipient of body', () => {
  const random = (bytes: number) => new Uint8Array(bytes);
  const INPUT = { watchlist: 'b', id: 'r', origin: 'https://site.example', random };
  const COMMON = { name: 'Siren', threshold: 'warning', escalateAfterMin: null } as const;
  const HOOK = { channel: 'webhook', heartbeat: false, ...COMMON } as const;
  const recipient = recipientOfBody({ ...INPUT, before: undefined, body: { ...HOOK, url: 'https://hooks.example/a' } });
  const proven = recipient && ({ ...recipient, state: 'proven', okMs: 5 } as const);

  test('who is changed without being given a place stays where it is, and stays proven', () => {
    const quietHours = { from: '22:00', to: '06:00' };
    const body = { ...HOOK, threshold: 'stop', heartbeat: true, quietHours, escalateAfterMin: 5 } as const;
    const after = recipientOfBody({ ...INPUT, before: proven, body });
    expect(after).toEqual({ ...proven, threshold: 'stop', heartbeat: true, quietHours, escalateAfterMin: 5 });
  });

  test('[FN1] only who asks for it wants to be told of fires', () => {
    expect(recipient).not.toHaveProperty('fireNotice');
    const wanting = recipientOfBody({ ...INPUT, before: proven, body: { ...HOOK, fireNotice: true } });
    expect(wanting).toEqual({ ...proven, fireNotice: true });
  });

  test('who is new, gone or on another channel must be given a place', () => {
    const push = { channel: 'push', ...COMMON } as const;
    expect(recipientOfBody({ ...INPUT, before: undefined, body: HOOK })).toBeUndefined();
    expect(recipientOfBody({ ...INPUT, before: proven && { ...proven, state: 'dead' }, body: HOOK })).toBeUndefined();
    expect(recipientOfBody({ ...INPUT, before: proven, body: push })).toBeUndefined();
  });

  test('who takes the place of another has a mute key and a secret of its own, and is not muted', () => {
    const random = (bytes: number) => new Uint8Array(bytes).fill(7);
    const before = proven && { ...proven, mutedUntilMs: 9, mutedUntilClearOf: 'a' };
    const after = recipientOfBody({ ...INPUT, random, before, body: { ...HOOK, url: 'https://hooks.example/b' } });
    expect(after).toMatchObject({ state: 'unproven', okMs: null, mutedUntilMs: 0, mutedUntilClearOf: null });
    expect(after?.muteKey).not.toBe(proven?.muteKey);
    const secretOf = (one: typeof after) => (one?.target.channel === 'webhook' ? one.target.secret : undefined);
    expect(secretOf(after)).toMatch(/^whsec_/);
    expect(secretOf(after)).not.toBe(secretOf(recipient));
  });

  test('a host that is written with the dot of the root is the same host', () => {
    const body = { ...HOOK, url: 'https://hooks.example./a' };
    expect(recipientOfBody({ ...INPUT, before: proven, body })).toEqual(proven);
  });
});

describe('shares', () => {
  const NETWORKS = 30;

  /** What networks have after each asked for one place more, in this order. */
  function input(most: number, asking: readonly number[]): { has: Map<number, number>; occupied: number } {
    const has = new Map<number, number>();
    let occupied = 0;
    for (const network of asking) {
      const held = has.get(network) ?? 0;
      if (held >= shareOfNetwork({ occupied, most })) continue;
      has.set(network, held + 1);
      occupied += 1;
    }
    return { has, occupied };
  }

  test('until half of the places are taken no network is refused, however many people are behind it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 0.499, noNaN: true }), (most, part) => {
        const occupied = Math.floor(most * part);
        expect(shareOfNetwork({ occupied, most })).toBe(Number.POSITIVE_INFINITY);
      }),
    ));

  test('whatever thirty networks take, in whatever order, every network that has nothing still gets a place', () => {
    const asking = fc.array(fc.integer({ min: 1, max: NETWORKS }), { minLength: 1_000, maxLength: 3_000 });
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 1_000 }), asking, (most, order) => {
        const { occupied } = input(most, order);
        expect(most - occupied).toBeGreaterThanOrEqual(Math.floor(most / 10) - NETWORKS);
        expect(shareOfNetwork({ occupied, most })).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });

  test('a share only gets smaller as places are taken, and nobody gets more places than there are', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (most) => {
        const shares = Array.from({ length: most + 1 }, (_, occupied) => shareOfNetwork({ occupied, most }));
        expect(shares.toSorted((a, b) => b - a)).toEqual(shares);
        expect(shares.at(-1)).toBe(0);
      }),
      { numRuns: 50 },
    ));

  test('of 10,000 areas one network gets 5,000, the next 555, and fifteen leave a tenth for those that have none', () => {
    const greedy = Array.from({ length: 15 }, (_, network) => Array<number>(10_000).fill(network)).flat();
    const { has, occupied } = input(10_000, greedy);
    expect([has.get(0), has.get(1), has.get(2)]).toEqual([5_000, 555, 494]);
    expect(10_000 - occupied).toBe(1_000);
  });
});

describe('watchlist writes', () => {
  const KINDS = Object.keys(MOST_WRITES) as WriteKind[];

  test('a watchlist has no more writes of a kind in any hour than it may, however they are spread', () =>
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.array(fc.nat(60_000), { maxLength: 900 }), (kind, waitsMs) => {
        let nowMs = 0;
        let paidOffMs = 0;
        const elapsedMs: number[] = [];
        for (const waitMs of waitsMs) {
          nowMs += waitMs;
          const after = afterWrite(kind, paidOffMs, nowMs);
          if (after === undefined) continue;
          paidOffMs = after;
          elapsedMs.push(nowMs);
        }
        const most = MOST_WRITES[kind];
        expect(elapsedMs.some((atMs, n) => (elapsedMs[n + most] ?? Number.POSITIVE_INFINITY) < atMs + HOUR_MS)).toBe(
          false,
        );
      }),
    ));

  test('a watchlist that used all up has room again after what the refusal says, and its neighbour all the time', () => {
    let nowMs = 1_000;
    const writes = new WatchlistWrites();
    for (const kind of KINDS) {
      for (let created = 0; created < MOST_WRITES[kind] / 2; created += 1)
        expect(writes.count('a', kind, nowMs)).toBe(true);
      expect([writes.count('a', kind, nowMs), writes.count('b', kind, nowMs)]).toEqual([false, true]);
      nowMs += spacingSeconds(kind) * 1000;
      expect([writes.count('a', kind, nowMs), writes.count('a', kind, nowMs)]).toEqual([true, false]);
    }
  });

  test('a refusal is a 429 that says what was too many, and for how long to wait', () => {
    const refused = KINDS.map((kind) => refusal(`too-many-${kind}`));
    const many = (retryAfterSeconds: number, message: RegExp) => {
      return { status: 429, extras: { retryAfterSeconds }, message: expect.stringMatching(message) };
    };
    const reported = {
      notes: many(30, /240 log notes/),
      mutes: many(120, /60 mutes/),
      settings: many(30, /240 changes/),
    };
    expect(refused).toMatchObject(KINDS.map((kind) => reported[kind]));
  });
});

describe('watchlist fate', () => {
  const START_MS = Date.UTC(2026, 0, 1);
  const day = (days: number) => START_MS + days * DAY_MS;
  const use = (more: Partial<WatchlistUse>): WatchlistUse => ({
    id: 'b',
    seenMs: START_MS,
    okMs: null,
    noticedMs: 0,
    ...more,
  });

  /** What becomes of the watchlist on each day, as the object does it; days on which it is kept are left out. */
  function life(first: WatchlistUse, days: number, arrivesMs?: number): [day: number, fate: string][] {
    const reported: [number, string][] = [];
    let watchlist = first;
    for (let at = 0; at <= days; at += 1) {
      const fate = watchlistFate(watchlist, day(at));
      if (fate !== 'keep') reported.push([at, fate]);
      if (fate === 'end') break;
      if (fate === 'notice') {
        watchlist = {
          ...watchlist,
          noticedMs: day(at),
          okMs: arrivesMs === undefined ? watchlist.okMs : day(at) + arrivesMs,
        };
      }
    }
    return reported;
  }

  describe('a watchlist', () => {
    test('that reached nobody ends 7 days after its last visit', () => {
      expect(life(use({}), 30)).toEqual([[7, 'end']]);
      expect(life(use({ seenMs: day(3) }), 30)).toEqual([[10, 'end']]);
    });

    test('that reached somebody ends 400 days after its last use, and says so 14 days before', () => {
      const noticed = (day: number) => [[day - 14, 'notice'] as const, [day, 'end'] as const];
      expect(life(use({ okMs: START_MS }), 900)).toEqual(noticed(400));
      expect(life(use({ okMs: day(100) }), 900)).toEqual(noticed(500));
      // The arrival of that very notice does not keep it.
      expect(life(use({ okMs: START_MS }), 900, 60_000)).toEqual(noticed(400));
    });

    test('is kept by a visit after the notice, and by an alert that arrives', () => {
      const noticed = use({ okMs: START_MS, noticedMs: day(386) });
      expect(watchlistFate({ ...noticed, seenMs: day(390) }, day(420))).toBe('keep');
      expect(watchlistFate({ ...noticed, okMs: day(390) }, day(420))).toBe('keep');
      expect(watchlistFate({ ...noticed, seenMs: day(390) }, day(776))).toBe('notice');
    });

    test('has its 14 days even if nobody looked at it for years', () => {
      expect(watchlistFate(use({ okMs: START_MS }), day(2_000))).toBe('notice');
      const noticed = use({ okMs: START_MS, noticedMs: day(2_000) });
      expect([watchlistFate(noticed, day(2_013)), watchlistFate(noticed, day(2_014))]).toEqual(['keep', 'end']);
    });
  });

  test('room is made by the watchlist that reached nobody and was visited longest ago, never by one of the last day', () => {
    const watchlists = [
      use({ id: 'proven', seenMs: day(0), okMs: day(0) }),
      use({ id: 'old', seenMs: day(2) }),
      use({ id: 'older', seenMs: day(1) }),
    ];
    expect(findEvictable(watchlists, day(5))).toBe('older');
    expect(findEvictable(watchlists.slice(0, 2), day(5))).toBe('old');
    expect(findEvictable(watchlists, day(1.9))).toBeUndefined();
  });
});
