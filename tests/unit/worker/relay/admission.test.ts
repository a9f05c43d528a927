import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#shared/numbers.ts';
import { strikesAt, toStrikes } from '#shared/strike.ts';
import type { ReportedSnapshot } from '#shared/wire/feedStateAt.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { fakeClock } from '#tests/support/time/VirtualTime.ts';
import { DailySalt, drawRelays, isLoadUpdate, relayCount, relayLoads } from '#worker/feed/relayLoads.ts';
import { type ClientKey, clientKey, NO_ADDRESS } from '#worker/relay/ClientKey.ts';
import { feedStateOf, feedUpdate, reportableSnapshot } from '#worker/relay/feedStateOf.ts';
import {
  bboxFilter,
  decideResume,
  ReplayBudget,
  ReplayFrames,
  StrikeRing,
  tilesFilter,
} from '#worker/relay/replayBuffer.ts';
import { awayMs, decideAdmission, StreamShares } from '#worker/relay/streams.ts';

describe('decide admission', () => {
  interface Held {
    readonly client: ClientKey;
    readonly number: number;
  }

  /** A relay reduced to who holds what: opens, closes and displaces as the real one does. */
  class Slots {
    readonly shares = new StreamShares<Held>();
    readonly held: Held[] = [];
    private readonly slots: number;
    private opened = 0;

    constructor(slots: number) {
      this.slots = slots;
    }

    /** Returns the stream that had to go, `refused`, or undefined if a slot was free. */
    open(client: ClientKey): Held | 'refused' | undefined {
      const admission = decideAdmission(this.shares, client, this.slots);
      if (admission.kind === 'refuse') return 'refused';
      const deleted = admission.kind === 'displace' ? this.shares.newestOf(admission.victim) : undefined;
      this.close(deleted);
      this.opened += 1;
      const stream = { client, number: this.opened };
      this.held.push(stream);
      this.shares.add(stream);
      return deleted;
    }

    close(stream: Held | undefined): void {
      if (!stream) return;
      this.held.splice(this.held.indexOf(stream), 1);
      this.shares.remove(stream);
    }

    count(network: string): number {
      return this.held.filter(({ client }) => client.network === network).length;
    }
  }

  const address = (name: string): ClientKey => ({ network: name, host: name });
  const inNetwork = (network: string, host: string): ClientKey => ({ network, host: `${network}:${host}` });

  describe('who gets a slot', () => {
    test('[ST7] anyone while one is free, however many streams the address has', () => {
      const slots = new Slots(2_000);
      for (let index = 0; index < 2_000; index += 1) expect(slots.open(address('operator'))).toBeUndefined();
    });

    test('[ST7] with every slot taken by one address, a hundred others are all served, and its newest streams go', () => {
      const slots = new Slots(300);
      for (let index = 0; index < 300; index += 1) slots.open(address('hog'));
      for (let index = 0; index < 100; index += 1)
        expect(slots.open(address(`honest${index}`))).toMatchObject({ client: address('hog'), number: 300 - index });
      expect(slots.count('hog')).toBe(200);
      expect(slots.open(address('hog'))).toBe('refused');
    });

    test('[ST7] a newcomer who would only swap places with somebody is refused', () => {
      const slots = new Slots(2);
      slots.open(address('a'));
      slots.open(address('b'));
      expect(slots.open(address('c'))).toBe('refused');
      const pair = new Slots(2);
      pair.open(address('a'));
      pair.open(address('a'));
      expect(pair.open(address('b'))).toMatchObject({ client: address('a'), number: 2 });
    });

    test('[ST7] all the /64 of one /48 share as one network, and among each other', () => {
      const slots = new Slots(100);
      for (let index = 0; index < 100; index += 1) slots.open(inNetwork('hog', String(index)));
      for (let index = 0; index < 50; index += 1) slots.open(address(`honest${index}`));
      expect(slots.count('hog')).toBe(50);
      expect(slots.open(inNetwork('hog', 'another'))).toBe('refused');

      const crowded = new Slots(10);
      for (let index = 0; index < 10; index += 1) crowded.open(inNetwork('carrier', 'greedy'));
      expect(crowded.open(inNetwork('carrier', 'neighbour'))).toMatchObject({ number: 10 });
    });
  });

  const NETWORKS = ['a', 'b', 'c', 'd', 'e'];
  const client = fc
    .record({ network: fc.constantFrom(...NETWORKS), host: fc.constantFrom('1', '2', '3') })
    .map(({ network, host }) => inNetwork(network, host));
  const act = fc.oneof(
    { weight: 4, arbitrary: client.map((who) => ({ kind: 'open' as const, who })) },
    { weight: 1, arbitrary: fc.nat(30).map((which) => ({ kind: 'close' as const, which })) },
  );
  const acts = fc.array(act, { maxLength: 200 });
  const slotCount = fc.integer({ min: 1, max: 30 });

  /** Carries out any acts over any number of slots; `open` is what is done, and asserted, where somebody asks for one. */
  const carriedOut = (open: (slots: Slots, size: number, who: ClientKey) => void) =>
    fc.assert(
      fc.property(acts, slotCount, (input, size) => {
        const slots = new Slots(size);
        for (const step of input) {
          if (step.kind === 'close') slots.close(slots.held[step.which]);
          else open(slots, size, step.who);
        }
      }),
    );

  /** The max-min share of each network if all that is wanted of `slots` is asked for in single streams. */
  function fairShares(requested: readonly number[], slots: number): number[] {
    const shares = requested.map(() => 0);
    for (let left = slots; left > 0; left -= 1) {
      const poorest = shares
        .map((share, index) => ({ share, index }))
        .filter(({ share, index }) => share < (requested[index] ?? 0))
        .sort((one, other) => one.share - other.share)[0];
      if (!poorest) break;
      shares[poorest.index] = poorest.share + 1;
    }
    return shares;
  }

  describe('over any sequence of opens and closes', () => {
    test('[ST7] no slot is over-used, none stays free for want of leave, and counts stay true', () =>
      carriedOut((slots, size, who) => {
        const wasFree = slots.held.length < size;
        const result = slots.open(who);
        if (wasFree) expect(result).toBeUndefined();
        expect(slots.held.length).toBeLessThanOrEqual(size);
        expect(slots.shares.networks.total).toBe(slots.held.length);
        for (const network of NETWORKS) expect(slots.shares.networks.of(network)).toBe(slots.count(network));
      }));

    test('[ST7] a stream within its network’s even share is never displaced, neither after ten minutes nor before', () =>
      carriedOut((slots, size, who) => {
        const before = [...slots.held];
        const deleted = slots.open(who);
        if (deleted === undefined || deleted === 'refused') return;
        const networks = new Set([...before.map((held) => held.client.network), who.network]);
        const within = before.filter((held) => held.client.network === deleted.client.network).length;
        const ofOneNetwork = deleted.client.network === who.network;
        if (!ofOneNetwork) expect(within).toBeGreaterThan(Math.floor(size / networks.size));
        expect(before.filter(({ client: { host } }) => host === deleted.client.host).at(-1)).toBe(deleted);
      }));

    test('[ST7] whoever keeps asking, shares end max-min fair, and then nobody is displaced any more', () => {
      const wants = fc.array(fc.nat(30), { minLength: NETWORKS.length, maxLength: NETWORKS.length });
      fc.assert(
        fc.property(wants, slotCount, fc.infiniteStream(fc.nat(1_000)), (requested, size, order) => {
          const slots = new Slots(size);
          const missing = () =>
            NETWORKS.flatMap((network, index) =>
              Array.from({ length: Math.max(0, (requested[index] ?? 0) - slots.count(network)) }, () => network),
            );
          // Whoever lacks something asks, in any order, until a whole round was in vain. The displaced ask again too.
          let vain = false;
          let rounds = 0;
          for (; !vain; rounds += 1) {
            expect(rounds).toBeLessThan(100);
            const asking = [...new Set(missing())];
            const from = order.next().value ?? 0;
            const inOrder = asking.map((_, index) => asking[(from + index) % asking.length] ?? 'a');
            vain = inOrder.every((network) => slots.open(address(network)) === 'refused');
          }
          const counts = NETWORKS.map((network) => slots.count(network));
          // Which of those with equal wants gets the odd slot is left to chance.
          expect(counts.toSorted()).toEqual(fairShares(requested, size).toSorted());
        }),
        { numRuns: 50 },
      );
    });
  });

  test('deciding takes microseconds, even among 5,000 streams of 1,000 networks', () => {
    const slots = new Slots(5_000);
    for (let index = 0; index < 5_000; index += 1) slots.open(address(`n${index % 1_000}`));
    const tookMs = cpuMs(() => {
      for (let times = 0; times < 20_000; times += 1) decideAdmission(slots.shares, address('new'), 5_000);
    });
    expect((tookMs / 20_000) * 1_000).toBeLessThan(20);
  });
});

const RETENTION_MS = 900_000;

describe('the ring', () => {
  test('[CU1] [CU2] holds every strike of the last quarter of an hour, in order, and knows where it begins', () => {
    const ring = new StrikeRing(10, RETENTION_MS, 60_000);
    ring.append(toStrikes(numberedStrikes(11, 5)), 15, 0);
    ring.append(toStrikes(numberedStrikes(16, 5)), 20, RETENTION_MS);
    expect(strikesAt(ring.between(10, 100))).toEqual(numberedStrikes(11, 10));
    expect(strikesAt(ring.between(13, 16))).toEqual(numberedStrikes(14, 3));
    expect([strikesAt(ring.between(20, 100)), ring.floorSeq]).toEqual([[], 10]);
    ring.append(toStrikes(numberedStrikes(21, 5)), 25, RETENTION_MS + 1);
    expect(ring.floorSeq).toBe(15);
    expect(strikesAt(ring.between(10, 100))).toEqual(numberedStrikes(16, 10));
  });

  test('is bounded in number, whatever a repair brings at once', () => {
    const ring = new StrikeRing(0, RETENTION_MS, 100);
    ring.append(toStrikes(numberedStrikes(1, 250)), 250, 0);
    expect(ring.floorSeq).toBe(150);
    expect(ring.between(0, 1_000).ordinals).toHaveLength(100);
  });

  test('[CL3] takes each strike once: what it has already is not new', () => {
    const ring = new StrikeRing(0, RETENTION_MS, 100);
    ring.append(toStrikes(numberedStrikes(1, 5)), 5, 0);
    ring.append(toStrikes(numberedStrikes(3, 5)), 7, 0);
    ring.append(toStrikes(numberedStrikes(1, 5)), 5, 0);
    expect(strikesAt(ring.between(0, 100))).toEqual(numberedStrikes(1, 7));
    expect(ring.headSeq).toBe(7);
  });

  test('[CU1] gives exactly what lies between any cursor and its head', () => {
    const batches = fc.array(fc.record({ count: fc.nat(30), waitMs: fc.nat(400_000) }), { maxLength: 20 });
    fc.assert(
      fc.property(batches, fc.nat(600), (input, cursor) => {
        const ring = new StrikeRing(0, RETENTION_MS, 200);
        let nowMs = 0;
        let seq = 0;
        for (const { count, waitMs } of input) {
          nowMs += waitMs;
          ring.append(toStrikes(numberedStrikes(seq + 1, count)), seq + count, nowMs);
          seq += count;
        }
        const from = Math.max(cursor, ring.floorSeq);
        const expected = Array.from({ length: Math.max(0, seq - from) }, (_, index) => from + 1 + index);
        expect(ring.headSeq).toBe(seq);
        expect([...ring.between(cursor, 10_000).ordinals]).toEqual(expected);
      }),
    );
  });
});

describe('how a stream begins, with a ring of 101 to 200', () => {
  test.each([
    ['no cursor', undefined, { kind: 'live' }],
    ['[CU1] the newest seq', 200, { kind: 'live' }],
    ['[CU1] a cursor within the ring', 150, { kind: 'replay', afterSeq: 150 }],
    ['[CU1] the very edge of the ring', 100, { kind: 'replay', afterSeq: 100 }],
    ['[CU2] a cursor older than the ring', 99, { kind: 'reset', reason: 'too-old' }],
    ['[CU2] a cursor beyond the newest seq', 201, { kind: 'reset', reason: 'unknown-seq' }],
  ])('%s', (_, since, decision) => {
    expect(decideResume(since, 100, 200)).toEqual(decision);
  });

  test('[CU2] an empty ring of a new Feed: only 0 is known', () => {
    expect(decideResume(0, 0, 0)).toEqual({ kind: 'live' });
    expect(decideResume(7, 0, 0)).toEqual({ kind: 'reset', reason: 'unknown-seq' });
  });
});

describe('relay loads', () => {
  const LIMITS = { maxStreams: 100, maxRelays: 3 };
  const nobody = () => false;

  describe('where a new stream is sent', () => {
    test('[ST4] to the relay that has room, and more often to those with more room', () => {
      const random = seededRandom(1);
      for (let draw = 0; draw < 100; draw += 1) {
        expect(drawRelays({ count: 3, viewers: [100, 80, 100] }, LIMITS, nobody, random).withRoom).toEqual([1]);
      }
      const draw = () => drawRelays({ count: 3, viewers: [90, 40, 70] }, LIMITS, nobody, random).withRoom[0];
      const first = Array.from({ length: 3_000 }, draw);
      const share = (index: number) => first.filter((sampled) => sampled === index).length / first.length;
      expect([0, 1, 2].map((index) => Math.round(share(index) * 10))).toEqual([1, 6, 3]);
    });

    test('[ST4] to relays not in use yet only after those in use, so that few relays are awake', () => {
      const { withRoom } = drawRelays({ count: 1, viewers: [20] }, LIMITS, nobody, () => 0.5);
      expect(withRoom).toEqual([0, 1, 2]);
    });

    test('[ST4] not to one that refused a moment ago, whatever its load was', () => {
      const { withRoom } = drawRelays({ count: 2, viewers: [20, 20] }, LIMITS, (index) => index === 0, Math.random);
      expect(withRoom).toEqual([1, 2]);
    });

    test('[ST7] to any of the full ones, which may displace somebody, when none has room', () => {
      const full = { count: 3, viewers: [100, 100, 100] };
      const render = (at: number) => drawRelays(full, LIMITS, nobody, () => at);
      expect([render(0), render(0.5), render(0.99)].map(({ withRoom, pressed }) => [withRoom, pressed])).toEqual([
        [[], [0, 1, 2]],
        [[], [1, 2, 0]],
        [[], [2, 0, 1]],
      ]);
    });

    test('few are asked, however many there are', () => {
      const many = { ...LIMITS, maxRelays: 200 };
      const { withRoom, pressed } = drawRelays({ count: 150, viewers: [] }, many, nobody, () => 0);
      expect(withRoom.length + pressed.length).toBeLessThanOrEqual(6);
      expect(new Set(withRoom).size).toBe(withRoom.length);
    });
  });

  test('the Feed tells the load of each relay by its index, and how many to spread over', () => {
    const leases = [
      { relay: 'relay:2', viewers: 7 },
      { relay: 'relay:0', viewers: 95 },
    ];
    expect(relayLoads(leases, 100, 20)).toEqual({ count: 2, viewers: [95, 0, 7] });
    expect(relayLoads([], 100, 20)).toEqual({ count: 1, viewers: [] });
    expect(relayLoads([{ relay: 'relay:7', viewers: 5 }], 100, 3)).toEqual({ count: 1, viewers: [] });
  });

  test.each([
    [0, 9, false],
    [0, 10, true],
    [60, 50, true],
    [60, 51, false],
    [99, 100, true],
    [100, 99, true],
  ])('a load that was told as %s and is %s of 100 is news: %s', (reported, streams, update) => {
    expect(isLoadUpdate(reported, streams, 100)).toBe(update);
  });

  test.each([
    [0, 1],
    [700, 1],
    [800, 2],
    [5_000, 7],
    [1_000_000, 20],
  ])('%s viewers are spread over %s relays of a thousand, with room left in each', (viewers, relays) => {
    expect(relayCount(viewers, 1_000, 20)).toBe(relays);
  });
});

describe('replay', () => {
  const SOFIA = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
  const FULL_RING = 60_000;

  describe('the budget of replays', () => {
    test('[ST9] is used up by five full rings of one network, until the time that was named; the rest of the world has its own', () => {
      const clock = fakeClock(0);
      const budget = new ReplayBudget(clock);
      for (let times = 0; times < 5; times += 1) expect(budget.charge('hog', FULL_RING)).toBeUndefined();
      expect(budget.charge('hog', FULL_RING)).toBe(30);
      expect(budget.charge('honest', FULL_RING)).toBeUndefined();
      clock.advance(29_000);
      expect(budget.charge('hog', FULL_RING)).toBe(1);
      clock.advance(1_000);
      expect(budget.charge('hog', FULL_RING)).toBeUndefined();
    });

    test('[ST9] leaves alone what fits one frame: 2,000 people behind one address may all come back at once', () => {
      const budget = new ReplayBudget(fakeClock(0));
      for (let times = 0; times < 2_000; times += 1) expect(budget.charge('operator', 500)).toBeUndefined();
    });

    test('[ST9] forgets whoever has all of it again', () => {
      const clock = fakeClock(0);
      const budget = new ReplayBudget(clock);
      for (let times = 0; times < 5; times += 1) budget.charge('hog', FULL_RING);
      clock.advance(150_000);
      budget.prune();
      expect(Array.from({ length: 5 }, () => budget.charge('hog', FULL_RING))).toEqual(Array(5).fill(undefined));
    });
  });

  describe('the frames of a replay', () => {
    function aRing(strikes: number) {
      const ring = new StrikeRing(0, 15 * 60_000, FULL_RING);
      ring.append(toStrikes(numberedStrikes(1, strikes)), strikes, 0);
      return { ring, frames: new ReplayFrames(ring) };
    }

    test('end at the same ordinals for everybody, so that cursors apart share all but their first', () => {
      const { frames } = aRing(1_700);
      const seqs = (cursor: number) => {
        const ends: number[] = [];
        for (let seq = cursor; seq < 1_700; ) {
          seq = frames.after(seq, SOFIA).seq;
          ends.push(seq);
        }
        return ends;
      };
      expect(seqs(3)).toEqual([500, 1_000, 1_500, 1_700]);
      expect(seqs(499)).toEqual([500, 1_000, 1_500, 1_700]);
      expect(frames.encoded).toBe(5);
    });

    test('are the very same bytes for the same filter, and others for another', () => {
      const { frames } = aRing(600);
      const { frame } = frames.after(0, SOFIA);
      expect(frame).toBeDefined();
      expect(frames.after(0, SOFIA).frame).toBe(frame);
      expect(frames.after(0, tilesFilter([{ z: 4, x: 9, y: 5 }])).frame).not.toBe(frame);
    });

    test('without a strike that matches are remembered too', () => {
      const { frames } = aRing(600);
      const elsewhere = tilesFilter([{ z: 4, x: 0, y: 0 }]);
      expect(frames.after(0, elsewhere)).toEqual({ seq: 500, frame: undefined });
      frames.after(0, elsewhere);
      expect(frames.encoded).toBe(1);
    });

    test('take a few megabytes at most, whatever is asked for', () => {
      const { ring, frames } = aRing(FULL_RING);
      for (let box = 0; box < 3; box += 1) {
        const filter = bboxFilter({ west: 23, south: 42, east: 24 + box / 10, north: 43 });
        for (let seq = 0; seq < ring.headSeq; ) ({ seq } = frames.after(seq, filter));
      }
      expect(frames.heldBytes).toBeLessThanOrEqual(6 * 2 ** 20);
      expect(frames.heldBytes).toBeGreaterThan(4 * 2 ** 20);
    });
  });

  test('[ST8] who must go is asked to stay away for 30 to 120 s', () => {
    expect([awayMs(() => 0), awayMs(() => 0.5), awayMs(() => 1 - Number.EPSILON)]).toEqual([30_000, 75_000, 120_000]);
  });
});

const SNAPSHOT: ReportedSnapshot = {
  epoch: 'a',
  seq: 5,
  watermarkMs: 1_000,
  providerOffsetMs: 0,
  gapBoxes: [],
  gapBoxesTruncated: false,
};

describe('feed state of', () => {
  const NOW = 1_800_000_000_000;
  const areas = {
    home: { west: 13, south: 34, east: 31, north: 48 },
    coverage: { west: -15, south: 30, east: 45, north: 62 },
  };
  const facts = {
    lastSuccessMs: NOW - 4_000,
    newestStrikeMs: null,
    typicalDelayMs: 5_000,
    cause: null,
    onDemand: {
      margin: { lastSuccessMs: NOW - 30_000, resting: false },
      '4/7/5': { lastSuccessMs: NOW - 300_000, resting: true },
    },
  };
  const stateOf = (filter: Parameters<typeof feedStateOf>[1]) => feedStateOf(facts, filter, areas, NOW);

  describe('[ST11] a stream is told the state of what it touches', () => {
    test('[ST11] home’s state where it touches home, with the age of its ring, or where the view is too wide to name cells', () => {
      const { onDemand, ...state } = stateOf(tilesFilter([{ z: 4, x: 9, y: 5 }]));
      expect(state).toMatchObject({ state: 'live', lastSuccessMs: NOW - 4_000 });
      expect(onDemand).toEqual({ margin: facts.onDemand.margin });
      expect(stateOf(bboxFilter({ west: -180, south: -90, east: 180, north: 90 })).state).toBe('live');
    });

    test('its own where it lies apart from home, on a stream of cells and on one of a box', () => {
      const own = { state: 'delayed', lastSuccessMs: NOW - 300_000, cause: 'provider' };
      expect(stateOf(tilesFilter([{ z: 4, x: 7, y: 5 }]))).toMatchObject(own);
      expect(stateOf(bboxFilter({ west: -5, south: 41, east: -3, north: 42 }))).toMatchObject(own);
    });

    test('that it is down where nothing was ever read', () => {
      const never = stateOf(tilesFilter([{ z: 4, x: 7, y: 4 }]));
      expect(never).toMatchObject({ state: 'down', lastSuccessMs: null });
      expect(never.onDemand).toBeUndefined();
    });
  });

  test('news is when home changes, or when a region is read for the first time, grows old or rests', () => {
    const updateOf = (changes: object) => feedUpdate({ ...facts, ...changes }, NOW);
    expect(updateOf({ lastSuccessMs: NOW - 9_000 })).toBe(updateOf({}));
    expect(updateOf({ cause: 'format' })).not.toBe(updateOf({}));
    const first = { ...facts.onDemand, '4/7/4': { lastSuccessMs: NOW, resting: false } };
    expect(updateOf({ onDemand: first })).not.toBe(updateOf({}));
    const rested = { ...facts.onDemand, margin: { ...facts.onDemand.margin, resting: true } };
    expect(updateOf({ onDemand: rested })).not.toBe(updateOf({}));
  });

  describe('the pulse', () => {
    const feedSnapshot = { ...SNAPSHOT, epoch: 'e', seq: 9, watermarkMs: NOW - 5_000, providerOffsetMs: -300_000 };
    const report = (filter: Parameters<typeof feedStateOf>[1], changes: object = {}) =>
      feedStateOf({ ...facts, snapshot: { ...feedSnapshot, ...changes } }, filter, areas, NOW);
    const home = bboxFilter({ west: 22, south: 42, east: 24, north: 43 });

    test('[ST13] is told where the stream touches home, no more of it than there is', () => {
      const { state, lastSuccessMs, newestStrikeMs, typicalDelayMs, ...rest } = report(home);
      expect([state, lastSuccessMs, newestStrikeMs, typicalDelayMs]).toEqual(['live', NOW - 4_000, null, 5_000]);
      expect(rest).toMatchObject({ epoch: 'e', completeToMs: NOW - 5_000, providerOffsetMs: -300_000 });
      expect(Object.keys(rest).sort()).toEqual(['completeToMs', 'epoch', 'onDemand', 'providerOffsetMs']);
      expect(report(home, { watermarkMs: null }).completeToMs).toBeUndefined();
      const gap = [13, 34, 31, 48, NOW - 90_000, NOW - 30_000] as const;
      expect(report(home, { gapBoxes: [gap], gapBoxesTruncated: true })).toMatchObject({
        gapBoxes: [gap],
        gapBoxesTruncated: true,
      });
    });

    test('[ST13] is not told where it does not, and before the Feed has told it', () => {
      const abroad = report(bboxFilter({ west: -5, south: 41, east: -3, north: 42 }));
      for (const state of [abroad, stateOf(home)]) {
        expect([state.epoch, state.completeToMs, state.providerOffsetMs]).toEqual([undefined, undefined, undefined]);
      }
    });
  });

  const snapshot = (changes: Partial<ReportedSnapshot> = {}): ReportedSnapshot => ({ ...SNAPSHOT, ...changes });

  test('[ST13] a pulse is told once every strike that was numbered before it was passed on, and the last one until then', () => {
    const next = snapshot({ seq: 6, watermarkMs: 2_000 });
    expect(reportableSnapshot(undefined, undefined, 9)).toBeUndefined();
    expect(reportableSnapshot(undefined, next, 5)).toBeUndefined();
    expect(reportableSnapshot(snapshot(), next, 5)).toEqual(snapshot());
    expect(reportableSnapshot(snapshot(), next, 6)).toBe(next);
  });

  test('[ST13] a pulse that was overtaken on its way is not told, unless it is another Feed’s', () => {
    const reportedSnapshot = snapshot();
    expect(reportableSnapshot(reportedSnapshot, snapshot({ watermarkMs: 999 }), 5)).toBe(reportedSnapshot);
    expect(reportableSnapshot(reportedSnapshot, snapshot({ watermarkMs: null }), 5)).toBe(reportedSnapshot);
    expect(reportableSnapshot(reportedSnapshot, snapshot({ seq: 4, watermarkMs: 2_000 }), 5)).toBe(reportedSnapshot);
    const other = snapshot({ epoch: 'b', seq: 1, watermarkMs: null });
    expect(reportableSnapshot(reportedSnapshot, other, 5)).toBe(other);
  });
});

describe('client key', () => {
  test('[ST7] an IPv6 /64 is one host, and a /48 one network', async () => {
    const [one, sameHost, sameNetwork, other] = await Promise.all(
      ['2001:db8:5:6::1', '2001:db8:5:6::2', '2001:db8:5:7::1', '2001:db8:6:6::1'].map((at) => clientKey(at, 'salt')),
    );
    expect(sameHost).toEqual(one);
    expect(sameNetwork?.network).toBe(one?.network);
    expect(sameNetwork?.host).not.toBe(one?.host);
    expect(other?.network).not.toBe(one?.network);
  });

  test('the key does not show the address, and is another one under another salt', async () => {
    const [today, tomorrow] = [await clientKey('203.0.113.7', 'a'), await clientKey('203.0.113.7', 'b')];
    expect(JSON.stringify(today)).not.toContain('203');
    expect(today.host).toMatch(/^[0-9a-f]{24}$/);
    expect(tomorrow.host).not.toBe(today.host);
  });

  test('without an address everybody is the same client', async () => {
    expect(await clientKey('', 'salt')).toEqual(NO_ADDRESS);
  });

  test('the salt holds for a UTC day and is made once', () => {
    let created = 0;
    const salt = new DailySalt(() => `salt${++created}`);
    const noon = Date.UTC(2026, 6, 1, 12);
    const salts = [0, 11, 12].map((hours) => salt.at(noon + hours * 3_600_000));
    expect(salts).toEqual(['salt1', 'salt1', 'salt2']);
  });
});
