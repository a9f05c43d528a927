import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import written from '#shared/regions/regions.json' with { type: 'json' };
import { parseRegions } from '#shared/regions/regionTable.ts';
import { POLYGON_CODE } from '#shared/wall/areaCode.ts';
import { WallBody } from '#shared/wall/WallBody.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { parseMapQuery } from '#web/ground/view/mapQuery.ts';
import { openingView, viewBox } from '#web/ground/view/viewBox.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { EMPTY_ENTRY } from '#web/kit/places/placeEntry.ts';
import { bodyOf, formatWallLink, parseWallLink, setupIn } from '#web/map/wall/keptWall.ts';
import { wallArea } from '#web/map/wall/wallArea.ts';
import { type DrawnAreaFault, draftArea, draftOf, newDraft, setupOf } from '#web/map/wall/wallDraft.ts';
import { boxArea, formatSetup, NEW_SETUP, readSetup, type WallSetup } from '#web/map/wall/wallSetup.ts';
import { parseOutlines } from '#web/tools/analytics/region/outlines.ts';
import { qrPath } from '#web/tools/watch/book/QrCode.tsx';

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
  const { regions } = parseRegions(written);
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

/** A draft whose area is drawn, as if these corners were written. */
function drawn(...corners: readonly (readonly [latitude: number, longitude: number])[]) {
  const text = corners.map((corner) => corner.join(', ')).join('\n');
  const read = readOutlines(text, { corners: 500, pointOnly: false });
  const taken = read.ok && read.outlines[0] ? { shape: read.outlines[0].shape, name: '' } : undefined;
  return { ...newDraft('en'), outline: 'drawn', drawn: { ...EMPTY_ENTRY, by: 'outline' as const, taken } };
}

const around = (corners: number, km: number) =>
  Array.from({ length: corners }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / corners;
    return [42.5 + (km / 111) * Math.sin(turn), 24.5 + (km / 82) * Math.cos(turn)] as const;
  });

test('a drawn area of 200 corners is outlined, shown, judged and kept, and comes back as it was drawn', () => {
  const draft = drawn(...around(200, 100));
  const given = draftArea(draft, undefined);
  if (!given.ok) throw new Error(given.fault);
  const area = wallArea(given.area, undefined);
  if (area.kind !== 'known') throw new Error('It has an outline');
  expect(area.guarded?.told.kmTo({ latitude: 42.5, longitude: 24.5 })).toBe(0);
  const setup = setupOf(draft, given.area, area.box, undefined);
  expect(setup.views).toHaveLength(2);
  expect(readSetup(formatSetup(setup)).area).toBe(given.area);
  expect(v.safeParse(WallBody, bodyOf(setup)).success).toBe(true);
  expect(draftArea(draftOf(setupIn(bodyOf(setup))), undefined)).toEqual(given);
});

test.each<[DrawnAreaFault, string, ReturnType<typeof drawn>]>([
  ['area', 'nothing', drawn()],
  ['area', 'a line', drawn([42, 24], [43, 25])],
  ['corners', '201 corners', drawn(...around(201, 100))],
  ['crossing', 'an outline that crosses itself', drawn([42, 24], [43, 25], [42, 25], [43, 24])],
  ['outside', 'an area beyond what is always watched', drawn([52, 12], [53, 13], [52, 14])],
])('a drawn area is refused by name: %s, %s', (fault, _, draft) => {
  expect(draftArea(draft, undefined)).toEqual({ ok: false, fault });
});

test('the longest address of a wall still is a QR code', () => {
  const area = `p${'-'.repeat(1_300)}`;
  expect(POLYGON_CODE.test(area)).toBe(true);
  expect(POLYGON_CODE.test(`${area}-`)).toBe(false);
  const views = Array.from({ length: 12 }, () => ({
    west: -179.9999,
    south: -84.9999,
    east: 179.9999,
    north: 84.9999,
  }));
  const setup = { ...NEW_SETUP, title: '—'.repeat(60), area, views, everyMs: 9_999_000, level: false, sound: true };
  const address = `https://lightning.example.org/bg/map?${formatSetup(setup)}#wall=${'a'.repeat(65)}`;
  expect(qrPath(address).size).toBeGreaterThan(100);
});
