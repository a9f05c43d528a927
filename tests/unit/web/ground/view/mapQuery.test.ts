import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { formatMapQuery, type MapQuery, parseMapQuery } from '#web/ground/view/mapQuery.ts';

const rounded = (min: number, max: number, digits: number) =>
  fc.integer({ min: min * 10 ** digits, max: max * 10 ** digits }).map((n) => n / 10 ** digits);
const aPosition = fc.record({ latitude: rounded(-85, 85, 4), longitude: rounded(-180, 180, 4) });
const aView = fc.tuple(aPosition, rounded(0, 20, 2)).map(([at, zoom]) => ({ ...at, zoom }));
const aQuery: fc.Arbitrary<MapQuery> = fc.record({
  view: fc.option(aView, { nil: undefined }),
  rotation: fc.array(
    fc.oneof(
      aView,
      fc.record({
        west: rounded(-180, 0, 4),
        south: rounded(-85, 0, 4),
        east: rounded(1, 180, 4),
        north: rounded(1, 85, 4),
      }),
    ),
    { maxLength: 12 },
  ),
  night: fc.constantFrom([22, 6] as const, [0, 23] as const, [23, 5] as const, null),
  rotateEveryMs: fc.integer({ min: 5, max: 9_999 }).map((seconds) => seconds * 1_000),
  windowMs: fc.constantFrom(...TIME_FILTERS_MS, NO_TIME_FILTER_MS),
  theme: fc.constantFrom('light', 'dark'),
  point: fc.option(aPosition, { nil: undefined }),
  wall: fc.boolean(),
  hint: fc.option(
    fc.tuple(aPosition, fc.integer({ min: 0, max: 4e12 })).map(([at, atMs]) => ({ ...at, atMs })),
    { nil: undefined },
  ),
});

test('an address reproduces the map it was copied from', () =>
  fc.assert(
    fc.property(aQuery, (query) => {
      expect(parseMapQuery(formatMapQuery(query))).toEqual(query);
    }),
  ));

test('the default map has a bare address', () => {
  expect(formatMapQuery(parseMapQuery(''))).toBe('');
});

test('a wall display is dark unless its address says otherwise', () => {
  expect(parseMapQuery('wall=1').theme).toBe('dark');
  expect(parseMapQuery('wall=1&theme=light').theme).toBe('light');
});

test.each([
  'view=abc',
  'view=91,23,5z',
  'view=42,200,5z',
  'view=42,23,99z',
  'minutes=7',
  'theme=pink',
  'point=1',
  'wall=yes',
  'at=2026-07-01T12:00:00Z',
  'at=noon&ll=42,23',
  'views=x;y',
  'views=5,42,4,43;1,2,3',
  'night=24-6',
  'night=5-5',
  'every=1',
])('nonsense is as if it were not there: %s', (search) => {
  expect(parseMapQuery(search)).toEqual(parseMapQuery(''));
});

test('no query string, however wild, makes it fail', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(parseMapQuery(text).windowMs).toBeGreaterThan(0);
    }),
  ));
