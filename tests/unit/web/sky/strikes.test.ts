import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains } from '#shared/geo/BBox.ts';
import { circleAround, distanceKm } from '#shared/geo/geodesy.ts';
import { ringOfBox } from '#shared/geo/Shape.ts';
import { NEAR_KM, nearestStrike } from '#shared/sky/placeFacts.ts';
import { toStrikes } from '#shared/strike.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import {
  countAround,
  heldStrikes,
  knownWithinKm,
  nearBox,
  nearestStrikes,
  newestStrikes,
  outlinedArea,
  windowCounts,
} from '#web/sky/findStrikes.ts';
import { dirtyRows, type ReadMark, StrikeStore } from '#web/sky/StrikeStore.ts';
import { aStrike } from './feedHarness.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A whole minute. */
const T = 30_000_000 * MINUTE;

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const BOX = { west: 23, south: 42, east: 24, north: 43 };

/** A store that holds these strikes at `T`. */
function holding(...strikes: readonly ReturnType<typeof aStrike>[]): StrikeStore {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 24 * HOUR, epochMs: T });
  store.append(strikesToColumns(strikes), T);
  return store;
}

describe('strikes under the pointer', () => {
  const AGES = { now: 36_000, window: 36_000, youngest: 0 };
  const rows = (...all: readonly (readonly [x: number, y: number, at: number])[]) => ({
    rendered: Int32Array.from(all.flat()),
    length: all.length,
  });

  test('are counted in a square around it, by their age, and none beyond the window or younger than is shown', () => {
    const held = rows([0, 0, 35_000], [90, -90, 20_000], [10, 10, 100], [101, 0, 35_000], [0, 0, -100], [0, 0, 36_001]);
    expect(countAround(held, AGES, { x: 0, y: 0 }, 100)).toEqual({ total: 3, fresh: 1, recent: 1, old: 1 });
  });

  test('are counted across the antimeridian as anywhere', () => {
    const edge = 2 ** 31 - 10;
    const held = rows([edge, 0, 35_000], [-(2 ** 31) + 10, 0, 35_000]);
    expect(countAround(held, AGES, { x: edge, y: 0 }, 100).total).toBe(2);
  });
});

describe('strike store', () => {
  const store = (capacity = 4_096) => new StrikeStore({ capacity, maxAgeMs: 24 * HOUR, epochMs: NOW });
  const held = (of: StrikeStore) => Array.from({ length: of.length }, (_, row) => of.strikeAt(row));
  const markOf = ({ generation, length }: StrikeStore): ReadMark => ({ generation, rows: length });

  const anArrival = fc.record({
    ordinal: fc.integer({ min: 1, max: 400 }),
    latitudeE5: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    ageMs: fc.integer({ min: -5_000, max: 30 * HOUR }),
  });

  const columnsOf = (arrivals: readonly { ordinal: number; latitudeE5: number; ageMs: number }[]) => ({
    ordinals: arrivals.map(({ ordinal }) => ordinal),
    latitudesE5: arrivals.map(({ latitudeE5 }) => latitudeE5),
    longitudesE5: arrivals.map(({ ordinal }) => ordinal * 1_000),
    atMs: arrivals.map(({ ageMs }) => NOW - ageMs),
  });
  const arrivalsOf = (count: number, ageMsOf: (index: number) => number) =>
    columnsOf(
      Array.from({ length: count }, (_, index) => ({ ordinal: index + 1, latitudeE5: index, ageMs: ageMsOf(index) })),
    );

  describe('exactly once', () => {
    test('[CL3] whatever is told, in whatever order and however often, is held once, unless it is too old', () =>
      fc.assert(
        fc.property(fc.array(fc.array(anArrival, { maxLength: 60 }), { maxLength: 8 }), (batches) => {
          const strikes = store();
          for (const batch of batches) strikes.append(columnsOf(batch), NOW);
          const expected = new Map<number, number>();
          for (const { ordinal, ageMs } of batches.flat())
            if (ageMs <= 24 * HOUR && !expected.has(ordinal)) expected.set(ordinal, NOW - ageMs);
          expect(held(strikes).map(({ ordinal, atMs }) => [ordinal, atMs])).toEqual([...expected]);
        }),
      ));

    test('[CL3] a strike told by a slice and again by the stream is held once, with its position', () => {
      const strikes = store();
      const told = [aStrike(7, { latitude: 42.69771, longitude: 23.32193, atMs: NOW })];
      expect(strikes.append(strikesToColumns(told), NOW)).toBe(1);
      expect(strikes.append(fromDeltas(toDeltas(toStrikes(told))), NOW)).toBe(0);
      expect(held(strikes)).toEqual([{ ordinal: 7, latitude: 42.69771, longitude: 23.32193, atMs: NOW }]);
    });
  });

  describe('bounds', () => {
    test('a full store gives up the oldest strikes by time, not those that came first', () => {
      const strikes = store(1_000);
      strikes.append(
        arrivalsOf(1_001, (index) => index * 1_000),
        NOW,
      );
      const ages = held(strikes).map(({ atMs }) => (NOW - atMs) / 1_000);
      expect(strikes.length).toBeLessThanOrEqual(1_000);
      expect(Math.min(...ages)).toBe(0);
      expect(Math.max(...ages)).toBeLessThan(1_000);
    });

    test('what was given up for want of room is not let in again and again', () => {
      const strikes = store(100);
      const arrivals = arrivalsOf(500, (index) => index);
      strikes.append(arrivals, NOW);
      const mark = markOf(strikes);
      expect(strikes.append(arrivals, NOW)).toBe(0);
      expect(markOf(strikes)).toEqual(mark);
    });

    test('strikes that grow too old are swept out once they are a quarter, and the rest stay as they were', () => {
      const strikes = store();
      strikes.append(
        arrivalsOf(4_000, (index) => (index % 2 === 0 ? 0 : 23 * HOUR)),
        NOW,
      );
      strikes.expire(NOW + 2 * HOUR);
      expect(strikes.length).toBe(2_000);
      expect(held(strikes).every(({ ordinal, latitude }) => Math.round(latitude * 1e5) === ordinal - 1)).toBe(true);
    });
  });

  describe('dirty rows', () => {
    test('[CL3] a reader that follows them holds, at every moment, what the store draws, which never exceeds its capacity nor holds a strike twice', () =>
      fc.assert(
        fc.property(fc.array(fc.array(anArrival, { maxLength: 80 }), { maxLength: 12 }), (batches) => {
          const strikes = store(64);
          let mark: ReadMark = { generation: -1, rows: 0 };
          const copy = new Int32Array(64 * 3);
          for (const batch of batches) {
            strikes.append(columnsOf(batch), NOW);
            const { from, to } = dirtyRows(mark, markOf(strikes));
            copy.set(strikes.rendered.subarray(from * 3, to * 3), from * 3);
            mark = markOf(strikes);
            expect(copy.subarray(0, to * 3)).toEqual(strikes.rendered.subarray(0, to * 3));
            const ordinals = held(strikes).map(({ ordinal }) => ordinal);
            expect(ordinals.length).toBeLessThanOrEqual(64);
            expect(new Set(ordinals).size).toBe(ordinals.length);
          }
        }),
      ));

    test('an append touches only the new rows', () => {
      const strikes = store();
      const append = (ordinal: number) => strikes.append(columnsOf([{ ordinal, latitudeE5: 0, ageMs: 0 }]), NOW);
      append(1);
      const mark = markOf(strikes);
      append(2);
      expect(dirtyRows(mark, markOf(strikes))).toEqual({ from: 1, to: 2 });
    });
  });

  test('merging an event of 300 strikes into 100,000 held takes at most 0.5 ms in the mean', () => {
    const strikes = new StrikeStore({ capacity: 262_144, maxAgeMs: 26 * HOUR, epochMs: NOW });
    const strikesFrom = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) =>
        aStrike(first + index, { latitude: 42 + index / 1e4, atMs: NOW - (index % 1_000) }),
      );
    strikes.append(strikesToColumns(strikesFrom(1, 100_000)), NOW);
    const rounds = Array.from({ length: 301 }, (_, round) =>
      toDeltas(toStrikes(strikesFrom(100_001 + round * 300, 300))),
    );
    const meanMs = cpuMs(() => rounds.map((deltas) => strikes.append(fromDeltas(deltas), NOW))) / rounds.length;
    process.stdout.write(`merge 300 into 100,000: ${meanMs.toFixed(3)} ms\n`);
    expect(strikes.length).toBe(100_000 + 301 * 300);
    expect(meanMs).toBeLessThanOrEqual(0.5);
  });
});

describe('find strike', () => {
  const someStrikes = fc.array(
    fc.record({
      latitude: fc.integer({ min: 4_000_000, max: 4_500_000 }).map((e5) => e5 / 1e5),
      longitude: fc.integer({ min: 2_000_000, max: 2_600_000 }).map((e5) => e5 / 1e5),
      ageMs: fc.integer({ min: 0, max: HOUR }),
    }),
    { maxLength: 60 },
  );
  const storeOf = (strikes: readonly { latitude: number; longitude: number; ageMs: number }[]) =>
    holding(...strikes.map(({ ageMs, ...at }, index) => aStrike(index + 1, { ...at, atMs: T - ageMs })));
  const EAST = { west: 24, south: 42, east: 25, north: 43 };

  test('no strike of the scope is nearer than the nearest, beyond what the flat map distorts', () =>
    fc.assert(
      fc.property(someStrikes, (strikes) => {
        const store = storeOf(strikes);
        const fromMs = T - HOUR / 2;
        const distances = Array.from({ length: store.length }, (_, row) => store.strikeAt(row))
          .filter(({ atMs }) => atMs >= fromMs)
          .map((strike) => distanceKm(SOFIA, strike));
        const nearest = nearestStrike(store, SOFIA, { fromMs });
        if (!nearest) expect(distances).toEqual([]);
        else expect(distanceKm(SOFIA, nearest)).toBeLessThanOrEqual(Math.min(...distances) * 1.05);
      }),
    ));

  test('strikes outside the box are not picked; the nearest lie in it or within the distance that is known all around', () => {
    const north = (degrees: number) => aStrike(1 + degrees * 100, { ...SOFIA, latitude: SOFIA.latitude + degrees });
    const inView = holding({ ...north(0), atMs: T });
    expect(nearestStrike(inView, SOFIA, { fromMs: 0, within: EAST })).toBeUndefined();
    const store = holding({ ...north(0.09), atMs: T }, { ...north(2), atMs: T });
    const found = nearestStrikes(store, SOFIA, { fromMs: 0, within: EAST, knownKm: 100 }, 5);
    expect(found.map(({ km }) => Math.round(km))).toEqual([10]);
  });

  test('the newest come first, as many as asked for', () =>
    fc.assert(
      fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
        const ages = strikes.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
        const newest = newestStrikes(storeOf(strikes), { fromMs: T - HOUR / 2 }, maxCount);
        expect(newest.map(({ atMs }) => T - atMs)).toEqual(ages.filter((age) => age <= HOUR / 2).slice(0, maxCount));
      }),
    ));

  test('the nearest of all strikes come first, as many as asked for, however old they are', () =>
    fc.assert(
      fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
        const distances = strikes
          .filter(({ ageMs }) => ageMs <= HOUR / 2)
          .map((at) => distanceKm(SOFIA, at))
          .sort((a, b) => a - b);
        const scope = { fromMs: T - HOUR / 2, knownKm: 0 };
        const nearest = nearestStrikes(storeOf(strikes), SOFIA, scope, maxCount);
        expect(nearest.map(({ km }) => km)).toEqual(distances.slice(0, maxCount));
      }),
    ));
});

describe('nearest known', () => {
  const ATHENS_VIEW = { west: 23, south: 37.5, east: 24.5, north: 38.5 };

  test('the box around a point holds all of the circle around it, at every latitude that is lived at', () => {
    const degrees = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(-70, 70), degrees(-175, 175), (latitude, longitude) => {
        const box = nearBox({ latitude, longitude });
        const circle = circleAround({ latitude, longitude }, NEAR_KM * 0.995);
        expect(circle.every(([east, north]) => bboxContains(box, east, north))).toBe(true);
      }),
    );
  });

  test.each([
    ['as far as the view reaches on its narrowest side', 550, { west: 13, south: 36.6977, east: 33, north: 47.6977 }],
    ['never less than its surroundings: another view', NEAR_KM, ATHENS_VIEW],
    ['never less than its surroundings: a close view', NEAR_KM, { west: 23.2, south: 42.6, east: 23.4, north: 42.8 }],
    ['never less than its surroundings: no view', NEAR_KM, undefined],
  ])('everything is held around a point %s', (_, km, view) => expect(knownWithinKm(SOFIA, view)).toBe(km));

  describe('the strikes that a verdict tells', () => {
    /** Strikes so many minutes ago, so many kilometres north of Sofia. */
    function report(...fallen: readonly (readonly [minutesAgo: number, km: number])[]) {
      const rows = fallen.map(([minutesAgo, km], index) =>
        aStrike(index + 1, { ...SOFIA, latitude: SOFIA.latitude + km / 111.2, atMs: T - minutesAgo * MINUTE }),
      );
      const scope = { box: ATHENS_VIEW, endMs: T, requestedMs: HOUR, toMs: T, withinKm: NEAR_KM };
      const { near, last, trend } = heldStrikes(holding(...rows), SOFIA, scope);
      return [near?.ordinal, last?.ordinal, trend];
    }

    test('are the nearest of the last ten minutes, not of the hour, and none beyond what is held', () => {
      expect(report([40, 2], [5, 30], [9, 12])[0]).toBe(3);
      expect(report([5, NEAR_KM + 5], [40, 2])).toEqual([undefined, 2, undefined]);
    });

    test('and the last one close by, however far away it struck since', () => {
      expect(report([25, 12], [40, 4], [12, 90])[1]).toBe(1);
      expect(report([25, 50], [12, 90])[1]).toBe(2);
      expect(report([61, 12])[1]).toBeUndefined();
    });

    test('come closer or move off by where the nearest of the ten minutes before struck', () => {
      expect(report([2, 10], [8, 30], [15, 20])[2]).toBe('closer');
      expect(report([2, 20], [15, 10])[2]).toBe('further');
      expect(report([25, 20], [38, 10])[2]).toBe('further');
    });

    test.each([
      ['a difference below 3 km', [2, 10], [15, 12]],
      ['a pause of more than ten minutes', [2, 10], [25, 90]],
    ] as const)('and nothing is said of %s', (_, now, before) => {
      expect(report(now, before)[2]).toBeUndefined();
      expect(report(now)[2]).toBeUndefined();
    });
  });
});

test('of an outlined area the strikes are told by their distance from its edge, 0 within, and none beyond its reach', () => {
  const fallen = [
    [2, 42.25, 24.5],
    [3, 42.05, 24.98],
    [1, 43, 24.5],
    [15, 42.2, 24.5],
    [70, 42.05, 24.5],
  ] as const;
  const rows = fallen.map(([ago, latitude, longitude], row) =>
    aStrike(row + 1, { latitude, longitude, atMs: T - ago * MINUTE }),
  );
  /** Some 80 km wide and 11 km high. */
  const plain = ringOfBox({ west: 24, south: 42, east: 25, north: 42.1 });
  const area = outlinedArea({ type: 'Polygon', coordinates: [plain] }, 30);
  const reportedStrikes = area.reported(holding(...rows), {
    endMs: T,
    requestedMs: HOUR,
    toMs: T,
    withinKm: area.withinKm,
  });
  expect([reportedStrikes.near?.ordinal, reportedStrikes.last?.ordinal, reportedStrikes.trend]).toEqual([
    2,
    1,
    'closer',
  ]);
  expect(area.kmTo({ latitude: 42.05, longitude: 24.98 })).toBe(0);
});

/** What is held reaches beyond the window that is shown: nothing may be said of strikes that came after it. */
describe('past window', () => {
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  const later = [T, T + 1, T + 5 * MINUTE, T + 600 * MINUTE].map((atMs, n) => aStrike(10 + n, { atMs }));
  const store = holding(
    aStrike(1, { atMs: T - 30_000, latitude: 42.8 }),
    aStrike(2, { atMs: T - 15 * MINUTE, latitude: 42.9 }),
    aStrike(3, { atMs: T - HOUR }),
    aStrike(4, { atMs: T - HOUR - 1 }),
    ...later,
  );
  const scope = { fromMs: T - HOUR, toMs: T };
  const requested = { box: BOX, endMs: T, requestedMs: HOUR, toMs: T, withinKm: 100 };

  test('the window begins with its first instant and ends before its last', () => {
    const { total, bars, newestMs } = windowCounts(store, BOX, T, 60 * MINUTE, MINUTE, T);
    expect([total, bars.reduce((sum, count) => sum + count, 0), newestMs]).toEqual([3, 3, T - 30_000]);
    expect(newestStrikes(store, scope, 50).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });

  test('the nearest and the trend are of that window', () => {
    const nearest = nearestStrikes(store, SOFIA, { ...scope, knownKm: 100 }, 50);
    expect(nearest.map(({ strike }) => strike.ordinal)).toEqual([3, 1, 2]);
    const reportedStrikes = heldStrikes(store, SOFIA, requested);
    expect([reportedStrikes.near?.ordinal, reportedStrikes.trend]).toEqual([1, 'closer']);
  });

  test('the last strike is the last near a place, and of the map’s middle, which nobody asked about, the last in view', () => {
    const at = (ordinal: number, latitude: number, agoMin: number) =>
      aStrike(ordinal, { latitude, longitude: 23.4, atMs: T - agoMin * MINUTE });
    const held = holding(at(1, 42.65, 40), at(2, 42.2, 20));
    expect(heldStrikes(held, SOFIA, requested).last?.ordinal).toBe(1);
    expect(heldStrikes(held, SOFIA, { ...requested, isMiddle: true }).last?.ordinal).toBe(2);
  });

  test('a reader that is given another store reads all of it, however much it had read of the first', () => {
    const other = holding(...later);
    const mark = { generation: store.generation, rows: store.length };
    expect(dirtyRows(mark, { generation: other.generation, rows: other.length })).toEqual({ from: 0, to: 4 });
  });
});

describe('window counts', () => {
  test('strikes of the box and window are counted, per bar and in all, and the newest is named', () => {
    const store = holding(
      ...[59 * MINUTE, 30_000, 20_000, 61 * MINUTE].map((ageMs, index) => aStrike(index + 1, { atMs: T - ageMs })),
      aStrike(5, { atMs: T, longitude: 25 }),
    );
    const counts = windowCounts(store, BOX, T, HOUR, MINUTE);
    expect(counts).toMatchObject({ total: 3, newestMs: T - 20_000 });
    expect([counts.bars[1], counts.bars[59]]).toEqual([1, 2]);
  });

  test('bars begin at whole multiples of their length, so that they stand still while time passes', () => {
    const store = holding(aStrike(1, { atMs: T - 10 * MINUTE - 5_000 }));
    const barOf = (nowMs: number) => {
      const { bars, barsFromMs, barMs } = windowCounts(store, BOX, nowMs, 60 * MINUTE, MINUTE);
      return barsFromMs + bars.indexOf(1) * barMs;
    };
    for (const laterMs of [7_000, 50_000]) expect(barOf(T + laterMs)).toBe(barOf(T));
  });

  test('the bars together hold every strike of the window, also at its edges', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 70 * MINUTE }), { maxLength: 40 }), (ages) => {
        const store = holding(...ages.map((age, index) => aStrike(index + 1, { atMs: T + 12_345 - age })));
        const { bars, total } = windowCounts(store, BOX, T + 12_345, 60 * MINUTE, MINUTE);
        expect(bars.reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(total).toBe(ages.filter((age) => age <= 60 * MINUTE).length);
      }),
    ));

  test('no strike: nothing is newest', () =>
    expect(windowCounts(holding(), BOX, T, 600_000, 300_000)).toMatchObject({ total: 0, newestMs: null }));
});
