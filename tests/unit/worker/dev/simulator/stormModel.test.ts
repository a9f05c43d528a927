import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BBox, bboxContains, HOME_BOX } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { stormModel } from '#worker/dev/simulator/stormModel.ts';

const END_MS = Date.UTC(2026, 6, 15, 13);
const START_MS = END_MS - 14 * DAY_MS;
const WINTER_MS = Date.UTC(2026, 0, 20);

/** A fortnight of July, which several tests look at. */
const FORTNIGHT = stormModel(1).strikesBetween(START_MS, END_MS);

/** Strikes in each minute of a fortnight from `fromMs` on. */
function minuteCounts(strikes: typeof FORTNIGHT, fromMs: number): number[] {
  const counts = Array.from({ length: 14 * 1440 }, () => 0);
  for (const { atMs } of strikes) {
    const minute = Math.floor((atMs - fromMs) / 60_000);
    counts[minute] = (counts[minute] ?? 0) + 1;
  }
  return counts;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The stretch of so many whole minutes of the fortnight before `END_MS` with the most strikes. */
function busiestWindow(counts: readonly number[], minutes: number): [fromMs: number, toMs: number] {
  const sums = counts.slice(0, -minutes).map(() => 0);
  let sum = counts.slice(0, minutes).reduce((a, b) => a + b, 0);
  for (let i = 0; i < sums.length; i++) {
    sums[i] = sum;
    sum += (counts[i + minutes] ?? 0) - (counts[i] ?? 0);
  }
  const fromMs = START_MS + sums.indexOf(Math.max(...sums)) * 60_000;
  return [fromMs, fromMs + minutes * 60_000];
}

describe('stormModel', () => {
  test('gives the same strikes for a window as for the pieces of any partition of it', () => {
    const whole = stormModel(7);
    const window = fc.record({
      fromMs: fc.integer({ min: START_MS, max: END_MS }),
      lengthMs: fc.integer({ min: 1, max: 3 * 3_600_000 }),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      seed: fc.integer(),
    });
    fc.assert(
      fc.property(window, ({ fromMs, lengthMs, cuts, seed }) => {
        const model = seed % 2 ? whole : stormModel(seed);
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 1].map((share) => fromMs + Math.floor(share * lengthMs));
        const chunks = edges.slice(1).flatMap((edge, i) => model.strikesBetween(edges[i] ?? edge, edge));
        expect(chunks).toEqual(model.strikesBetween(fromMs, fromMs + lengthMs));
      }),
      { numRuns: shareOfRuns(200), seed: 1 },
    );
  });

  test('keeps to the window, in order of time, with ids of 24 hex digits that never repeat', () => {
    const strikes = FORTNIGHT;
    const wrong = strikes.filter(
      ({ id, atMs }, i) =>
        !/^[0-9a-f]{24}$/.test(id) ||
        !Number.isInteger(atMs) ||
        atMs < Math.max(START_MS, strikes[i - 1]?.atMs ?? 0) ||
        atMs >= END_MS,
    );
    expect(strikes.length).toBeGreaterThan(100_000);
    expect(wrong).toEqual([]);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(strikes.length);
  });

  test('stays over the Balkans and their neighbourhood', () => {
    const within = (box: BBox) => FORTNIGHT.filter(({ longitude, latitude }) => bboxContains(box, longitude, latitude));
    expect(within(HOME_BOX).length / FORTNIGHT.length).toBeGreaterThan(0.97);
    expect(within({ west: 8, south: 29, east: 36, north: 53 })).toHaveLength(FORTNIGHT.length);
  });

  test.each([
    ['July', 1, END_MS],
    ['January', 42, WINTER_MS],
  ])('is quiet at most hours, seldom empty, and has a storm each day: %s, seed %i', (month, seed, endMs) => {
    const fromMs = endMs - 14 * DAY_MS;
    const strikes = seed === 1 ? FORTNIGHT : stormModel(seed).strikesBetween(fromMs, endMs);
    const counts = minuteCounts(strikes, fromMs);
    const days = Array.from({ length: 14 }, (_, day) => counts.slice(day * 1440, (day + 1) * 1440));
    const perDay = days.map((day) => day.reduce((sum, count) => sum + count, 0));
    const [busiest, middle] = [Math.max(...counts), median(counts)];
    const empty = counts.filter((count) => count === 0).length / counts.length;
    process.stdout.write(
      `${month}, seed ${seed}: busiest minute ${busiest}, median minute ${middle}, empty minutes ` +
        `${(100 * empty).toFixed(1)} %, strikes a day ${Math.min(...perDay)}-${Math.max(...perDay)}\n`,
    );
    expect(busiest).toBeGreaterThanOrEqual(200);
    expect(busiest).toBeLessThanOrEqual(700);
    expect(middle).toBeGreaterThanOrEqual(2);
    expect(middle).toBeLessThanOrEqual(20);
    expect(empty).toBeLessThan(0.06);
    expect(Math.min(...days.map((day) => Math.max(...day)))).toBeGreaterThanOrEqual(15);
    expect(Math.max(...perDay)).toBeLessThan(150_000);
  });

  test('makes the busiest ten minutes of a fortnight in some milliseconds and its busiest day well within three seconds', () => {
    const counts = minuteCounts(FORTNIGHT, START_MS);
    const tenMinutes = busiestWindow(counts, 10);
    const day = busiestWindow(counts, 1440);
    const tenMinutesMs = Array.from({ length: 3 }, () => cpuMs(() => stormModel(1).strikesBetween(...tenMinutes)));
    const dayMs = Array.from({ length: 2 }, () => cpuMs(() => stormModel(1).strikesBetween(...day)));
    process.stdout.write(
      `busiest ten minutes in ${Math.min(...tenMinutesMs).toFixed(1)} ms, busiest day in ${Math.min(...dayMs).toFixed(0)} ms\n`,
    );
    expect(Math.min(...tenMinutesMs)).toBeLessThanOrEqual(100);
    expect(Math.min(...dayMs)).toBeLessThanOrEqual(3_000);
  });
});
