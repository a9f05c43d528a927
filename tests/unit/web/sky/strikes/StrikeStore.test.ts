import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromDeltas, strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { aStrike } from '#tests/unit/web/sky/feed/feedHarness.ts';
import { dirtyRows, type ReadMark, StrikeStore } from '#web/sky/strikes/StrikeStore.ts';

const NOW = 1_800_000_000_000;
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
