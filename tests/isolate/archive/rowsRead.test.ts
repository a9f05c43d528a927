import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { emptyArchive } from '#tests/isolate/testEnv.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { PAGE_ROWS_READ, strikePage } from '#worker/archive/strikePage.ts';
import type { PagePosition } from '#worker/archive/windowQuery.ts';

const DAY_MS = 86_400_000;
const FROM_MS = Date.UTC(2026, 6, 1);
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
  test('of a window walks the covering index cell by cell and scans no table', async () => {
    const query = { bbox: HOME, fromMs: 0, toMs: TO_MS, limit: 100, before: { atMs: FROM_MS, id: 'x' } };
    const { results } = await archive.windowStatement(query, 1_000, 'EXPLAIN QUERY PLAN ').all<{ detail: string }>();
    const details = results.map(({ detail }) => detail);
    const reads = details.filter((detail) => / strike /.test(detail));
    const index = 'SEARCH strike USING COVERING INDEX strike_by_cell_time';
    expect(reads.filter((read) => read.includes(`${index} (cell>? AND cell<?)`))).toHaveLength(2);
    expect(reads.filter((read) => read.includes(`${index} (cell=? AND at_ms>? AND at_ms<?)`))).toHaveLength(3);
    expect(reads).toHaveLength(5);
    expect(
      details.filter((detail) => /^SCAN (?!json_each|found|used|walk|frontier|edge|\(subquery)/.test(detail)),
    ).toEqual([]);
  });
});
