import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { boxAtHome, CRS84, ItemsQuery, itemsParameters, nextQuery, spanAsked } from '#worker/ogc/itemsQuery.ts';

const parse = (query: Record<string, string>) => v.parse(ItemsQuery, query);
const ruleOf = (query: Record<string, string>) => v.safeParse(ItemsQuery, query).issues?.[0]?.message;
const at = (text: string) => Date.parse(text);

describe('limit', () => {
  test.each([
    [{}, 10_000],
    [{ limit: '7' }, 7],
    [{ limit: '10000' }, 10_000],
    [{ limit: '999999999' }, 10_000],
  ])('is the most there is by default, and clipped to it: %o', (query, limit) => {
    expect(parse(query).limit).toBe(limit);
  });

  test.each(['0', '-1', '1.5', 'ten', ''])('is a whole number of at least one: %s', (limit) => {
    expect(ruleOf({ limit })).toMatch(/^(range|format)$/);
  });

  test('grows tenfold, and after a hundred to the most there is', () => {
    const limits = [parse({ limit: '10' })];
    for (let page = 0; page < 4; page += 1) limits.push(nextQuery(limits[page] ?? parse({}), `c${page}`));
    expect(limits.map(({ limit }) => limit)).toEqual([10, 100, 10_000, 10_000, 10_000]);
    expect(limits.at(-1)?.cursor).toBe('c3');
  });
});

describe('datetime', () => {
  const kept = [at('2026-07-01T00:00:00Z'), at('2026-07-10T00:00:00Z')] as const;
  const asked = (datetime: string) =>
    spanAsked(parse({ datetime }).datetime, kept).map((atMs) => new Date(atMs).toISOString());

  test.each([
    ['2026-07-02T00:00:00Z', '2026-07-02T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
    ['2026-07-02T00:00:00Z/2026-07-03T00:00:00+03:00', '2026-07-02T00:00:00.000Z', '2026-07-02T21:00:00.001Z'],
    ['2026-07-02T00:00:00Z/..', '2026-07-02T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
    ['2026-07-02T00:00:00Z/', '2026-07-02T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
    ['../2026-07-02T00:00:00Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
    ['/2026-07-02T00:00:00Z', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.001Z'],
    ['0000-01-01T00:00:00Z/9999-12-31T23:59:59Z', '2026-07-01T00:00:00.000Z', '2026-07-10T00:00:00.000Z'],
  ])('%s is both ends included, and clipped to what is kept', (datetime, from, to) => {
    expect(asked(datetime)).toEqual([from, to]);
  });

  test.each(['1999-01-01T00:00:00Z/2000-01-01T00:00:00Z', '2027-01-01T00:00:00Z'])(
    '%s lies where nothing is kept',
    (datetime) => {
      const [fromMs, toMs] = spanAsked(parse({ datetime }).datetime, kept);
      expect(fromMs).toBeGreaterThanOrEqual(toMs);
    },
  );

  test.each([
    ['2026-07-02T00:00:00', 'format'],
    ['2026-07-02', 'format'],
    ['2026-02-30T00:00:00Z', 'format'],
    ['..', 'format'],
    ['', 'format'],
    ['2026-07-02T00:00:00Z/2026-07-03T00:00:00', 'format'],
    ['2026-07-02T00:00:00Z/../..', 'format'],
    ['2026-07-03T00:00:00Z/2026-07-02T00:00:00Z', 'reversed'],
  ])('%s breaks a rule', (datetime, rule) => {
    expect(ruleOf({ datetime })).toBe(rule);
  });
});

describe('bbox', () => {
  const box = (bbox: string) => {
    const within = boxAtHome(parse({ bbox }).bbox, HOME);
    return within && Object.values({ w: within.west, s: within.south, e: within.east, n: within.north });
  };

  test.each([
    ['20,40,21,41', [20, 40, 21, 41]],
    ['20,40,-5,21,41,9000', [20, 40, 21, 41]],
    ['-180,-90,180,90', [13, 34, 31, 48]],
    ['-1e9,-1e9,1e9,1e9', [13, 34, 31, 48]],
    ['0,0,20,40', [13, 34, 20, 40]],
    ['20,40,20,40', [20, 40, 20, 40]],
    ['31,34,40,48', [31, 34, 31, 48]],
    ['-10,34,10,48', undefined],
    // Across the antimeridian.
    ['170,-90,-170,90', undefined],
    ['20,34,-170,48', [20, 34, 31, 48]],
    ['170,34,20,48', [13, 34, 20, 48]],
  ])('%s is clipped to home', (bbox, expected) => {
    expect(box(bbox)).toEqual(expected);
  });

  test.each([
    ['1,2,3', 'four-or-six'],
    ['1,2,3,4,5', 'four-or-six'],
    ['1,2,3,4,5,6,7', 'four-or-six'],
    ['1,2,x,4', 'four-or-six'],
    ['', 'four-or-six'],
    ['13,48,31,34', 'upside-down'],
  ])('%s breaks a rule', (bbox, rule) => {
    expect(ruleOf({ bbox })).toBe(rule);
  });

  test('is in CRS84, and in nothing else', () => {
    expect(parse({ 'bbox-crs': CRS84 })['bbox-crs']).toBe(CRS84);
    expect(ruleOf({ 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326' })).toBe('format');
  });
});

test('an address says what was asked, and is read back as that', () => {
  const query = { bbox: '20,40,21.5,41', datetime: '../2026-07-02T02:00:00+02:00', limit: '10', cursor: '1.2.abc' };
  const written = itemsParameters(parse(query));
  expect(written).toBe('bbox=20,40,21.5,41&cursor=1.2.abc&datetime=../2026-07-02T00:00:00.000Z&limit=10');
  expect(itemsParameters(parse(Object.fromEntries(new URLSearchParams(written))))).toBe(written);
});
