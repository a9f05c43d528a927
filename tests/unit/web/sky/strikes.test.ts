import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains } from '#shared/geo/BBox.ts';
import { circleAround, distanceKm } from '#shared/geo/geodesy.ts';
import { nearestStrike } from '#shared/verdict/findStrike.ts';
import { NEAR_KM } from '#shared/verdict/toldStrikes.ts';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { countAround } from '#web/sky/strikes/countAround.ts';
import { nearestStrikes, newestStrikes } from '#web/sky/strikes/findStrike.ts';
import { heldStrikes, knownWithinKm, nearBox } from '#web/sky/strikes/nearestKnown.ts';
import { outlinedArea } from '#web/sky/strikes/outlinedArea.ts';
import { dirtyRows, type ReadMark, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';
import { windowCounts } from '#web/sky/strikes/windowCounts.ts';
import { aStrike } from './feed/feedHarness.ts';

const NOW = 1_800_000_000_000;

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };

/** What is held reaches beyond the window of the past that is shown: nothing may be said of strikes that came after it. */
const MINUTE = 60_000;

const BOX = { west: 23, south: 42, east: 24, north: 43 };

describe('strikes under the pointer', () => {
  const AGES = { now: 36_000, window: 36_000, youngest: 0 };
  const rows = (...all: readonly (readonly [x: number, y: number, at: number])[]) => ({
    drawn: Int32Array.from(all.flat()),
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
  const HOUR = 3_600_000;

  function store(capacity = 4_096) {
    return new StrikeStore({ capacity, maxAgeMs: 24 * HOUR, epochMs: NOW });
  }

  function held(of: StrikeStore) {
    return Array.from({ length: of.length }, (_, row) => of.strikeAt(row));
  }

  const anArrival = fc.record({
    ordinal: fc.integer({ min: 1, max: 400 }),
    latitudeE5: fc.integer({ min: -9_000_000, max: 9_000_000 }),
    ageMs: fc.integer({ min: -5_000, max: 30 * HOUR }),
  });

  function columnsOf(arrivals: readonly { ordinal: number; latitudeE5: number; ageMs: number }[]) {
    return {
      ordinals: arrivals.map(({ ordinal }) => ordinal),
      latitudesE5: arrivals.map(({ latitudeE5 }) => latitudeE5),
      longitudesE5: arrivals.map(({ ordinal }) => ordinal * 1_000),
      atMs: arrivals.map(({ ageMs }) => NOW - ageMs),
    };
  }

  describe('exactly once', () => {
    test('[CL3] whatever is told, in whatever order and however often, is held once, unless it is too old', () =>
      fc.assert(
        fc.property(fc.array(fc.array(anArrival, { maxLength: 60 }), { maxLength: 8 }), (batches) => {
          const strikes = store();
          for (const batch of batches) strikes.append(columnsOf(batch), NOW);
          const expected = new Map<number, number>();
          for (const arrival of batches.flat()) {
            if (arrival.ageMs <= 24 * HOUR && !expected.has(arrival.ordinal)) {
              expected.set(arrival.ordinal, NOW - arrival.ageMs);
            }
          }
          expect(held(strikes).map(({ ordinal, atMs }) => [ordinal, atMs])).toEqual([...expected]);
        }),
      ));

    test('[CL3] a strike told by a slice and again by the stream is held once, with its position', () => {
      const strikes = store();
      const columns = strikesToColumns([aStrike(7, { latitude: 42.69771, longitude: 23.32193, atMs: NOW })]);
      expect(strikes.append(columns, NOW)).toBe(1);
      expect(strikes.append(fromDeltas(toDeltas(columns)), NOW)).toBe(0);
      expect(held(strikes)).toEqual([{ ordinal: 7, latitude: 42.69771, longitude: 23.32193, atMs: NOW }]);
    });
  });

  describe('bounds', () => {
    test('a full store gives up the oldest strikes by time, not those that came first', () => {
      const strikes = store(1_000);
      const arrivals = Array.from({ length: 1_001 }, (_, index) => ({
        ordinal: index + 1,
        latitudeE5: 0,
        ageMs: index * 1_000,
      }));
      strikes.append(columnsOf(arrivals), NOW);
      const ages = held(strikes).map(({ atMs }) => (NOW - atMs) / 1_000);
      expect(strikes.length).toBeLessThanOrEqual(1_000);
      expect(Math.min(...ages)).toBe(0);
      expect(Math.max(...ages)).toBeLessThan(1_000);
    });

    test('what was given up for want of room is not let in again and again', () => {
      const strikes = store(100);
      const arrivals = Array.from({ length: 500 }, (_, index) => ({ ordinal: index + 1, latitudeE5: 0, ageMs: index }));
      strikes.append(columnsOf(arrivals), NOW);
      const { generation, length } = strikes;
      expect(strikes.append(columnsOf(arrivals.slice(-200)), NOW)).toBe(0);
      expect([strikes.generation, strikes.length]).toEqual([generation, length]);
    });

    test('the count never exceeds the capacity, and no ordinal is held twice, under any load', () =>
      fc.assert(
        fc.property(fc.array(fc.array(anArrival, { maxLength: 80 }), { maxLength: 10 }), (batches) => {
          const strikes = store(64);
          for (const batch of batches) {
            strikes.append(columnsOf(batch), NOW);
            const ordinals = held(strikes).map(({ ordinal }) => ordinal);
            expect(ordinals.length).toBeLessThanOrEqual(64);
            expect(new Set(ordinals).size).toBe(ordinals.length);
          }
        }),
      ));

    test('strikes that grow too old are swept out once they are a quarter, and the rest stay as they were', () => {
      const strikes = store();
      const arrivals = Array.from({ length: 4_000 }, (_, index) => ({
        ordinal: index + 1,
        latitudeE5: index,
        ageMs: index % 2 === 0 ? 0 : 23 * HOUR,
      }));
      strikes.append(columnsOf(arrivals), NOW);
      strikes.expire(NOW + 2 * HOUR);
      expect(strikes.length).toBe(2_000);
      expect(held(strikes).every(({ ordinal, latitude }) => Math.round(latitude * 1e5) === ordinal - 1)).toBe(true);
    });
  });

  describe('dirty rows', () => {
    test('a reader that follows dirty rows holds, at every moment, exactly what the store draws', () =>
      fc.assert(
        fc.property(fc.array(fc.array(anArrival, { maxLength: 50 }), { maxLength: 12 }), (batches) => {
          const strikes = store(64);
          let mark: ReadMark = { generation: -1, rows: 0 };
          const copy = new Int32Array(64 * 3);
          for (const batch of batches) {
            strikes.append(columnsOf(batch), NOW);
            const now = { generation: strikes.generation, rows: strikes.length };
            const { from, to } = dirtyRows(mark, now);
            copy.set(strikes.drawn.subarray(from * 3, to * 3), from * 3);
            mark = now;
            expect(copy.subarray(0, to * 3)).toEqual(strikes.drawn.subarray(0, to * 3));
          }
        }),
      ));

    test('an append touches only the new rows', () => {
      const strikes = store();
      strikes.append(columnsOf([{ ordinal: 1, latitudeE5: 0, ageMs: 0 }]), NOW);
      const mark = { generation: strikes.generation, rows: strikes.length };
      strikes.append(columnsOf([{ ordinal: 2, latitudeE5: 0, ageMs: 0 }]), NOW);
      expect(dirtyRows(mark, { generation: strikes.generation, rows: strikes.length })).toEqual({ from: 1, to: 2 });
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
      toDeltas(strikesToColumns(strikesFrom(100_001 + round * 300, 300))),
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
      latitudeE5: fc.integer({ min: 4_000_000, max: 4_500_000 }),
      longitudeE5: fc.integer({ min: 2_000_000, max: 2_600_000 }),
      ageMs: fc.integer({ min: 0, max: 3_600_000 }),
    }),
    { maxLength: 60 },
  );

  function storeOf(strikes: readonly { latitudeE5: number; longitudeE5: number; ageMs: number }[]) {
    const store = new StrikeStore({ capacity: 100, maxAgeMs: 86_400_000, epochMs: NOW });
    const columns = {
      ordinals: strikes.map((_, index) => index + 1),
      latitudesE5: strikes.map(({ latitudeE5 }) => latitudeE5),
      longitudesE5: strikes.map(({ longitudeE5 }) => longitudeE5),
      atMs: strikes.map(({ ageMs }) => NOW - ageMs),
    };
    store.append(columns, NOW);
    return store;
  }

  test('no strike of the scope is nearer than the nearest, beyond what the flat map distorts', () =>
    fc.assert(
      fc.property(someStrikes, (strikes) => {
        const store = storeOf(strikes);
        const fromMs = NOW - 1_800_000;
        const distances = Array.from({ length: store.length }, (_, row) => store.strikeAt(row))
          .filter(({ atMs }) => atMs >= fromMs)
          .map((strike) => distanceKm(SOFIA, strike));
        const nearest = nearestStrike(store, SOFIA, { fromMs });
        if (!nearest) expect(distances).toEqual([]);
        else expect(distanceKm(SOFIA, nearest)).toBeLessThanOrEqual(Math.min(...distances) * 1.05);
      }),
    ));

  test('strikes outside the box are not picked', () => {
    const store = storeOf([{ latitudeE5: 4_269_770, longitudeE5: 2_332_190, ageMs: 0 }]);
    const within = { west: 24, south: 42, east: 25, north: 43 };
    expect(nearestStrike(store, SOFIA, { fromMs: 0, within })).toBeUndefined();
  });

  test('the newest come first, as many as asked for', () =>
    fc.assert(
      fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
        const ages = strikes.map(({ ageMs }) => ageMs).sort((a, b) => a - b);
        const newest = newestStrikes(storeOf(strikes), { fromMs: NOW - 1_800_000 }, maxCount);
        expect(newest.map(({ atMs }) => NOW - atMs)).toEqual(ages.filter((age) => age <= 1_800_000).slice(0, maxCount));
      }),
    ));

  test('the nearest of all strikes come first, as many as asked for, however old they are', () =>
    fc.assert(
      fc.property(someStrikes, fc.integer({ min: 1, max: 20 }), (strikes, maxCount) => {
        const distances = strikes
          .filter(({ ageMs }) => ageMs <= 1_800_000)
          .map(({ latitudeE5, longitudeE5 }) => ({ latitude: latitudeE5 / 1e5, longitude: longitudeE5 / 1e5 }))
          .map((at) => distanceKm(SOFIA, at))
          .sort((a, b) => a - b);
        const scope = { fromMs: NOW - 1_800_000, knownKm: 0 };
        const nearest = nearestStrikes(storeOf(strikes), SOFIA, scope, maxCount);
        expect(nearest.map(({ km }) => km)).toEqual(distances.slice(0, maxCount));
      }),
    ));

  test('the nearest lie in the box or within the distance that is known all around', () => {
    const store = storeOf([
      { latitudeE5: 4_278_770, longitudeE5: 2_332_190, ageMs: 0 },
      { latitudeE5: 4_469_770, longitudeE5: 2_332_190, ageMs: 0 },
    ]);
    const within = { west: 24, south: 42, east: 25, north: 43 };
    const found = nearestStrikes(store, SOFIA, { fromMs: 0, within, knownKm: 100 }, 5);
    expect(found.map(({ km }) => Math.round(km))).toEqual([10]);
  });
});

describe('nearest known', () => {
  const ATHENS_VIEW = { west: 23, south: 37.5, east: 24.5, north: 38.5 };
  const MINUTE_MS = 60_000;

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

  describe('how far around a point everything is held', () => {
    test('is as far as the view reaches on its narrowest side', () => {
      const view = { west: 13, south: 36.6977, east: 33, north: 47.6977 };
      expect(knownWithinKm(SOFIA, view)).toBe(550);
    });

    test.each([
      ['another view', ATHENS_VIEW],
      ['a close view', { west: 23.2, south: 42.6, east: 23.4, north: 42.8 }],
      ['no view', undefined],
    ])('is never less than the surroundings that are held for it: %s', (_, view) =>
      expect(knownWithinKm(SOFIA, view)).toBe(NEAR_KM),
    );
  });

  describe('the strikes that a verdict tells', () => {
    const T = 30_000_000 * MINUTE_MS;
    /** Strikes so many minutes ago, so many kilometres north of Sofia. */
    function told(...fallen: readonly (readonly [minutesAgo: number, km: number])[]) {
      const strikes = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: T });
      const rows = fallen.map(([minutesAgo, km], index) =>
        aStrike(index + 1, { ...SOFIA, latitude: SOFIA.latitude + km / 111.2, atMs: T - minutesAgo * MINUTE_MS }),
      );
      strikes.append(strikesToColumns(rows), T);
      const scope = { box: ATHENS_VIEW, endMs: T, askedMs: 60 * MINUTE_MS, toMs: T, withinKm: NEAR_KM };
      const { near, last, trend } = heldStrikes(strikes, SOFIA, scope);
      return [near?.ordinal, last?.ordinal, trend];
    }

    test('are the nearest of the last ten minutes, not of the hour, and none beyond what is held', () => {
      expect(told([40, 2], [5, 30], [9, 12])[0]).toBe(3);
      expect(told([5, NEAR_KM + 5], [40, 2])).toEqual([undefined, 2, undefined]);
    });

    test('and the last one close by, however far away it struck since', () => {
      expect(told([25, 12], [40, 4], [12, 90])[1]).toBe(1);
      expect(told([25, 50], [12, 90])[1]).toBe(2);
      expect(told([61, 12])[1]).toBeUndefined();
    });

    test('come closer or move off by where the nearest of the ten minutes before struck', () => {
      expect(told([2, 10], [8, 30], [15, 20])[2]).toBe('closer');
      expect(told([2, 20], [15, 10])[2]).toBe('further');
      expect(told([25, 20], [38, 10])[2]).toBe('further');
    });

    test.each([
      ['a difference below 3 km', [2, 10], [15, 12]],
      ['a pause of more than ten minutes', [2, 10], [25, 90]],
    ] as const)('and nothing is said of %s', (_, now, before) => {
      expect(told(now, before)[2]).toBeUndefined();
      expect(told(now)[2]).toBeUndefined();
    });
  });
});

describe('outlined area', () => {
  const T = 30_000_000 * 60_000;
  /** Some 80 km wide and 11 km high. */
  const PLAIN = [
    [24, 42],
    [25, 42],
    [25, 42.1],
    [24, 42.1],
    [24, 42],
  ] as const;

  test('of an outlined area the strikes are told by their distance from its edge, 0 within, and none beyond its reach', () => {
    const strikes = new StrikeStore({ capacity: 16, maxAgeMs: 86_400_000, epochMs: T });
    const fallen: readonly (readonly [minutesAgo: number, latitude: number, longitude: number])[] = [
      [2, 42.25, 24.5],
      [3, 42.05, 24.98],
      [1, 43, 24.5],
      [15, 42.2, 24.5],
      [70, 42.05, 24.5],
    ];
    const rows = fallen.map(([ago, latitude, longitude], row) =>
      aStrike(row + 1, { latitude, longitude, atMs: T - ago * 60_000 }),
    );
    strikes.append(strikesToColumns(rows), T);
    const area = outlinedArea({ type: 'Polygon', coordinates: [PLAIN] }, 30);
    const told = area.told(strikes, { endMs: T, askedMs: 60 * 60_000, toMs: T, withinKm: area.withinKm });
    expect([told.near?.ordinal, told.last?.ordinal, told.trend]).toEqual([2, 1, 'closer']);
    expect(area.kmTo({ latitude: 42.05, longitude: 24.98 })).toBe(0);
  });
});

describe('past window', () => {
  const T = 30_000_000 * MINUTE;
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  const store = new StrikeStore({ capacity: 64, maxAgeMs: Number.POSITIVE_INFINITY, epochMs: T });
  const later = [T, T + 1, T + 5 * MINUTE, T + 600 * MINUTE].map((atMs, n) => aStrike(10 + n, { atMs }));
  store.append(
    strikesToColumns([
      aStrike(1, { atMs: T - 30_000, latitude: 42.8 }),
      aStrike(2, { atMs: T - 15 * MINUTE, latitude: 42.9 }),
      aStrike(3, { atMs: T - 60 * MINUTE }),
      aStrike(4, { atMs: T - 60 * MINUTE - 1 }),
      ...later,
    ]),
    T,
  );
  const scope = { fromMs: T - 60 * MINUTE, toMs: T };

  test('the window begins with its first instant and ends before its last', () => {
    const { total, bars, newestMs } = windowCounts(store, BOX, T, 60 * MINUTE, MINUTE, T);
    expect([total, bars.reduce((sum, count) => sum + count, 0), newestMs]).toEqual([3, 3, T - 30_000]);
    expect(newestStrikes(store, scope, 50).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
  });

  test('the nearest and the trend are of that window', () => {
    const nearest = nearestStrikes(store, SOFIA, { ...scope, knownKm: 100 }, 50);
    expect(nearest.map(({ strike }) => strike.ordinal)).toEqual([3, 1, 2]);
    const told = heldStrikes(store, SOFIA, { box: BOX, endMs: T, askedMs: 60 * MINUTE, toMs: T, withinKm: 100 });
    expect([told.near?.ordinal, told.trend]).toEqual([1, 'closer']);
  });

  test('the last strike is the last near a place, and of the map’s middle, which nobody asked about, the last in view', () => {
    const held = new StrikeStore({ capacity: 64, maxAgeMs: Number.POSITIVE_INFINITY, epochMs: T });
    const at = (ordinal: number, latitude: number, agoMin: number) =>
      aStrike(ordinal, { latitude, longitude: 23.4, atMs: T - agoMin * MINUTE });
    held.append(strikesToColumns([at(1, 42.65, 40), at(2, 42.2, 20)]), T);
    const asked = { box: BOX, endMs: T, askedMs: 60 * MINUTE, toMs: T, withinKm: 100 };
    expect(heldStrikes(held, SOFIA, asked).last?.ordinal).toBe(1);
    expect(heldStrikes(held, SOFIA, { ...asked, isMiddle: true }).last?.ordinal).toBe(2);
  });

  test('a reader that is given another store reads all of it, however much it had read of the first', () => {
    const other = new StrikeStore({ capacity: 64, maxAgeMs: Number.POSITIVE_INFINITY, epochMs: T });
    other.append(strikesToColumns(later), T);
    const mark = { generation: store.generation, rows: store.length };
    expect(dirtyRows(mark, { generation: other.generation, rows: other.length })).toEqual({ from: 0, to: 4 });
  });
});

describe('window counts', () => {
  const NOW = 30_000_000 * MINUTE;

  function storeOf(...strikes: readonly ReturnType<typeof aStrike>[]) {
    const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
    store.append(strikesToColumns(strikes), NOW);
    return store;
  }

  test('strikes of the box and window are counted, per bar and in all, and the newest is named', () => {
    const store = storeOf(
      aStrike(1, { atMs: NOW - 59 * MINUTE }),
      aStrike(2, { atMs: NOW - 30_000 }),
      aStrike(3, { atMs: NOW - 20_000 }),
      aStrike(4, { atMs: NOW - 61 * MINUTE }),
      aStrike(5, { atMs: NOW, longitude: 25 }),
    );
    const counts = windowCounts(store, BOX, NOW, 60 * MINUTE, MINUTE);
    expect(counts.total).toBe(3);
    expect(counts.newestMs).toBe(NOW - 20_000);
    expect([counts.bars[1], counts.bars[59]]).toEqual([1, 2]);
  });

  test('bars begin at whole multiples of their length, so that they stand still while time passes', () => {
    const store = storeOf(aStrike(1, { atMs: NOW - 10 * MINUTE - 5_000 }));
    const barOf = (nowMs: number) => {
      const { bars, barsFromMs, barMs } = windowCounts(store, BOX, nowMs, 60 * MINUTE, MINUTE);
      return barsFromMs + bars.indexOf(1) * barMs;
    };
    expect(barOf(NOW + 7_000)).toBe(barOf(NOW));
    expect(barOf(NOW + 50_000)).toBe(barOf(NOW));
  });

  test('the bars together hold every strike of the window, also at its edges', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 70 * MINUTE }), { maxLength: 40 }), (ages) => {
        const store = storeOf(...ages.map((age, index) => aStrike(index + 1, { atMs: NOW + 12_345 - age })));
        const { bars, total } = windowCounts(store, BOX, NOW + 12_345, 60 * MINUTE, MINUTE);
        expect(bars.reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(total).toBe(ages.filter((age) => age <= 60 * MINUTE).length);
      }),
    ));

  test('no strike: nothing is newest', () =>
    expect(windowCounts(storeOf(), BOX, NOW, 600_000, 300_000)).toMatchObject({ total: 0, newestMs: null }));
});
