import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_TOWN } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { systemsOfDay } from '#worker/dev/simulator/sky/weather/naturalWeather.ts';
import { cellsOfSystem } from '#worker/dev/simulator/sky/weather/StormSystem.ts';
import { sofiaLines } from '#worker/dev/simulator/sky/weather/sofiaLines.ts';
import { weatherModel } from '#worker/dev/simulator/sky/weather/weatherModel.ts';

const ANCHOR_MS = Date.UTC(2026, 6, 15, 13, 20, 5);
const START_MS = ANCHOR_MS - 14 * DAY_MS;
const ANCHOR_DAY = Math.floor(ANCHOR_MS / DAY_MS);
const SEEDS = [1, 2, 3];
const fortnights = SEEDS.map((seed) => weatherModel(seed, ANCHOR_MS).strikesBetween(START_MS, ANCHOR_MS));

describe('weatherModel', () => {
  test('gives the same strikes for a window as for the pieces of any partition of it, from whichever model', () => {
    const whole = weatherModel(7, ANCHOR_MS);
    const window = fc.record({
      fromMs: fc.integer({ min: START_MS, max: ANCHOR_MS + DAY_MS }),
      lengthMs: fc.integer({ min: 1, max: 3 * HOUR_MS }),
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(window, ({ fromMs, lengthMs, cuts }) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), 1].map((cut) => fromMs + Math.floor(cut * lengthMs));
        const pieces = edges.slice(1).flatMap((edge, i) => whole.strikesBetween(edges[i] ?? edge, edge));
        expect(pieces).toEqual(weatherModel(7, ANCHOR_MS).strikesBetween(fromMs, fromMs + lengthMs));
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test('keeps to the window, in order of time, with ids of 24 hex digits that never repeat', () => {
    const strikes = fortnights[0] ?? [];
    const wrong = strikes.filter(
      ({ id, atMs }, i) => !/^[0-9a-f]{24}$/.test(id) || atMs < (strikes[i - 1]?.atMs ?? START_MS) || atMs >= ANCHOR_MS,
    );
    expect(wrong).toEqual([]);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(strikes.length);
  });

  test('has quiet days, one great one and a storm of winter in the fortnight before the anchor', () => {
    for (const [index, seed] of SEEDS.entries()) {
      const perDay = Map.groupBy(fortnights[index] ?? [], ({ atMs }) => Math.floor(atMs / DAY_MS));
      const counts = [...perDay.values()].map(({ length }) => length).sort((a, b) => b - a);
      process.stdout.write(`seed ${seed}, strikes a day: ${counts.join(' ')}\n`);
      expect(counts[0]).toBeGreaterThan(60_000);
      expect(counts[1]).toBeLessThan(0.7 * (counts[0] ?? 0));
      expect(counts.filter((count) => count < 2_000).length).toBeGreaterThanOrEqual(3);
      const days = Array.from({ length: 14 }, (_, ago) => systemsOfDay(seed, ANCHOR_DAY, ANCHOR_DAY - ago));
      const meanKmh = (day: (typeof days)[number]) => day.reduce((sum, { speedKmh }) => sum + speedKmh, 0) / day.length;
      expect(days.filter((day) => day.length > 20 && meanKmh(day) > 55)).toHaveLength(1);
    }
  });

  test('strikes inland in the afternoon, and over the open sea at night', () => {
    const serbia: BBox = { west: 20, south: 43, east: 22, north: 45 };
    const ionian: BBox = { west: 17.5, south: 36.5, east: 20, north: 38.8 };
    const strikes = fortnights.flat();
    const shareBetween = (box: BBox, from: number, to: number) => {
      const inside = strikes.filter(({ longitude, latitude }) => bboxContains(box, longitude, latitude));
      const during = inside.filter(({ atMs }) => (atMs / HOUR_MS) % 24 >= from && (atMs / HOUR_MS) % 24 < to);
      return during.length / inside.length;
    };
    expect(shareBetween(serbia, 10, 19)).toBeGreaterThan(0.8);
    expect(shareBetween(ionian, 6, 18)).toBeLessThan(0.3);
  });

  test('moves every storm on, and no cell lives for three hours', () => {
    const systems = Array.from({ length: 14 }, (_, ago) => systemsOfDay(1, ANCHOR_DAY, ANCHOR_DAY - ago)).flat();
    const cells = [...systems.flatMap(cellsOfSystem), ...sofiaLines(1, ANCHOR_MS).cellsOfLine(0)];
    const slow = systems.filter(({ speedKmh }) => speedKmh < 20);
    const old = cells.filter(({ bornMs, diesMs }) => diesMs - bornMs > 3 * HOUR_MS);
    expect(slow).toEqual([]);
    expect(old).toEqual([]);
  });

  test.each(SEEDS)('reaches Sofia every three hours, and leaves it alone for an hour between: seed %i', (seed) => {
    const sky = weatherModel(seed, ANCHOR_MS);
    for (let line = 0; line < 9; line += 1) {
      const reachedMs = ANCHOR_MS + (30 + line * 180) * MINUTE_MS;
      const near = sky
        .strikesBetween(reachedMs - 65 * MINUTE_MS, reachedMs + 115 * MINUTE_MS)
        .map((strike) => ({ minute: (strike.atMs - reachedMs) / MINUTE_MS, km: distanceKm(strike, HOME_TOWN) }))
        .filter(({ km }) => km <= 30);
      const firstAt = near.find(({ km }) => km <= 10)?.minute;
      expect(Math.abs(firstAt ?? Number.NaN)).toBeLessThan(9);
      expect(near[0]?.minute).toBeGreaterThan(-35);
      expect(near.at(-1)?.minute).toBeLessThan(50);
    }
  });

  test('has struck near the middle of the map’s first view in the hour before the anchor', () => {
    for (const strikes of fortnights) {
      const near = strikes.filter((strike) => strike.atMs >= ANCHOR_MS - HOUR_MS && distanceKm(strike, HOME_TOWN) < 12);
      expect(near.length).toBeGreaterThan(10);
    }
  });

  test('makes any minute of the fortnight in a few milliseconds', () => {
    const sky = weatherModel(1, ANCHOR_MS);
    const tookMs = Array.from({ length: 400 }, (_, index) => {
      const fromMs = START_MS + ((index * 7_919) % (14 * 1440)) * MINUTE_MS;
      return cpuMs(() => sky.strikesBetween(fromMs, fromMs + MINUTE_MS));
    }).sort((a, b) => a - b);
    process.stdout.write(`a minute: median ${tookMs[200]?.toFixed(2)} ms, p98 ${tookMs[392]?.toFixed(1)} ms\n`);
    expect(tookMs[200]).toBeLessThan(5);
    expect(tookMs[392]).toBeLessThan(100);
  });
});
