import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { FeedSnapshot } from '#shared/watch/Area.ts';
import {
  COVERAGE,
  FAILED,
  type FakeCall,
  fallOften,
  HOME,
  type RunningFeed,
  runFeed,
  START_MS,
  settled,
  feedTest as test,
} from '#tests/ledgers/runFeed.ts';
import { withLedger } from '#tests/ledgers/testEnv.ts';
import { recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { describeFeed, feedSnapshot } from '#worker/feed/feedStatus.ts';
import { addLost, beginRecord, forgetLost, homeCoverage, noteLost } from '#worker/feed/homeCoverage.ts';
import type { ProviderResponse } from '#worker/sources/source.ts';

const HOME_BOX = [HOME.west, HOME.south, HOME.east, HOME.north];

function snapshot({ ledger, time }: RunningFeed): FeedSnapshot {
  const reported = feedSnapshot(ledger, time.now());
  if (!reported) throw new Error('the ledger has no epoch');
  return reported;
}

const watermark = (feed: RunningFeed) => snapshot(feed).watermarkMs ?? Number.NaN;

describe('the watermark', () => {
  test.plain.each([-5, 5])(
    'of a provider whose clock is %d min off never exceeds its time, and the offset outlives a restart',
    (minutes) =>
      runFeed(async (feed) => {
        const { provider, time } = feed;
        const offsetMs = minutes * MINUTE_MS;
        provider.dateOffsetMs = offsetMs;
        fallOften(feed, 60, 15_000, (_, atMs) => ({ atMs: atMs + offsetMs }));
        const watch = async (ms: number) => {
          let before = snapshot(feed).watermarkMs ?? 0;
          for (const endMs = time.now() + ms; time.now() < endMs; ) {
            await time.pass(250);
            const nowMs = snapshot(feed).watermarkMs ?? 0;
            expect(nowMs).toBeGreaterThanOrEqual(before);
            expect(nowMs).toBeLessThanOrEqual(time.now() + offsetMs);
            before = nowMs;
          }
        };
        expect(snapshot(feed).watermarkMs).toBeNull();
        await watch(4 * MINUTE_MS);
        expect(time.now() + offsetMs - watermark(feed)).toBeLessThan(10_000);
        // It dies, and the provider does not answer its successor, which knows only the stored state.
        provider.overrideFor = () => FAILED;
        feed.die();
        await watch(MINUTE_MS);
        expect(Math.abs(snapshot(feed).providerNowMs - time.now() - offsetMs)).toBeLessThan(2_000);
        provider.overrideFor = () => undefined;
        feed.die();
        await watch(4 * MINUTE_MS);
        expect(time.now() + offsetMs - watermark(feed)).toBeLessThan(10_000);
        expect(snapshot(feed).gapBoxes).toEqual([]);
      }),
  );

  test('[FD15] stays where it is, and the mark too, while answers come from a cache that is minutes old', async (feed) => {
    const { provider, time, ledger } = feed;
    provider.dateOffsetMs = 0;
    await settled(feed, 4);
    const beforeMs = watermark(feed);
    const rightMs = time.now();
    // Three answers are too few to be taken for the clock's.
    let responseCount = 0;
    provider.overrideFor = ({ window }) => {
      responseCount += 1;
      return responseCount > 3 ? FAILED : { ...provider.rowsOf(window, rightMs), providerTimeMs: beforeMs };
    };
    await time.pass(MINUTE_MS);
    expect(responseCount).toBeGreaterThan(3);
    expect(watermark(feed)).toBe(beforeMs);
    expect(ledger.windows.coveredToMs('home')).toBeLessThanOrEqual(beforeMs);
  });

  test('[FD15] does not pass a `Date` that no clock can show, though home goes on being read and called live', async (feed) => {
    const { provider, time, ledger } = feed;
    provider.dateOffsetMs = -20 * MINUTE_MS;
    await settled(feed, 4);
    const calls = provider.calls.length;
    await time.pass(10 * MINUTE_MS);
    expect(watermark(feed)).toBeLessThanOrEqual(time.now() - 20 * MINUTE_MS);
    expect(time.now() - (ledger.windows.coveredToMs('home') ?? 0)).toBeLessThan(31_000);
    expect(provider.calls.length - calls).toBeLessThan(60);
  });

  test('[FD15] of a Feed whose home has grown stays, and all of it is a gap until it is read anew', async (feed) => {
    await settled(feed, 4);
    const beforeMs = watermark(feed);
    feed.ledger.windows.forget('home');
    feed.ledger.facts.write('lost', [[0, Number.MAX_SAFE_INTEGER]]);
    expect(snapshot(feed).gapBoxes).toEqual([[...HOME_BOX, 0, beforeMs]]);
    await settled(feed, 4);
    expect(snapshot(feed).gapBoxes).toEqual([]);
    expect(watermark(feed)).toBeGreaterThan(beforeMs);
  });
});

describe('the gaps of a pulse', () => {
  test('[FD16] are the hole of an outage, once the watermark has passed it and until it is read; meanwhile the watermark stands', async (feed) => {
    const { provider, time } = feed;
    provider.dateOffsetMs = 0;
    await settled(feed, 4);
    expect(snapshot(feed).gapBoxes).toEqual([]);
    provider.overrideFor = () => FAILED;
    await time.pass(MINUTE_MS);
    const beforeMs = watermark(feed);
    await time.pass(25 * MINUTE_MS);
    expect(watermark(feed)).toBe(beforeMs);
    // It answers for the last ten minutes alone.
    const reachesMs = time.now() - 10 * MINUTE_MS;
    provider.overrideFor = ({ window }) => (window.fromMs < reachesMs - MINUTE_MS ? FAILED : undefined);
    await time.pass(2 * MINUTE_MS);
    expect(watermark(feed)).toBeGreaterThan(reachesMs);
    const [gap, ...others] = snapshot(feed).gapBoxes;
    expect(others).toEqual([]);
    expect(gap?.slice(0, 4)).toEqual(HOME_BOX);
    expect(gap?.[4]).toBeLessThanOrEqual(beforeMs);
    expect(gap?.[5]).toBeGreaterThanOrEqual(reachesMs - MINUTE_MS);
    provider.overrideFor = () => undefined;
    await time.pass(3 * MINUTE_MS);
    expect(snapshot(feed)).toMatchObject({ gapBoxes: [], gapBoxesTruncated: false });
  });

  test('[FD16] are none of a region abroad, however much it owes', async (feed) => {
    const { provider, time, ledger } = feed;
    await settled(feed, 4);
    for (let step = 0; step < 8; step += 1) {
      ledger.leases.grant({ relay: 'relay:0', cells: { '4/7/5': 1 }, viewers: 1 }, time.now());
      await time.pass(15_000);
      provider.overrideFor = ({ window }) => (window.bbox.east <= HOME.west ? FAILED : undefined);
    }
    expect(ledger.windows.countGaps()).toBeGreaterThan(0);
    expect(ledger.windows.gapBoxes('4/7/5').length).toBeGreaterThan(0);
    expect(snapshot(feed).gapBoxes).toEqual([]);
  });

  test('[FD16] are all of home while what the provider tells cannot be read', async (feed) => {
    const { provider, time } = feed;
    await settled(feed, 4);
    const skipped = new Array(20).fill('no time');
    provider.overrideFor = ({ window }) => ({ ...provider.rowsOf(window, time.now()), rows: 20, skipped });
    await time.pass(2 * MINUTE_MS);
    const [gap] = snapshot(feed).gapBoxes;
    expect(gap?.slice(0, 4)).toEqual(HOME_BOX);
    expect((gap?.[5] ?? 0) - (gap?.[4] ?? 0)).toBeGreaterThan(MINUTE_MS);
    expect(gap?.[5]).toBe(watermark(feed));
  });
});

describe('feed gaps', () => {
  const factsOf = ({ ledger, time }: RunningFeed) =>
    describeFeed(ledger, { home: HOME, coverage: COVERAGE }, time.now());
  const extentIn = (feed: RunningFeed) => factsOf(feed).gaps;
  const minutes = (spans: ReturnType<typeof extentIn>) =>
    spans?.map(([fromMs, toMs]) => [(fromMs - START_MS) / MINUTE_MS, (toMs - START_MS) / MINUTE_MS]);

  describe('[ST12] what was not read of home', () => {
    test('is the whole day at first, shrinks from its newest end, is nothing once it is read, and each change is told', async (feed) => {
      expect(minutes(extentIn(feed))).toEqual([[-24 * 60, 0]]);
      await feed.time.pass(3_000);
      const [span, ...others] = minutes(extentIn(feed)) ?? [];
      expect([span?.[0], others]).toEqual([-24 * 60, []]);
      expect(span?.[1]).toBeLessThanOrEqual(-10);
      const reportedBefore = feed.announced.length;
      await settled(feed, 4);
      expect(extentIn(feed)).toBeUndefined();
      expect(feed.announced.length).toBeGreaterThan(reportedBefore);
      expect(feed.announced.length).toBeLessThan(30);
    });

    test('is an hour in the middle while the provider fails for that hour alone, told when it opens and when it closes', async (feed) => {
      const [fromMs, toMs] = [START_MS - 12 * HOUR_MS, START_MS - 11 * HOUR_MS];
      feed.provider.overrideFor = ({ window }) => (window.fromMs < toMs && window.toMs > fromMs ? FAILED : undefined);
      await feed.time.pass(2 * HOUR_MS);
      const spans = extentIn(feed) ?? [];
      expect(spans).toHaveLength(1);
      expect(spans[0]?.[0]).toBeLessThanOrEqual(fromMs);
      expect(spans[0]?.[1]).toBeGreaterThanOrEqual(toMs);
      const reported = feed.announced.length;
      feed.provider.overrideFor = () => undefined;
      await feed.time.pass(10 * MINUTE_MS);
      expect(extentIn(feed)).toBeUndefined();
      expect(feed.announced.length).toBeGreaterThan(reported);
    });

    test('is the time of an outage until it is read back, also what the first poll after it still has to read', async (feed) => {
      await settled(feed, 4);
      feed.provider.overrideFor = () => FAILED;
      fallOften(feed, 900, 500, (_, atMs) => ({ publishedMs: atMs }));
      const { strikes } = feed.provider;
      await feed.time.pass(8 * MINUTE_MS);
      feed.provider.overrideFor = () => undefined;
      const untilMs = feed.time.now() + MINUTE_MS;
      let behind = 0;
      while (feed.time.now() < untilMs) {
        await feed.time.pass(200);
        const { lastSuccessMs, gaps = [] } = factsOf(feed);
        const missing = strikes.filter(({ id }) => !feed.published.some((strike) => strike.id === id));
        if ((lastSuccessMs ?? 0) < untilMs - MINUTE_MS || missing.length === 0) continue;
        behind += 1;
        for (const { atMs } of missing) expect(gaps.some(([from, to]) => from <= atMs && atMs < to)).toBe(true);
      }
      expect(behind).toBeGreaterThan(0);
      expect(feed.published).toHaveLength(900);
      expect(extentIn(feed)).toBeUndefined();
    });

    test('never is what is only read for the second time', async (feed) => {
      await settled(feed, 4);
      for (let step = 0; step < 90; step += 1) {
        await feed.time.pass(MINUTE_MS);
        expect(extentIn(feed)).toBeUndefined();
      }
    });
  });

  describe('[AP7] what will never be read', () => {
    const lostOf = (feed: RunningFeed) => minutes(homeCoverage(feed.ledger).gaps);

    test('is what lies a day before the first start, and is remembered', async (feed) => {
      await settled(feed, 4);
      expect(lostOf(feed)).toEqual([[-START_MS / MINUTE_MS, -24 * 60]]);
      feed.die();
      await feed.time.pass(3 * HOUR_MS);
      expect(lostOf(feed)).toEqual([[-START_MS / MINUTE_MS, -24 * 60]]);
    });

    test('is what an outage of more than a day leaves behind', async (feed) => {
      await settled(feed, 4);
      // A pause is an outage that costs no calls.
      feed.provider.overrideFor = () => ({ kind: 'paused', reason: 'status 429', retryAfterMs: 30 * HOUR_MS });
      await feed.time.pass(30 * HOUR_MS);
      feed.provider.overrideFor = () => undefined;
      await feed.time.pass(30 * MINUTE_MS);
      const [, span, ...others] = lostOf(feed) ?? [];
      expect(others).toEqual([]);
      expect(span?.[0]).toBeLessThanOrEqual(4);
      expect(span?.[0]).toBeGreaterThan(2);
      expect(span?.[1]).toBeGreaterThan(5 * 60 + 30);
      expect(span?.[1]).toBeLessThan(6 * 60 + 5);
      // Within the last day all was read: the stream has nothing to report.
      expect(extentIn(feed)).toBeUndefined();
    });

    test('is an hour that the provider refused for a day', async (feed) => {
      const [fromMs, toMs] = [START_MS - 22 * HOUR_MS, START_MS - 21 * HOUR_MS];
      feed.provider.overrideFor = ({ window }) => (window.fromMs < toMs && window.toMs > fromMs ? FAILED : undefined);
      await feed.time.pass(4 * HOUR_MS);
      expect(feed.ledger.windows.countGaps()).toBe(0);
      const span = lostOf(feed)?.[1];
      expect(span?.[0]).toBeLessThanOrEqual(-22 * 60);
      expect(span?.[1]).toBeGreaterThanOrEqual(-21 * 60);
      expect(extentIn(feed)).toBeUndefined();
    });

    test('is told by the archive to a Feed that forgot everything', async ({ ledger }) => {
      const gaps: [number, number][] = [[0, START_MS - 90 * HOUR_MS]];
      const record = { completeToMs: START_MS - 50 * HOUR_MS, gaps, lastSuccessMs: null, cause: null };
      const history = { seq: async () => 0, numberedBefore: async () => [], record: async () => record };
      await recoverLedger(ledger, history, START_MS);
      noteLost(ledger.facts, undefined, START_MS - 24 * HOUR_MS);
      expect(ledger.facts.read('lost')).toEqual([
        [0, START_MS - 90 * HOUR_MS],
        [START_MS - 50 * HOUR_MS, START_MS - 24 * HOUR_MS],
      ]);
    });

    test.plain(
      'is everything before a home that has grown, but nothing of one that has shrunk; an earlier ledger’s last day counts',
      () =>
        withLedger((ledger) => {
          ledger.windows.cover('home', START_MS);
          beginRecord(ledger, HOME);
          expect(ledger.facts.read('lost')).toEqual([[0, START_MS - 24 * HOUR_MS]]);
          beginRecord(ledger, { ...HOME, west: HOME.west + 1 });
          expect(ledger.windows.coveredToMs('home')).toBe(START_MS);
          beginRecord(ledger, HOME);
          expect(ledger.windows.coveredToMs('home')).toBeUndefined();
          expect(homeCoverage(ledger)).toEqual({ completeToMs: null, gaps: [] });
          noteLost(ledger.facts, undefined, START_MS);
          expect(ledger.facts.read('lost')).toEqual([[0, START_MS]]);
        }),
    );

    test.plain('is forgotten once nothing of it is kept', () =>
      withLedger(({ facts }) => {
        addLost(facts, [
          [0, 10],
          [20, 30],
        ]);
        forgetLost(facts, 10);
        expect(facts.read('lost')).toEqual([[20, 30]]);
      }),
    );
  });

  describe('[ST2] a provider that says nothing', () => {
    test('makes home delayed after 20 s while it is polled every 5 s, and that is announced at once', async (feed) => {
      await settled(feed, 4);
      fallOften(feed, 1, 1);
      await feed.time.pass(30_000);
      feed.announced.length = 0;
      feed.provider.latencyMs = 10_000_000;
      const lastMs = () => factsOf(feed).lastSuccessMs ?? 0;
      await feed.time.pass(16_000);
      expect(factsOf(feed).cause).toBeNull();
      await feed.time.pass(12_000);
      expect(factsOf(feed).cause).toBe('provider');
      expect(feed.announced).toHaveLength(1);
      expect((feed.announced[0] ?? 0) - lastMs()).toBeGreaterThan(20_000);
      expect((feed.announced[0] ?? 0) - lastMs()).toBeLessThan(21_100);
    });

    test('but asked for a pause makes home delayed too, though the Feed sleeps meanwhile', async (feed) => {
      await settled(feed, 4);
      feed.announced.length = 0;
      feed.provider.overrideFor = () => ({ kind: 'paused', reason: 'status 429', retryAfterMs: 10 * MINUTE_MS });
      await feed.time.pass(2 * MINUTE_MS);
      expect(factsOf(feed).cause).toBe('provider');
      expect(feed.announced).toHaveLength(1);
    });

    test('for as long as a quiet sky is left alone does not make home delayed', async (feed) => {
      await feed.time.pass(20 * MINUTE_MS);
      feed.announced.length = 0;
      for (let step = 0; step < 120; step += 1) {
        await feed.time.pass(1_000);
        expect(factsOf(feed).cause).toBeNull();
      }
      expect(feed.announced).toEqual([]);
    });
  });
});

describe('feed regions', () => {
  const REFUSED: ProviderResponse = { kind: 'rejected', reason: 'status 403', denied: true };
  const BAD_QUERY: ProviderResponse = { kind: 'rejected', reason: 'status 400', denied: false };
  const PAUSED: ProviderResponse = { kind: 'paused', reason: 'status 429', retryAfterMs: 15 * MINUTE_MS };
  const WORLD = { west: -180, south: -90, east: 180, north: 90 };
  /** Every cell there is. */
  const ALL_CELLS = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`4/${n % 16}/${Math.floor(n / 16)}`, 1]));

  const isOfHome = ({ window: { bbox } }: FakeCall) =>
    bbox.west >= HOME.west && bbox.east <= HOME.east && bbox.south >= HOME.south && bbox.north <= HOME.north;
  const longestGap = (times: readonly number[]) =>
    Math.max(...times.slice(1).map((atMs, index) => atMs - (times[index] as number)));

  /** Keeps all of these cells watched, as relays do. */
  function watch({ ledger, time }: RunningFeed, cells: Readonly<Record<string, number>>): void {
    ledger.leases.grant({ relay: 'relay:0', cells, viewers: 11 }, time.now());
  }

  /** Rain over home, so that it is polled every five seconds. */
  const rain = (feed: RunningFeed, minutes: number) => fallOften(feed, minutes * 12, 5_000);

  async function passWatching(feed: RunningFeed, minutes: number, cells = ALL_CELLS): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      watch(feed, cells);
      await feed.time.pass(MINUTE_MS);
    }
  }

  describe('whatever on-demand boxes answer', () => {
    test.plain.each<[string, ProviderResponse, number]>([
      ['403', REFUSED, 100],
      ['400', BAD_QUERY, 100],
      ['500', FAILED, 100],
      ['429 for a quarter of an hour', PAUSED, 100],
      ['nothing, for ten seconds', FAILED, 10_000],
    ])(
      '[FD8] %s: home is silent for 12 s at most, its circuit stays closed, and nothing of it is lost',
      (_, providerResponse, latencyMs) =>
        runFeed(async (feed) => {
          await settled(feed);
          rain(feed, 31);
          await feed.time.pass(MINUTE_MS);
          feed.provider.calls.length = 0;
          feed.provider.overrideFor = (call) => {
            feed.provider.latencyMs = isOfHome(call) ? 100 : latencyMs;
            return isOfHome(call) ? undefined : providerResponse;
          };
          const states = new Set<string>();
          for (let minute = 0; minute < 30; minute += 1) {
            await passWatching(feed, 1);
            states.add(feed.ledger.facts.read('breaker').state);
          }
          const home = feed.provider.calls.filter(isOfHome).map(({ atMs }) => atMs);
          expect(longestGap(home)).toBeLessThanOrEqual(12_000);
          expect([...states]).toEqual(['closed']);
          expect(feed.provider.calls.length).toBeGreaterThan(home.length);
          expect(feed.published).toHaveLength(31 * 12 - 1);
        }),
    );

    test('[FD8] a region that failed to the end rests for ten minutes, then twice as long, up to six hours', async (feed) => {
      await settled(feed);
      feed.provider.overrideFor = (call) => (isOfHome(call) ? undefined : REFUSED);
      await passWatching(feed, 75, { '4/7/5': 1 });
      const timesOf = () => feed.provider.calls.filter((call) => !isOfHome(call)).map(({ atMs }) => atMs);
      const waits = timesOf().map((atMs, index, times) => Math.round((atMs - (times[index - 1] ?? atMs)) / MINUTE_MS));
      expect(waits).toEqual([0, 10, 20, 40]);
      const rests: number[] = [];
      for (let rested = 3; rested < 8; rested += 1) {
        const region = feed.ledger.onDemand.read('4/7/5');
        rests.push(Math.round((region.restUntilMs - (timesOf().at(-1) as number)) / MINUTE_MS));
        // As if it had rested.
        feed.ledger.onDemand.write('4/7/5', { ...region, restUntilMs: 0 });
        await passWatching(feed, 2, { '4/7/5': 1 });
      }
      expect(rests).toEqual([80, 160, 320, 360, 360]);
    });

    test('[FD8] its rest outlives its last viewer and the Feed, and ends with the first answer', async (feed) => {
      await settled(feed);
      feed.provider.overrideFor = (call) => (isOfHome(call) ? undefined : REFUSED);
      await passWatching(feed, 1, { '4/7/5': 1 });
      await feed.time.pass(3 * MINUTE_MS);
      feed.die();
      feed.provider.calls.length = 0;
      await passWatching(feed, 4, { '4/7/5': 1 });
      expect(feed.provider.calls.every(isOfHome)).toBe(true);
      feed.provider.overrideFor = () => undefined;
      await passWatching(feed, 10, { '4/7/5': 1 });
      expect(feed.ledger.onDemand.read('4/7/5')).toMatchObject({ rests: 0, restUntilMs: 0 });
    });
  });

  describe('however much of the world is watched', () => {
    test(
      '[FD8] on-demand calls are one in ten seconds, round robin, and all calls at most half again as many',
      async (feed) => {
        await settled(feed);
        rain(feed, 10);
        await passWatching(feed, 10);
        const onDemand = feed.provider.calls.filter((call) => !isOfHome(call));
        expect(onDemand.length).toBeLessThanOrEqual(61);
        expect(onDemand.length).toBeGreaterThan(50);
        expect(longestGap(onDemand.map(({ atMs }) => atMs))).toBeLessThan(15_000);
        const boxes = new Set(onDemand.map(({ window }) => JSON.stringify(window.bbox)));
        expect(boxes.size).toBe(13);
        // Home alone, in rain: a call in five seconds.
        expect(feed.provider.calls.length).toBeLessThanOrEqual(1.5 * 12 * 10 + 12);
      },
      { areas: { home: HOME, coverage: WORLD } },
    );

    test(
      '[FD3] home’s sweeps are read within two minutes of being due, in a storm with a day of on-demand backlog',
      async (feed) => {
        const { provider, time } = feed;
        await settled(feed);
        const beganMs = time.now();
        fallOften(feed, 2_400, 500, (index, atMs) => ({
          latitude: 36 + (index % 100) / 10,
          publishedMs: atMs + (index % 50 === 0 ? 4 * MINUTE_MS : 3_000),
        }));
        await passWatching(feed, 20);
        const isRescan = ({ window }: FakeCall) => window.toMs % (5 * MINUTE_MS) === 0;
        // Of what fell before, only the second sweep is due here.
        const rescans = provider.calls.filter(
          (call) => isOfHome(call) && isRescan(call) && call.window.toMs > beganMs - 5 * MINUTE_MS,
        );
        const marks = new Map<number, number>();
        for (const { window, atMs } of rescans) if (!marks.has(window.toMs)) marks.set(window.toMs, atMs);
        expect(marks.size).toBeGreaterThanOrEqual(4);
        for (const [endMs, atMs] of marks) expect(atMs - (endMs + 5 * MINUTE_MS)).toBeLessThanOrEqual(2 * MINUTE_MS);
        await passWatching(feed, 15);
        expect(feed.published).toHaveLength(2_400);
      },
      { areas: { home: HOME, coverage: WORLD } },
    );

    test(
      '[FD8] the debt of regions that nobody watches any more is forgotten',
      async (feed) => {
        await settled(feed);
        await passWatching(feed, 2);
        expect(feed.ledger.windows.countGaps()).toBeGreaterThan(0);
        await feed.time.pass(3 * MINUTE_MS);
        expect(feed.ledger.windows.countGaps()).toBe(0);
      },
      { areas: { home: HOME, coverage: WORLD } },
    );
  });

  test('[FD8] while home’s circuit is open nothing else is called', async (feed) => {
    await settled(feed);
    feed.provider.overrideFor = (call) => (isOfHome(call) ? FAILED : undefined);
    await passWatching(feed, 3);
    expect(feed.ledger.facts.read('breaker').state).toBe('open');
    feed.provider.calls.length = 0;
    await passWatching(feed, 10);
    expect(feed.provider.calls.length).toBeGreaterThan(30);
    expect(feed.provider.calls.every(isOfHome)).toBe(true);
  });

  test('[FD1] what lies around home is read in strips once home fills an answer, and nothing of it is lost', async (feed) => {
    const { provider, time } = feed;
    await settled(feed);
    const startMs = time.now();
    fallOften(feed, 6_000, 100, (index) => ({ latitude: 36 + (index % 100) / 10 }));
    const around = [
      [5, 40],
      [40, 40],
      [20, 52],
      [20, 31],
    ] as const;
    fallOften(feed, 200, 3_000, (index) => {
      const [longitude = 0, latitude = 0] = around[index % 4] ?? [];
      return { id: `around-${index}`, longitude, latitude };
    });
    await passWatching(feed, 20, { '4/9/5': 1, '4/8/6': 1 });
    expect(feed.published).toHaveLength(6_200);
    const onDemand = provider.calls.filter((call) => !isOfHome(call));
    expect(onDemand.length).toBeLessThanOrEqual(121);
    expect(time.now() - startMs).toBe(20 * MINUTE_MS);
  });
});
