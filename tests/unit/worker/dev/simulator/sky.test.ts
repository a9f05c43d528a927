import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOME_TOWN } from '#shared/geo/Areas.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { parseRecording, readRecording, replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { systemsOfDay } from '#worker/dev/simulator/sky/weather/naturalWeather.ts';
import { cellsOfSystem } from '#worker/dev/simulator/sky/weather/StormSystem.ts';
import { sofiaLines } from '#worker/dev/simulator/sky/weather/sofiaLines.ts';
import { weatherModel } from '#worker/dev/simulator/sky/weather/weatherModel.ts';

const CSV = 'offset_ms,latitude,longitude\r\n69,40.3542,20.34377\r\n704,44.21992,25.84342\r\n';

describe('parseRecording', () => {
  test('reads offsets in milliseconds and positions in degrees', () => {
    expect(parseRecording(CSV)).toEqual({
      offsetsMs: Float64Array.of(69, 704),
      latitudes: Float64Array.of(40.3542, 44.21992),
      longitudes: Float64Array.of(20.34377, 25.84342),
    });
  });

  test.each([
    ['another header', 'time,lat,lon\n1,2,3', 'line 1'],
    ['no rows', 'offset_ms,latitude,longitude\n', 'line 2'],
    ['a missing field', 'offset_ms,latitude,longitude\n1,2', 'line 2'],
    ['a surplus field', 'offset_ms,latitude,longitude\n1,2,3,4', 'line 2'],
    ['a word', 'offset_ms,latitude,longitude\n1,2,3\n2,north,3', 'line 3'],
    ['a place off the earth', 'offset_ms,latitude,longitude\n1,91,3', 'line 2'],
    ['time that goes back', 'offset_ms,latitude,longitude\n5,2,3\n4,2,3', 'line 3'],
  ])('names the line at fault: %s', (_, csv, line) => {
    expect(() => parseRecording(csv)).toThrow(line);
  });

  test('comes out of a file the same, plain or gzipped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recording-'));
    try {
      await writeFile(join(folder, 'a.csv'), CSV);
      await writeFile(join(folder, 'a.csv.gz'), gzipSync(CSV));
      expect(await readRecording(join(folder, 'a.csv'))).toEqual(parseRecording(CSV));
      expect(await readRecording(join(folder, 'a.csv.gz'))).toEqual(parseRecording(CSV));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('replayRecording', () => {
  const START_MS = Date.UTC(2026, 6, 1);
  const recording = parseRecording('offset_ms,latitude,longitude\n60,40.5,20.25\n600,41,21\n600,42,22\n6000,43,23\n');

  test('makes strike i happen at start + offset / speed', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    const strikes = sky.strikesBetween(START_MS, START_MS + 60_000);
    expect(strikes.map(({ atMs, latitude, longitude }) => [atMs - START_MS, latitude, longitude])).toEqual([
      [10, 40.5, 20.25],
      [100, 41, 21],
      [100, 42, 22],
      [1000, 43, 23],
    ]);
    expect(new Set(strikes.map(({ id }) => id)).size).toBe(4);
  });

  test('holds nothing before its start nor, where it ends, after its end', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 6, atEnd: 'end' });
    expect(sky.strikesBetween(0, START_MS)).toEqual([]);
    expect(sky.strikesBetween(START_MS + 1_001, START_MS + 1e9)).toEqual([]);
  });

  test('loops with new ids, one second of the recording after its last strike', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 1, atEnd: 'loop' });
    const rounds = sky.strikesBetween(START_MS, START_MS + 14_000);
    expect(rounds.map(({ atMs }) => atMs - START_MS)).toEqual([60, 600, 600, 6000, 7060, 7600, 7600, 13_000]);
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(8);
  });

  test('gives the same strikes for a window as for its two halves', () => {
    const sky = replayRecording(recording, { startMs: START_MS, speed: 2.5, atEnd: 'loop' });
    const at = fc.integer({ min: START_MS - 5_000, max: START_MS + 90 * 86_400_000 });
    const step = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(at, step, step, (fromMs, firstMs, secondMs) => {
        const [middleMs, toMs] = [fromMs + firstMs, fromMs + firstMs + secondMs];
        const halves = [...sky.strikesBetween(fromMs, middleMs), ...sky.strikesBetween(middleMs, toMs)];
        expect(halves).toEqual(sky.strikesBetween(fromMs, toMs));
        expect(halves.every(({ atMs }) => atMs >= fromMs && atMs < toMs)).toBe(true);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('weatherModel', () => {
  const ANCHOR_MS = Date.UTC(2026, 6, 15, 13, 20, 5);
  const START_MS = ANCHOR_MS - 14 * DAY_MS;
  const ANCHOR_DAY = Math.floor(ANCHOR_MS / DAY_MS);
  const SEEDS = [1, 2, 3];
  const fortnights = SEEDS.map((seed) => weatherModel(seed, ANCHOR_MS).strikesBetween(START_MS, ANCHOR_MS));

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
