import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { FireBody, FiresBody } from '#shared/fires/bodies.ts';
import { bboxContains, bboxOverlaps, bboxWithin } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import written from '#shared/geo/regions.json';
import { parseRegions } from '#shared/geo/regionTable.ts';
import { distanceFrom, ringOfBox, type Shape } from '#shared/geo/Shape.ts';
import { HOUR_MS } from '#shared/time.ts';
import { POLYGON_CODE } from '#shared/watch/Area.ts';
import { WallBody } from '#shared/watch/WallBody.ts';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { distanceContours } from '#web/ground/picture/distanceContours.ts';
import type { Picture } from '#web/ground/picture/Picture.ts';
import {
  DEFAULT_VIEW,
  middleOfView,
  openingView,
  parseMapQuery,
  viewBox,
  viewReaching,
} from '#web/ground/view/mapQuery.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { readOutlines } from '#web/kit/places/outlines/readOutlines.ts';
import { parseOutlines } from '#web/kit/places/regions/loadRegions.ts';
import { EMPTY_ENTRY } from '#web/kit/places/usePlaceEntry.ts';
import { firesOnWall, inArea } from '#web/map/fires/WallFires.tsx';
import { isToolPage, mapTools, queryTo, toolAt } from '#web/map/tools/mapTools.ts';
import { areaFeatures, pictureFeatures } from '#web/map/tools/pictureFeatures.ts';
import { handleAt, orderedRings, ringThrough } from '#web/map/tools/RingsLayer.tsx';
import {
  heightAfterDrag,
  heightAfterKey,
  heightAfterPress,
  SHEET_HEIGHTS,
  type SheetHeight,
} from '#web/map/tools/sheetHeights.ts';
import { type AreaDrawingError, draftArea, draftOf, newDraft, setupOf } from '#web/map/wall/WallSetupDialog.tsx';
import {
  bodyOf,
  boxArea,
  formatSetup,
  formatWallLink,
  NEW_SETUP,
  parseWallLink,
  readSetup,
  setupIn,
  type WallSetup,
} from '#web/map/wall/wall.ts';
import { wallArea } from '#web/map/wall/wallArea.ts';
import { qrPath } from '#web/tools/watch/watchlist/QrCode.tsx';

const tool = (name: string) => {
  const found = mapTools.find((one) => one.name === name);
  if (!found) throw new Error(`No tool is called ${name}`);
  return found;
};

describe('the tools of the map', () => {
  test('have each a name and an icon of their own, and an address that shows the tool again', () => {
    expect(new Set(mapTools.map(({ name }) => name)).size).toBe(mapTools.length);
    expect(new Set(mapTools.map(({ icon }) => icon)).size).toBe(mapTools.length);
    for (const one of mapTools.filter(({ page }) => isToolPage(page)))
      if (isToolPage(one.page)) expect(toolAt(one.page, queryTo(one, '?view=42,23,9z'))).toBe(one);
  });

  test.each([
    ['fire', '?view=42.7,23.3,9z&wall=1&cells=1&point=42,23', '?view=42.7,23.3,9z&point=42,23'],
    ['report', '?theme=dark&minutes=360', '?theme=dark&minutes=360'],
    ['fire', '?t=2026-11-20T14:30Z&w=60', '?t=2026-11-20T14:30Z&w=60'],
    ['history', '?view=42,23,9z', '?view=42,23,9z&history=1'],
    ['history', '?t=2026-11-20T14:30Z&w=60', '?t=2026-11-20T14:30Z&w=60'],
    ['now', '?t=2026-11-20T14:30Z&w=60&view=42,23,9z', '?view=42,23,9z'],
    ['fire', '?history=1', ''],
  ])('%s is reached from %s with the place and the time: %s', (name, search, expected) =>
    expect(queryTo(tool(name), search)).toBe(expected),
  );

  test('a moment of the past on the map is history; beside another tool it is not', () => {
    expect(toolAt('map', '?t=2026-11-20T14:30Z').name).toBe('history');
    expect(toolAt('map', '?history=1').name).toBe('history');
    expect(toolAt('map', '').name).toBe('now');
    expect(toolAt('lookUp', '?t=2026-11-20T14:30Z').name).toBe('fire');
  });
});

describe('picture features', () => {
  const FIRE: Picture = {
    shape: { type: 'Point', coordinates: [23.32, 42.7] },
    circles: [
      { km: 1, label: '1 km' },
      { km: 6, label: '6 km' },
    ],
    points: [
      {
        id: 'a',
        latitude: 42.71,
        longitude: 23.32,
        label: '1',
        ellipse: { semiMajorKm: 4, semiMinorKm: 1, bearingDegrees: 90 },
      },
      { latitude: 42.69, longitude: 23.32, label: '' },
    ],
  };

  const kindsOf = (picture: Picture) =>
    pictureFeatures(picture).features.map(({ properties, geometry }) => `${properties?.kind} ${geometry.type}`);

  test('an answer on the map is what was asked about, a named ring for each distance, and where its points may lie', () => {
    const lines = ['circle LineString', 'circle LineString', 'ellipse LineString'];
    expect(kindsOf(FIRE)).toEqual(['shape Point', ...lines, 'point Point']);
    expect(pictureFeatures(FIRE).features[1]?.properties?.label).toBe('1 km');
    const line: Picture = { ...FIRE, shape: { type: 'LineString', coordinates: pairs('23.3,42.7 23.4,42.7') } };
    expect(kindsOf(line).slice(0, 2)).toEqual(['shape LineString', 'circle MultiLineString']);
  });
  test('an answer has ellipses as long and as wide as they are, turned as they are', () => {
    const ellipse = pictureFeatures(FIRE).features.find(({ properties }) => properties?.kind === 'ellipse');
    const centre = { latitude: 42.71, longitude: 23.32 };
    const corners = ellipse?.geometry.type === 'LineString' ? ellipse.geometry.coordinates : [];
    const away = corners.map(([longitude = 0, latitude = 0]) => ({
      km: distanceKm(centre, { longitude, latitude }),
      east: Math.abs(longitude - centre.longitude),
      north: Math.abs(latitude - centre.latitude),
    }));
    const longest = away.reduce((most, one) => (one.km > most.km ? one : most));
    const shortest = away.reduce((least, one) => (one.km < least.km ? one : least));
    expect(longest.km).toBeCloseTo(4, 1);
    expect(shortest.km).toBeCloseTo(1, 1);
    expect(longest.east).toBeGreaterThan(longest.north);
    expect(shortest.north).toBeGreaterThan(shortest.east);
  });

  test('an area is filled island by island, with its level, whether it is hardly known, and what the list calls it', () => {
    const ring = ringOfBox({ west: 23, south: 42, east: 23.3, north: 42.2 });
    const island = { type: 'Polygon', coordinates: [ring] } as const;
    const crete = { id: 'GR.crete', polygons: [island, island], level: 3, few: true, label: 'Crete: 0.1' };
    const { features } = areaFeatures([crete]);
    const feature = { properties: { id: 'GR.crete', level: 3, few: true }, geometry: island };
    expect(features).toMatchObject([feature, feature]);
  });
});

const SHAPES: readonly Shape[] = [
  { type: 'Point', coordinates: [23.3, 42.7] },
  { type: 'LineString', coordinates: pairs('23,42 24,42.5 24.2,43') },
  { type: 'Polygon', coordinates: [pairs('23,42 23.5,42 23.2,42.4 23,42')] },
];

describe('rings around a shape', () => {
  test.each(SHAPES)('lie where the distance that judges strikes is theirs ($type)', (shape) => {
    const ringsKm = [30, 16, 10] as const;
    const kmTo = distanceFrom(shape);
    const contours = distanceContours(shape, ringsKm);
    expect(contours).toHaveLength(3);
    for (const [ring, segments] of contours.entries()) {
      expect(segments.length).toBeGreaterThan(20);
      for (const [longitude, latitude] of segments.flat())
        expect(Math.abs(kmTo({ longitude, latitude }) - (ringsKm[ring] ?? 0))).toBeLessThan(0.3);
    }
  });

  test.each(SHAPES)('are closed: each end is the end of another piece ($type)', (shape) => {
    for (const segments of distanceContours(shape, [30, 16, 10])) {
      const ends = new Map<string, number>();
      for (const [x, y] of segments.flat()) {
        const key = `${x.toFixed(9)},${y.toFixed(9)}`;
        ends.set(key, (ends.get(key) ?? 0) + 1);
      }
      expect([...ends.values()].filter((count) => count % 2 === 1)).toEqual([]);
    }
  });

  test('go on shrinking inwards when one of them is moved past another', () => {
    expect(orderedRings([30, 16, 10], 2, 20)).toEqual([30, 20, 20]);
    expect(orderedRings([30, 16, 10], 0, 12)).toEqual([12, 12, 10]);
    expect(orderedRings([30, 16, 10], 1, 5)).toEqual([30, 5, 5]);
    expect(orderedRings([30, 16, 10], 1, 40)).toEqual([40, 40, 10]);
  });
});

describe('the handle of a ring', () => {
  const cases = SHAPES.flatMap((shape) =>
    ([0, 1, 2] as const).flatMap((ring) => [1, 16, 60].map((km) => ({ shape, ring, km }))),
  );
  test.each(cases)('lies on it: $shape.type, ring $ring, $km km', ({ shape, ring, km }) => {
    const at = handleAt(shape, ring, km);
    expect(distanceFrom(shape)(at)).toBeCloseTo(km, km > 30 ? 0 : 1);
    expect(ringThrough(shape, at)).toBe(km);
  });

  test('leads no ring beyond what may be chosen', () => {
    const point: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
    expect(ringThrough(point, { latitude: 42.7, longitude: 23.3 })).toBe(1);
    expect(ringThrough(point, { latitude: 45, longitude: 23.3 })).toBe(60);
  });
});

const HEIGHTS_PX = { peek: 120, half: 370, full: 708 } as const;

describe('the sheet of a phone', () => {
  test.each([
    [130, 0, 'peek'],
    [250, 0, 'half'],
    [600, 0, 'full'],
    [250, -1, 'peek'],
    [400, 1.5, 'full'],
    [690, -2, 'half'],
    [5_000, 0, 'full'],
  ] as const)('let go at %i px and %f px in a millisecond, is %s', (px, speed, expected) =>
    expect(heightAfterDrag({ px, speed }, HEIGHTS_PX)).toBe(expected),
  );

  test('goes up and down by keys, each step of the way, and no further than it can', () => {
    const pressed = (keys: readonly string[]) =>
      keys.reduce<SheetHeight>((height, key) => heightAfterKey(height, key) ?? height, 'peek');
    expect(pressed(['ArrowUp'])).toBe('half');
    expect(pressed(['ArrowUp', 'ArrowUp', 'ArrowUp'])).toBe('full');
    expect(pressed(['ArrowUp', 'ArrowUp', 'ArrowDown'])).toBe('half');
    expect(pressed(['Home'])).toBe('full');
    expect(pressed(['Home', 'Escape'])).toBe('peek');
    expect(heightAfterKey('half', 'Tab')).toBeUndefined();
    expect(SHEET_HEIGHTS.map(heightAfterPress)).toEqual(['half', 'full', 'peek']);
  });
});

describe('fires on wall', () => {
  const NOW_MS = Date.UTC(2026, 6, 20, 15);
  const iso = (hoursAgo: number) => new Date(NOW_MS - hoursAgo * HOUR_MS).toISOString();
  const BOX = { west: 24, south: 42, east: 25, north: 43 };

  const fire = (hoursAgo: number, reported: Partial<FireBody> = {}): FireBody => ({
    id: 'f',
    latitude: 42.5,
    longitude: 24.5,
    firstSeen: iso(hoursAgo),
    lastSeen: iso(hoursAgo),
    frpMw: 5,
    static: false,
    state: 'none',
    chance: 0,
    candidates: [],
    ...reported,
  });
  const seen = (...hoursAgo: (number | null)[]): FiresBody['sources'] =>
    hoursAgo.map((hours) => ({ satellite: 's', newest: hours === null ? null : iso(hours), state: 'fresh' }));
  const report = (fires: FireBody[], sources = seen(2, 3), more: Partial<FiresBody> = {}) =>
    firesOnWall({ fires, sources, ...more }, inArea([], BOX), NOW_MS);

  test('fires of the last day in the area are counted, those likely lightning and static sources apart', () => {
    const likely = fire(2, { state: 'likely', chance: 0.7 });
    const elsewhere = fire(23, { longitude: 25.1 });
    const fires = [fire(1), likely, fire(3, { static: true }), elsewhere, fire(25, { state: 'likely' })];
    const expected = { fires: 2, likely: 1, fixed: 1, atLeast: false, kind: 'fresh', newestMs: NOW_MS - 2 * HOUR_MS };
    expect(report(fires)).toEqual(expected);
  });

  test('a satellite ages by the clock, whatever was said of it when it was asked', () => {
    expect(report([], seen(2, 8))).toMatchObject({ kind: 'part', fires: 0 });
    expect(report([], seen(7, 8))).toMatchObject({ kind: 'late' });
    expect(report([], seen(13, null))).toMatchObject({ kind: 'dead', newestMs: NOW_MS - 13 * HOUR_MS });
    expect(report([], seen(null))).toMatchObject({ kind: 'none' });
  });

  test('only a wall whose area reaches there says that nothing is known of the south', () => {
    const south = { below: 36.5, newest: iso(13), state: 'fresh' as const };
    const kindOf = (box: typeof BOX) =>
      firesOnWall({ fires: [], sources: seen(2), south }, inArea([], box), NOW_MS)?.kind;
    expect([BOX, { ...BOX, south: 35 }].map(kindOf)).toEqual(['fresh', 'part']);
  });

  test('nothing is said where nobody tells of fires', () => expect(report([fire(1)], [])).toBeUndefined());

  test('a list that goes on after fires of the last day holds at least so many', () => {
    const goesOn = { next: '/api/v1/fires?cursor=x' };
    expect(report([fire(1), fire(2)], undefined, goesOn)).toMatchObject({ fires: 2, atLeast: true });
    expect(report([fire(1), fire(30)], undefined, goesOn)).toMatchObject({ fires: 1, atLeast: false });
    expect(report([fire(1), fire(2)])).toMatchObject({ fires: 2, atLeast: false });
  });

  test('an outline holds what lies within a pixel of it, wherever the map looks', () => {
    const square = (box: typeof BOX) => ({ type: 'Polygon', coordinates: [ringOfBox(box)] }) as const;
    const { holds, south } = inArea([square(BOX), square({ ...BOX, west: 26, east: 27 })], undefined);
    const at = (longitude: number) => holds({ latitude: 42.5, longitude });
    expect([24.5, 25.01, 25.05, 26.5].map(at)).toEqual([true, true, false, true]);
    expect(south).toBe(42);
    expect(inArea([], undefined).holds({ latitude: 42, longitude: 24 })).toBe(false);
  });
});

describe('wall setup', () => {
  const read = (name: string) => readFileSync(join(projectRoot, 'web/kit/places/regions', name), 'utf8');
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

  test('a new setup needs no more than an address of a wall', () => expect(formatSetup(NEW_SETUP)).toBe('wall=1'));

  test.each(['area=Atlantis', 'area=pAB', 'area=lAAAA', 'views=1,2', 'night=30-99', 'level=x', 'sound=1', 'every=0'])(
    'nonsense in it is as if it were not there: %s',
    (search) => expect(readSetup(`wall=1&${search}`)).toEqual(NEW_SETUP),
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
    const alertingOf = (code: string) => {
      const area = wallArea(code, outlines);
      return area.kind === 'known' && area.alertsSupported !== undefined;
    };
    const alertsSupported = ['BG.plovdiv', 'BG.blagoevgrad', 'BG', 'GR.south-aegean'].map(alertingOf);
    expect(alertsSupported).toEqual([true, true, false, false]);
  });

  test('an unknown region is no area, and the wall then shows the whole region', () => {
    expect(wallArea('BG.atlantis', outlines)).toEqual({ kind: 'unknown' });
    expect(wallArea('BG.plovdiv', undefined)).toEqual({ kind: 'none' });
  });

  test('a wall opens at the first of its views, the whole of it on any screen', () => {
    const box = { west: 23, south: 41, east: 24, north: 42 };
    for (const [width, height] of pairs('1280,720 1920,1080 3840,2160')) {
      const query = parseMapQuery(formatSetup({ ...NEW_SETUP, views: [box] }));
      const seen = viewBox(openingView(query, { width, height }), width, 0.71 * height);
      expect(bboxWithin(box, seen)).toBe(true);
    }
  });

  test('a first view is widened as little as shows a storm, with its middle kept, and not below zoom 6', () => {
    const north = fc.double({ min: 37, max: 48, noNaN: true });
    const east = fc.double({ min: 17, max: 30, noNaN: true });
    const screen = fc.constantFrom({ width: 360, height: 592 }, { width: 1_280, height: 640 });
    fc.assert(
      fc.property(north, east, screen, (latitude, longitude, size) => {
        const wide = viewReaching(DEFAULT_VIEW, { latitude, longitude }, size);
        expect(wide).toMatchObject({ latitude: DEFAULT_VIEW.latitude, longitude: DEFAULT_VIEW.longitude });
        expect(wide.zoom).toBeGreaterThanOrEqual(6);
        const shows = (zoom: number) =>
          bboxContains(viewBox({ ...DEFAULT_VIEW, zoom }, size.width, size.height), longitude, latitude);
        const middle = middleOfView(viewBox(DEFAULT_VIEW, size.width, size.height));
        if (bboxContains(middle, longitude, latitude)) expect(wide.zoom).toBe(DEFAULT_VIEW.zoom);
        if (wide.zoom > 6) expect(shows(wide.zoom)).toBe(true);
        if (wide.zoom < DEFAULT_VIEW.zoom) expect(shows(wide.zoom + 0.35)).toBe(false);
      }),
    );
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
  function outlined(...corners: readonly (readonly [latitude: number, longitude: number])[]) {
    const text = corners.map((corner) => corner.join(', ')).join('\n');
    const read = readOutlines(text, { corners: 500, pointOnly: false });
    const accepted = read.ok && read.outlines[0] ? { shape: read.outlines[0].shape, name: '' } : undefined;
    return {
      ...newDraft('en'),
      outline: 'drawn',
      outlineEntry: { ...EMPTY_ENTRY, by: 'outline' as const, selected: accepted },
    };
  }

  const around = (corners: number, km: number) =>
    Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      return [42.5 + (km / 111) * Math.sin(angle), 24.5 + (km / 82) * Math.cos(angle)] as const;
    });

  test('a drawn area of 200 corners is outlined, shown, judged and kept, and comes back as it was drawn', () => {
    const draft = outlined(...around(200, 100));
    const draftedArea = draftArea(draft, undefined);
    if (!draftedArea.ok) throw new Error(draftedArea.error);
    const area = wallArea(draftedArea.area, undefined);
    if (area.kind !== 'known') throw new Error('It has an outline');
    expect(area.alertsSupported?.reported.kmTo({ latitude: 42.5, longitude: 24.5 })).toBe(0);
    const setup = setupOf(draft, draftedArea.area, area.box, undefined);
    expect(setup.views).toHaveLength(2);
    expect(readSetup(formatSetup(setup)).area).toBe(draftedArea.area);
    expect(v.safeParse(WallBody, bodyOf(setup)).success).toBe(true);
    expect(draftArea(draftOf(setupIn(bodyOf(setup))), undefined)).toEqual(draftedArea);
  });

  test.each<[AreaDrawingError, string, ReturnType<typeof outlined>]>([
    ['area', 'nothing', outlined()],
    ['area', 'a line', outlined([42, 24], [43, 25])],
    ['corners', '201 corners', outlined(...around(201, 100))],
    ['crossing', 'an outline that crosses itself', outlined([42, 24], [43, 25], [42, 25], [43, 24])],
    ['outside', 'an area beyond what is always watched', outlined([52, 12], [53, 13], [52, 14])],
  ])('a drawn area is refused by name: %s, %s', (areaDrawingError, _, draft) =>
    expect(draftArea(draft, undefined)).toEqual({ ok: false, error: areaDrawingError }),
  );

  test('the longest address of a wall still is a QR code', () => {
    const area = `p${'-'.repeat(1_300)}`;
    expect(POLYGON_CODE.test(area)).toBe(true);
    expect(POLYGON_CODE.test(`${area}-`)).toBe(false);
    const views = Array(12).fill({ west: -179.9999, south: -84.9999, east: 179.9999, north: 84.9999 });
    const setup = { ...NEW_SETUP, title: '—'.repeat(60), area, views, everyMs: 9_999_000, level: false, sound: true };
    const address = `https://lightning.example.org/bg/map?${formatSetup(setup)}#wall=${'a'.repeat(65)}`;
    expect(qrPath(address).size).toBeGreaterThan(100);
  });
});
