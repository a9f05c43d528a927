import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { tileAt } from '#shared/geo/tile.ts';
import written from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions } from '#shared/regions/regionTable.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { cellCounts, pictureOfCounts, regionCounts } from '#web/tools/analytics/areaCounts.ts';
import { tileKey } from '#web/tools/analytics/loadDays.ts';
import { parseOutlines } from '#web/tools/analytics/region/outlines.ts';

const read = (name: string) => readFileSync(join(projectRoot, 'web/tools/analytics/region', name), 'utf8');
const table = parseRegions(written);
const shapes = parseOutlines(read('outlines.txt'));
const keyAt = (longitude: number, latitude: number) => {
  const { x, y } = tileAt(longitude, latitude, 12);
  return tileKey(x, y);
};
/** A storm over Sofia, a few strikes over Crete, and most of all at sea. */
const STRIKES = new Map([
  [keyAt(23.32, 42.7), 900],
  [keyAt(24.9, 35.2), 7],
  [keyAt(17.5, 38), 5_000],
]);

beforeAll(() => loadTexts('en', ['analytics']));

test('the map shades every region, and names each with its density and its count; the sea is in the list alone', () => {
  const LL = textsFor('en');
  const counts = regionCounts(STRIKES, { table, shapes }, HOME, LL, 'en');
  const { areas, legend } = pictureOfCounts('regions', counts, 10 * DAY_MS, HOME, LL, 'en');
  expect(areas).toHaveLength(table.regions.length);
  expect(counts.find(({ id }) => id === 'rest')?.strikes).toBe(5_000);
  const [sofia] = areas;
  expect(sofia).toMatchObject({ id: 'BG.sofia-city', level: 4, few: false });
  expect(sofia?.label).toMatch(/^Sofia City, Bulgaria: 0\.0\d+ · 900 strokes$/);
  expect(areas.find(({ id }) => id === 'GR.crete')).toMatchObject({ level: 0, few: true });
  expect(legend.bounds).toHaveLength(4);
});

test('a cell is named by its middle, and is where its tile is', () => {
  const LL = textsFor('en');
  const counts = cellCounts(STRIKES, 10, HOME);
  const { areas } = pictureOfCounts('cells', counts, DAY_MS, HOME, LL, 'en');
  expect(areas.map(({ few }) => few)).toEqual([false, false, true]);
  expect(areas[1]?.label).toMatch(/^42\.\d\d, 23\.\d\d: 1\.\d+ · 900 strokes$/);
  expect(counts.map(({ id }) => id)).toEqual(areas.map(({ id }) => id));
});
