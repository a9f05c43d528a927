import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BBox, bboxContains, boxAround, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { seededRandom } from '#shared/numbers.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import { PAGE_ROWS_READ, StrikeArchive, strikePage } from '#worker/archive/StrikeArchive.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';
import { emptyArchive } from './testEnv.ts';

const FROM_MS = Date.UTC(2026, 6, 1);

describe('rows read', () => {
  const DAY_MS = 86_400_000;
  const TO_MS = FROM_MS + 31 * DAY_MS;
  const STRIKES = 100_000;
  const BATCH = 10_000;
  /** What may come on top: looking at each cell that holds strikes, look after look, and sorting a page of 10,000 strikes. */
  const CELLS_AND_SORTING_ROWS = 65_000;

  const THIN = { west: 13, south: 42.000_000_000_1, east: 31, north: 42.000_000_000_2 };
  const WORLD = { west: -180, south: -90, east: 180, north: 90 };
  const CORNER = { west: 30.999, south: 47.999, east: 31, north: 48 };

  let archive: StrikeArchive;

  beforeAll(async () => {
    archive = new StrikeArchive(await emptyArchive());
    for (let first = 0; first < STRIKES; first += BATCH) {
      const strikes = Array.from({ length: BATCH }, (_, index) => {
        const ordinal = first + index + 1;
        return {
          id: `strike-${ordinal}`,
          ordinal,
          latitude: 34 + ((ordinal * 7_919) % 14_000) / 1_000,
          longitude: 13 + ((ordinal * 104_729) % 18_000) / 1_000,
          atMs: FROM_MS + Math.floor((ordinal / STRIKES) * (TO_MS - FROM_MS)) - 1,
        };
      });
      await archive.insert(strikes, first + BATCH);
    }
  });

  describe('a hostile reading of a month of 100,000 strikes', () => {
    test.each([
      ['a box thinner than a hair across them', THIN, 1],
      ['a corner', CORNER, 10_000],
      ['everything at home', HOME, 10_000],
      ['one strike of the world', WORLD, 1],
      ['the world', WORLD, 10_000],
    ])('costs a bounded number of rows: %s', async (_, bbox, limit) => {
      let before: PagePosition | undefined;
      for (let pages = 0; pages < 4; pages += 1) {
        const query = { bbox, fromMs: FROM_MS, toMs: TO_MS, before, limit };
        const page = await strikePage(query, (...look) => archive.window(...look));
        expect(page.rowsRead).toBeLessThanOrEqual(PAGE_ROWS_READ + CELLS_AND_SORTING_ROWS);
        before = page.next;
        if (!before) return;
      }
    });

    test('[AP2] is followed to its end, through pages without a strike', async () => {
      let pages = 0;
      let rowsRead = 0;
      let before: PagePosition | undefined;
      do {
        const query = { bbox: THIN, fromMs: FROM_MS, toMs: TO_MS, before, limit: 1_000 };
        const page = await strikePage(query, (...look) => archive.window(...look), 200);
        expect(page.strikes).toEqual([]);
        pages += 1;
        rowsRead += page.rowsRead;
        before = page.next;
      } while (before);
      expect(pages).toBeGreaterThan(1);
      expect(rowsRead).toBeLessThan(STRIKES);
    });
  });

  describe('a tile', () => {
    const TILE = { z: 4, x: 9, y: 5 };
    const TILE_STRIKES = 12_000;
    beforeAll(emptyArchive);

    test('comes whole and by ordinal although it is read in pages, and each row is read about once', async () => {
      const { west, north } = tileBounds(TILE);
      // Most in one cell, many at one instant.
      const strikes = Array.from({ length: TILE_STRIKES }, (_, index) => ({
        id: `s${index}`,
        ordinal: TILE_STRIKES - index,
        latitude: north - 1 - (index % 7 === 0 ? (index % 100) / 20 : 0.01),
        longitude: west + 1 + (index % 11 === 0 ? (index % 90) / 10 : 0.01),
        atMs: FROM_MS + Math.floor(index / 40) * 11_000,
      }));
      for (let from = 0; from < TILE_STRIKES; from += 3_000)
        await archive.insert(strikes.slice(from, from + 3_000), TILE_STRIKES);
      const found = await archive.tile(TILE, FROM_MS, FROM_MS + HOUR_MS);
      const within = strikes.filter(({ atMs }) => atMs < FROM_MS + HOUR_MS).map(({ ordinal }) => ordinal);
      expect(within.length).toBeGreaterThan(11_000);
      expect(found.strikes.map(({ ordinal }) => ordinal)).toEqual(within.sort((a, b) => a - b));
      expect(found.rowsRead).toBeLessThan(1.2 * TILE_STRIKES);
    });
  });

  describe('the plan of a query', () => {
    const query = { bbox: HOME, fromMs: 0, toMs: TO_MS, limit: 100, before: { atMs: FROM_MS, id: 'x' } };
    test.each([
      ['a window', () => archive.windowStatement(query, 1_000, 'EXPLAIN QUERY PLAN ')],
      ['positions', () => archive.positionsStatement(query, 1_000, 'EXPLAIN QUERY PLAN ')],
    ])('of %s walks the covering index tile by tile and scans no table', async (_, statement) => {
      const { results } = await statement().all<{ detail: string }>();
      const details = results.map(({ detail }) => detail);
      const reads = details.filter((detail) => / strike /.test(detail));
      const index = 'SEARCH strike USING COVERING INDEX strike_by_tile_time';
      expect(reads.filter((read) => read.includes(`${index} (index_tile>? AND index_tile<?)`))).toHaveLength(2);
      expect(reads.filter((read) => read.includes(`${index} (index_tile=? AND at_ms>? AND at_ms<?)`))).toHaveLength(3);
      expect(reads).toHaveLength(5);
      expect(
        details.filter((detail) => /^SCAN (?!json_each|found|used|walk|frontier|edge|\(subquery)/.test(detail)),
      ).toEqual([]);
    });
  });
});

describe('strike window', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  const SKY: BBox = { west: 8, south: 30, east: 36, north: 52 };
  const STRIKES = 6_000;

  let archive: StrikeArchive;
  let strikes: readonly NumberedStrike[];

  const cornerOf = (storm: number) => [8 + ((storm * 7) % 26), 30 + ((storm * 5) % 20)] as const;

  /** Strikes of a month: storms, each in another corner for some hours, drizzle between, many in the same second. */
  function sky(): NumberedStrike[] {
    const random = seededRandom(3);
    return Array.from({ length: STRIKES }, (_, index) => {
      const storm = index % 3 === 0 ? undefined : Math.floor(index / 500);
      const [west, south] = storm === undefined ? [8, 30] : cornerOf(storm);
      const [width, height, fromMs, lengthMs] =
        storm === undefined ? [28, 22, FROM_MS, 31 * DAY_MS] : [0.6, 0.6, FROM_MS + storm * 2 * DAY_MS, 5 * HOUR_MS];
      return {
        id: `s${((index * 7_919) % STRIKES).toString(36)}`,
        ordinal: index + 1,
        longitude: west + random() * width,
        latitude: south + random() * height,
        atMs: Math.floor((fromMs + random() * lengthMs) / 10_000) * 10_000,
      };
    });
  }

  beforeAll(async () => {
    archive = new StrikeArchive(await emptyArchive());
    strikes = sky();
    for (let at = 0; at < STRIKES; at += 1_000) await archive.insert(strikes.slice(at, at + 1_000), at + 1_000);
  });

  const newestFirst = (a: NumberedStrike, b: NumberedStrike) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

  function span(min: number, max: number, least: number) {
    return fc
      .tuple(fc.double({ min, max, noNaN: true }), fc.double({ min, max, noNaN: true }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + least] as const);
  }

  const boxes = fc
    .tuple(span(SKY.west, SKY.east, 1e-9), span(SKY.south, SKY.north, 1e-9))
    .map(([[west, east], [south, north]]) => ({ west, south, east, north }));
  /** As thin as the attack's: the index cells of 20 degrees, and hardly a strike. */
  const thinBoxes = fc
    .double({ min: SKY.south, max: SKY.north, noNaN: true })
    .map((south) => ({ west: 10, south, east: 30, north: south + 1e-3 }));

  /** Through the middle of a storm, between its strikes. */
  const slits = fc.tuple(fc.nat(11), fc.integer({ min: 50, max: 550 })).map(([storm, thousandths]) => {
    const [west, base] = cornerOf(storm);
    const south = base + thousandths / 1_000;
    return { west, south, east: west + 0.6, north: south + 1e-6 };
  });

  describe('a window of the archive', () => {
    test('[AP2] page by page is brute force’s answer, for any box, span, size of page and allowance of work', async () => {
      const any = {
        bbox: fc.oneof(boxes, thinBoxes, slits),
        times: span(FROM_MS - DAY_MS, FROM_MS + 32 * DAY_MS, 1),
        limit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(10_000)),
        maxRowsRead: fc.oneof(fc.integer({ min: 2, max: 300 }), fc.constant(40_000)),
      };
      let emptyPages = 0;
      await fc.assert(
        fc.asyncProperty(fc.record(any), async ({ bbox, times, limit, maxRowsRead }) => {
          const [fromMs, toMs] = times.map(Math.floor) as [number, number];
          const inside = strikes.filter(
            ({ longitude, latitude, atMs }) => bboxContains(bbox, longitude, latitude) && atMs >= fromMs && atMs < toMs,
          );
          // Beyond some pages there is nothing new to see.
          const expected = inside.sort(newestFirst).slice(0, 40 * limit);
          const found: NumberedStrike[] = [];
          let before: PagePosition | undefined;
          do {
            const query = { bbox, fromMs, toMs, before, limit };
            const page = await strikePage(query, (...look) => archive.window(...look), maxRowsRead);
            found.push(...page.strikes);
            before = page.next;
            if (before && page.strikes.length === 0) emptyPages += 1;
          } while (before && found.length < expected.length);
          expect(found.slice(0, expected.length)).toEqual(expected);
          if (before === undefined) expect(found).toEqual(inside);
        }),
        { numRuns: 60, seed: 11 },
      );
      expect(emptyPages).toBeGreaterThan(0);
    });

    test('as positions, look by look, is brute force’s answer to the last digit', async () => {
      const any = {
        bbox: fc.oneof(boxes, slits, fc.constant(SKY)),
        times: fc.oneof(
          span(FROM_MS - DAY_MS, FROM_MS + 32 * DAY_MS, 1),
          fc.constant([FROM_MS, FROM_MS + 32 * DAY_MS] as const),
        ),
        walkRows: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constant(10_000)),
      };
      let looks = 0;
      const order = (a: readonly number[], b: readonly number[]) =>
        (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
      await fc.assert(
        fc.asyncProperty(fc.record(any), async ({ bbox, times, walkRows }) => {
          const [fromMs, endMs] = times.map(Math.floor) as [number, number];
          const expected = strikes
            .filter(
              ({ longitude, latitude, atMs }) =>
                bboxContains(bbox, longitude, latitude) && atMs >= fromMs && atMs < endMs,
            )
            .map(({ atMs, latitude, longitude }) => [atMs, latitude, longitude]);
          const found: number[][] = [];
          for (let toMs = endMs; toMs > fromMs; looks += 1) {
            const { atMs, latitude, longitude, edgeMs } = await archive.positions({ bbox, fromMs, toMs }, walkRows);
            expect(edgeMs).toBeLessThan(toMs);
            for (const [index, ms] of atMs.entries()) {
              expect(ms).toBeGreaterThanOrEqual(edgeMs);
              found.push([ms, latitude[index] ?? Number.NaN, longitude[index] ?? Number.NaN]);
            }
            toMs = edgeMs;
          }
          expect(found.sort(order)).toEqual(expected.sort(order));
        }),
        { numRuns: 40, seed: 7 },
      );
      expect(looks).toBeGreaterThan(50);
    });

    test('[AP8] around a place is brute force’s answer, by the great circle', async () => {
      const any = {
        latitude: fc.double({ min: 30.5, max: 50.5, noNaN: true }),
        longitude: fc.double({ min: 8.5, max: 34.5, noNaN: true }),
        radiusKm: fc.double({ min: 0.1, max: 100, noNaN: true }),
      };
      let found = 0;
      await fc.assert(
        fc.asyncProperty(fc.record(any), async ({ radiusKm, ...middle }) => {
          const bbox = boxAround(middle, radiusKm);
          const circle = { ...middle, radiusKm };
          const query = {
            bbox,
            circle,
            fromMs: FROM_MS,
            toMs: FROM_MS + 32 * DAY_MS,
            before: undefined,
            limit: 10_000,
          };
          const page = await strikePage(query, (...look) => archive.window(...look));
          const expected = strikes.filter((strike) => distanceKm(middle, strike) <= radiusKm).sort(newestFirst);
          expect(page.strikes).toEqual(expected);
          found += expected.length;
        }),
        { numRuns: 60, seed: 4 },
      );
      expect(found).toBeGreaterThan(500);
    });
  });
});
