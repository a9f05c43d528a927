import { describe, expect } from 'vitest';
import { bboxOverlaps } from '#shared/geo/BBox.ts';
import type { FakeCall } from '#tests/ledgers/runFeed.ts';
import { FAILED, HOME, type RunningFeed, runFeed, feedTest as test } from '#tests/ledgers/runFeed.ts';
import type { ProviderAnswer } from '#worker/sources/port/StrikeSource.ts';

const MINUTE_MS = 60_000;
const REFUSED: ProviderAnswer = { kind: 'rejected', reason: 'status 403', denied: true };
const BAD_QUERY: ProviderAnswer = { kind: 'rejected', reason: 'status 400', denied: false };
const PAUSED: ProviderAnswer = { kind: 'paused', reason: 'status 429', retryAfterMs: 15 * MINUTE_MS };
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
function rain({ provider, time }: RunningFeed, minutes: number): void {
  for (let index = 0; index < minutes * 12; index += 1) {
    const atMs = time.now() + index * 5_000;
    provider.strikes.push({ id: `rain-${index}`, latitude: 42, longitude: 23, atMs, publishedMs: atMs + 2_000 });
  }
}

async function settled(feed: RunningFeed): Promise<void> {
  await feed.time.pass(3 * MINUTE_MS);
  feed.provider.calls.length = 0;
}

async function passWatching(feed: RunningFeed, minutes: number, cells = ALL_CELLS): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    watch(feed, cells);
    await feed.time.pass(MINUTE_MS);
  }
}

describe('whatever foreign boxes answer', () => {
  test.plain.each<[string, ProviderAnswer, number]>([
    ['403', REFUSED, 100],
    ['400', BAD_QUERY, 100],
    ['500', FAILED, 100],
    ['429 for a quarter of an hour', PAUSED, 100],
    ['nothing, for ten seconds', FAILED, 10_000],
  ])(
    '[FD8] %s: home is silent for 12 s at most, its circuit stays closed, and nothing of it is lost',
    (_, answer, latencyMs) =>
      runFeed(async (feed) => {
        await settled(feed);
        rain(feed, 31);
        await feed.time.pass(MINUTE_MS);
        feed.provider.calls.length = 0;
        feed.provider.fault = (call) => {
          feed.provider.latencyMs = isOfHome(call) ? 100 : latencyMs;
          return isOfHome(call) ? undefined : answer;
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
    feed.provider.fault = (call) => (isOfHome(call) ? undefined : REFUSED);
    await passWatching(feed, 75, { '4/7/5': 1 });
    const timesOf = () => feed.provider.calls.filter((call) => !isOfHome(call)).map(({ atMs }) => atMs);
    const waits = timesOf().map((atMs, index, times) => Math.round((atMs - (times[index - 1] ?? atMs)) / MINUTE_MS));
    expect(waits).toEqual([0, 10, 20, 40]);
    const rests: number[] = [];
    for (let rested = 3; rested < 8; rested += 1) {
      const region = feed.ledger.foreign.read('4/7/5');
      rests.push(Math.round((region.restUntilMs - (timesOf().at(-1) as number)) / MINUTE_MS));
      // As if it had rested.
      feed.ledger.foreign.write('4/7/5', { ...region, restUntilMs: 0 });
      await passWatching(feed, 2, { '4/7/5': 1 });
    }
    expect(rests).toEqual([80, 160, 320, 360, 360]);
  });

  test('[FD8] its rest outlives its last viewer and the Feed, and ends with the first answer', async (feed) => {
    await settled(feed);
    feed.provider.fault = (call) => (isOfHome(call) ? undefined : REFUSED);
    await passWatching(feed, 1, { '4/7/5': 1 });
    await feed.time.pass(3 * MINUTE_MS);
    feed.die();
    feed.provider.calls.length = 0;
    await passWatching(feed, 4, { '4/7/5': 1 });
    expect(feed.provider.calls.every(isOfHome)).toBe(true);
    feed.provider.fault = () => undefined;
    await passWatching(feed, 10, { '4/7/5': 1 });
    expect(feed.ledger.foreign.read('4/7/5')).toMatchObject({ rests: 0, restUntilMs: 0 });
  });
});

describe('however much of the world is watched', () => {
  test(
    '[FD8] foreign calls are one in ten seconds, round robin, and all calls at most half again as many',
    async (feed) => {
      await settled(feed);
      rain(feed, 10);
      await passWatching(feed, 10);
      const foreign = feed.provider.calls.filter((call) => !isOfHome(call));
      expect(foreign.length).toBeLessThanOrEqual(61);
      expect(foreign.length).toBeGreaterThan(50);
      expect(longestGap(foreign.map(({ atMs }) => atMs))).toBeLessThan(15_000);
      const boxes = new Set(foreign.map(({ window }) => JSON.stringify(window.bbox)));
      expect(boxes.size).toBe(13);
      // Home alone, in rain: a call in five seconds.
      expect(feed.provider.calls.length).toBeLessThanOrEqual(1.5 * 12 * 10 + 12);
    },
    { areas: { home: HOME, coverage: WORLD } },
  );

  test(
    '[FD3] home’s sweeps are read within two minutes of being due, in a storm with a day of foreign debt',
    async (feed) => {
      const { provider, time } = feed;
      await settled(feed);
      const beganMs = time.now();
      for (let index = 0; index < 2_400; index += 1) {
        const atMs = time.now() + index * 500;
        const late = index % 50 === 0 ? 4 * MINUTE_MS : 3_000;
        const latitude = 36 + (index % 100) / 10;
        provider.strikes.push({ id: `s${index}`, latitude, longitude: 22, atMs, publishedMs: atMs + late });
      }
      await passWatching(feed, 20);
      const isSweep = ({ window }: FakeCall) => window.toMs % (5 * MINUTE_MS) === 0;
      // Of what fell before, only the second sweep is due here.
      const sweeps = provider.calls.filter(
        (call) => isOfHome(call) && isSweep(call) && call.window.toMs > beganMs - 5 * MINUTE_MS,
      );
      const marks = new Map<number, number>();
      for (const { window, atMs } of sweeps) if (!marks.has(window.toMs)) marks.set(window.toMs, atMs);
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

  test('[FD8] a cell outside the coverage is never asked for', async (feed) => {
    await settled(feed);
    await passWatching(feed, 5);
    const coverage = { west: -15, south: 30, east: 45, north: 62 };
    expect(feed.provider.calls.every(({ window }) => bboxOverlaps(window.bbox, coverage))).toBe(true);
    expect(Math.min(...feed.provider.calls.map(({ window }) => window.bbox.west))).toBe(-15);
  });
});

test('[FD8] while home’s circuit is open nothing else is called', async (feed) => {
  await settled(feed);
  feed.provider.fault = (call) => (isOfHome(call) ? FAILED : undefined);
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
  for (let index = 0; index < 6_000; index += 1) {
    const atMs = startMs + index * 100;
    const latitude = 36 + (index % 100) / 10;
    provider.strikes.push({ id: `h${index}`, latitude, longitude: 22, atMs, publishedMs: atMs + 2_000 });
  }
  for (let index = 0; index < 200; index += 1) {
    const atMs = startMs + index * 3_000;
    const [longitude, latitude] = [
      [5, 40],
      [40, 40],
      [20, 52],
      [20, 31],
    ][index % 4] as [number, number];
    provider.strikes.push({ id: `r${index}`, latitude, longitude, atMs, publishedMs: atMs + 2_000 });
  }
  await passWatching(feed, 20, { '4/9/5': 1, '4/8/6': 1 });
  expect(feed.published).toHaveLength(6_200);
  const foreign = provider.calls.filter((call) => !isOfHome(call));
  expect(foreign.length).toBeLessThanOrEqual(121);
  expect(time.now() - startMs).toBe(20 * MINUTE_MS);
});
