import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bboxContains, bboxOverlaps } from '#shared/geo/BBox.ts';
import {
  formatNamedPlace,
  NAMED_PLACES,
  type NamedPlace,
  nearestNames,
  parseNamedPlaces,
  placeOfSlug,
  placesNear,
} from '#shared/geo/NamedPlaces.ts';
import written from '#shared/geo/regions.json';
import { parseRegions, REGION_ZOOM, regionArea, regionTileNumber } from '#shared/geo/regionTable.ts';
import { tileAt, tileNumber } from '#shared/geo/tile.ts';
import { readNames } from '#shared/languages.ts';
import { decodeRing, encodeRing, landNear } from '#shared/sky/land.ts';
import { pairs } from '#tests/support/pairs.ts';

describe('named places', () => {
  const slugsNear = (slug: string, count: number) => {
    const place = placeOfSlug(slug);
    return place && placesNear(NAMED_PLACES, place, count).map((near) => near.slug);
  };

  test('a place reads as it was written, with a name that is alike in several languages written once', () => {
    const musala: NamedPlace = {
      slug: 'musala',
      names: readNames(['Musala', 'Мусала', 'Мусала']),
      country: 'BG',
      kind: 'peak',
      heightM: 2925,
      latitude: 42.1792,
      longitude: 23.5853,
    };
    expect(formatNamedPlace(musala)).toBe('musala|BG|peak|2925|42.1792|23.5853|Musala|Мусала|');
    expect(parseNamedPlaces([formatNamedPlace(musala)])).toEqual([musala]);
    const table = JSON.parse(readFileSync('shared/geo/placeTable.json', 'utf8'));
    expect(NAMED_PLACES.map(formatNamedPlace)).toEqual(table);
    for (const line of ['', 'sofia|Sofia', 'sofia|BG|village|9|42|23|Sofia||', '<!doctype html>'])
      expect(() => parseNamedPlaces([line])).toThrow('no place');
  });

  test('a table from before a language was added gives its places the English name', () => {
    expect(readNames(['Musala'])).toEqual({ en: 'Musala', ru: 'Musala', bg: 'Musala' });
    expect(readNames(['Musala', 'Мусала', ''])).toEqual({ en: 'Musala', ru: 'Мусала', bg: 'Мусала' });
    expect(readNames(['Sofia', 'София'])).toEqual({ en: 'Sofia', ru: 'София', bg: 'Sofia' });
  });

  test('a place is found by its slug, and not by the name of a property', () => {
    expect(placeOfSlug('plovdiv')).toMatchObject({ names: { bg: 'Пловдив' }, country: 'BG', kind: 'town' });
    for (const slug of ['Plovdiv', '', 'constructor', '__proto__']) expect(placeOfSlug(slug)).toBeUndefined();
  });

  test('the neighbours of a place are the nearest others, nearest first', () => {
    expect(slugsNear('musala', 2)).toEqual(['malyovitsa', 'samokov']);
    expect(slugsNear('sofia', 3)).not.toContain('sofia');
    expect(slugsNear('sofia', 0)).toEqual([]);
  });
});

describe('nearest names', () => {
  const slugsLike = (requested: string, count = 5) =>
    nearestNames(requested, NAMED_PLACES, count).map(({ slug }) => slug);

  test.each([
    ['thessaloniki', ['thesaloniki', 'solun', 'салоники']],
    ['plovdiv', ['Пловдив']],
    ['sofia', ['sofia-bulgaria']],
    ['cluj-napoca', ['cluj']],
    ['veliko-tarnovo', ['veliko-turnovo']],
    ['cherni-vrah', ['crni-vrh']],
    ['ohrid', ['ohridd']],
    ['nea-ionia', ['nea-ionia-athens']],
  ])('%s is shown to who asks for %j', (meant, requests) => {
    for (const name of requests) expect(slugsLike(name), name).toContain(meant);
  });

  test('what is like no name shows none, however long it is; else at most as many as asked for, the most alike first', () => {
    for (const requested of ['', '---', 'wp-login', '%2e%2e', 'q'.repeat(100_000)])
      expect(slugsLike(requested)).toEqual([]);
    expect(slugsLike('nea-ionia', 3)).toMatchObject({ 0: 'nea-ionia', length: 3 });
  });
});

describe('region table', () => {
  const [WEST, NORTH] = [2330, 1510];
  /** Two tiles of a region with one of another between them, in the middle of five by five. */
  const table = parseRegions({
    zoom: REGION_ZOOM,
    west: WEST,
    north: NORTH,
    width: 5,
    regions: ['BG.a\tBG\tA\tA\tA', 'BG.b\tBG\tB\tB\tB', 'MK\tMK\t\t\t'],
    rows: ['5*3', '5*3', '3,1,2,1,3', '5*3', '5*0'],
  });

  /** `#` for tiles of the area, by rows. */
  function render(code: string): string[] {
    const numbers = new Set(regionArea(table, code)?.tiles.map(tileNumber));
    return Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 7 }, (__, column) =>
        numbers.has(tileNumber({ z: REGION_ZOOM, x: WEST - 1 + column, y: NORTH - 1 + row })) ? '#' : '.',
      ).join(''),
    );
  }

  test('a region is its tiles and those that touch them; a country all of its regions', () => {
    expect(render('BG.b')).toEqual(['.......', '.......', '..###..', '..###..', '..###..', '.......', '.......']);
    const bulgaria = ['.......', '.......', '.#####.', '.#####.', '.#####.', '.......', '.......'];
    expect(render('BG.a')).toEqual(bulgaria);
    expect(render('BG')).toEqual(bulgaria);
    // What is no region at the edge of the table is a neighbour too.
    expect(render('MK')).toEqual([...Array(6).fill('#######'), '.......']);
  });

  test('there are none of a region that is not in the table', () => {
    for (const code of ['BG.c', 'B']) expect(regionArea(table, code)).toBeUndefined();
  });

  test('those of the table hold the cities that lie in them, and not the next but one', () => {
    const real = parseRegions(written);
    const holds = (code: string, longitude: number, latitude: number) =>
      regionArea(real, code)?.tiles.map(tileNumber).includes(regionTileNumber(longitude, latitude));
    expect(holds('BG.plovdiv', 24.75, 42.15)).toBe(true);
    expect(holds('BG.plovdiv', 25.63, 42.43)).toBe(false);
    expect(holds('BG', 23.32, 42.7)).toBe(true);
    expect(holds('BG', 26.1, 44.43)).toBe(false);
    const { x, y } = tileAt(24.75, 42.15, REGION_ZOOM);
    expect(real.regions[real.regionAt(x, y) ?? -1]?.code).toBe('BG.plovdiv');
  });
});

describe('land', () => {
  const hundredth = (most: number) => fc.integer({ min: -most * 100, max: most * 100 }).map((steps) => steps / 100);
  const position = fc.tuple(hundredth(180), hundredth(90));

  test('a packed ring has its positions again, to a hundredth of a degree', () =>
    fc.assert(
      fc.property(fc.uniqueArray(position, { minLength: 3, selector: String }), (positions) => {
        expect(decodeRing(encodeRing(positions))).toEqual(positions.flat());
      }),
    ));

  test('a ring that is smaller than a step is left out', () =>
    expect(encodeRing(pairs('23.001,42.001 23.002,42.002 23.003,42.001'))).toBe(''));

  test('the land outline holds every coast of the region, and no position off the earth', () => {
    const rings = landNear({ west: -180, south: -90, east: 180, north: 90 });
    expect(rings.length).toBeGreaterThan(50);
    for (const { corners, bounds } of rings) {
      for (let at = 0; at < corners.length; at += 2) {
        const [longitude = Number.NaN, latitude = Number.NaN] = [corners[at], corners[at + 1]];
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(bboxContains(bounds, longitude, latitude)).toBe(true);
      }
    }
  });

  test('near a box is the land whose own box it overlaps', () => {
    const crete = { west: 24.5, south: 35.1, east: 25.5, north: 35.4 };
    const near = landNear(crete);
    expect(near.length).toBeGreaterThan(0);
    for (const { bounds } of near) expect(bboxOverlaps(bounds, crete)).toBe(true);
    expect(landNear({ west: -170, south: -80, east: -160, north: -70 })).toEqual([]);
  });
});
