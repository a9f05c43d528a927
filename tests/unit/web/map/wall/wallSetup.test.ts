import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import { WallBody } from '#shared/wall/WallBody.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { openingView, viewBox } from '#web/ground/view/viewBox.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { bodyOf, formatWallLink, parseWallLink, setupIn } from '#web/map/wall/keptWall.ts';
import { wallArea } from '#web/map/wall/wallArea.ts';
import { boxArea, formatSetup, NEW_SETUP, readSetup, type WallSetup } from '#web/map/wall/wallSetup.ts';
import { parseOutlines } from '#web/tools/analytics/region/outlines.ts';
import { parseRegions } from '#web/tools/analytics/region/regionTable.ts';

const read = (name: string) => readFileSync(join(projectRoot, 'web/tools/analytics/region', name), 'utf8');
const outlines = parseOutlines(read('outlines.txt'));

const degrees = (min: number, max: number) =>
  fc.integer({ min: min * 10_000, max: max * 10_000 }).map((steps) => steps / 10_000);
const aBox = fc.record({
  west: degrees(-180, 19),
  south: degrees(-85, 39),
  east: degrees(20, 180),
  north: degrees(40, 85),
});
const aSetup: fc.Arbitrary<WallSetup> = fc.record({
  title: fc.string({ maxLength: 60 }).map((text) => text.trim()),
  area: fc.option(fc.oneof(fc.constantFrom(...outlines.keys()), aBox.map(boxArea)), { nil: undefined }),
  views: fc.array(aBox, { maxLength: 12 }),
  everyMs: fc.integer({ min: 5, max: 9_999 }).map((seconds) => seconds * 1_000),
  night: fc.constantFrom([22, 6] as const, [20, 8] as const, null),
  theme: fc.constantFrom('light', 'dark'),
  level: fc.boolean(),
  sound: fc.boolean(),
});

test('the address of a wall holds its whole setup', () =>
  fc.assert(
    fc.property(aSetup, (setup) => {
      expect(readSetup(formatSetup(setup))).toEqual(setup);
    }),
  ));

test('a new setup needs no more than an address of a wall', () => {
  expect(formatSetup(NEW_SETUP)).toBe('wall=1');
});

test.each(['area=Atlantis', 'area=pAB', 'area=lAAAA', 'views=1,2', 'night=30-99', 'level=x', 'sound=1', 'every=0'])(
  'nonsense in it is as if it were not there: %s',
  (search) => {
    expect(readSetup(`wall=1&${search}`)).toEqual(NEW_SETUP);
  },
);

test('each region of the table has an outline where its tiles are, and each country has one', () => {
  const { regions } = parseRegions(read('regions.txt'));
  for (const { code, country, box } of regions) {
    const area = wallArea(code, outlines);
    if (area.kind !== 'known') throw new Error(`${code} has no outline`);
    expect(bboxOverlaps(box, area.box), code).toBe(true);
    expect(wallArea(country, outlines).kind, country).toBe('known');
  }
});

test('a district has a level; a country that is too wide and a region of many islands have none', () => {
  const guardedOf = (code: string) => {
    const area = wallArea(code, outlines);
    return area.kind === 'known' && area.guarded !== undefined;
  };
  expect(['BG.plovdiv', 'BG.blagoevgrad', 'BG', 'GR.south-aegean'].map(guardedOf)).toEqual([true, true, false, false]);
});

test('an unknown region is no area, and the wall then shows the whole region', () => {
  expect(wallArea('BG.atlantis', outlines)).toEqual({ kind: 'unknown' });
  expect(wallArea('BG.plovdiv', undefined)).toEqual({ kind: 'none' });
});

test('a wall opens at the first of its views, the whole of it on any screen', () => {
  const box = { west: 23, south: 41, east: 24, north: 42 };
  for (const [width, height] of [
    [1_280, 720],
    [1_920, 1_080],
    [3_840, 2_160],
  ] as const) {
    const query = parseMapQuery(formatSetup({ ...NEW_SETUP, views: [box] }));
    const seen = viewBox(openingView(query, { width, height }), 0.7 * width, 0.9 * height);
    expect(bboxWithin(box, seen)).toBe(true);
  }
});

test('what is kept of a setup is the whole of it, and the server takes it', () =>
  fc.assert(
    fc.property(aSetup, fc.constantFrom(...LOCALES), (setup, locale) => {
      const title = setup.title.replace(/[^a-z ]/g, '').trim();
      const body = bodyOf({ ...setup, title, locale });
      expect(v.safeParse(WallBody, JSON.parse(JSON.stringify(body))).issues).toBeUndefined();
      expect(setupIn(body)).toEqual({ ...setup, title, locale });
    }),
  ));

test('a link shows a wall, and changes it with its edit key alone', () => {
  const [id, viewKey, editKey] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];
  const link = { id, viewKey, editKey };
  expect(parseWallLink(formatWallLink(link, true))).toEqual(link);
  expect(parseWallLink(formatWallLink(link, false))).toEqual({ id, viewKey });
  for (const hash of ['', '#wall=', `#wall=${id}`, `#wall=${id}.${viewKey}x`, `#edit=${editKey}`])
    expect(parseWallLink(hash)).toBeUndefined();
});
