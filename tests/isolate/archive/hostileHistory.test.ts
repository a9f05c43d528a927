import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
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
