import { beforeAll, describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { AT, aCell, anUpdate } from '#tests/support/cells.ts';
import { pairs } from '#tests/support/pairs.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { boundsAfter, middleAfter, stormLines, strayKm } from '#web/map/stormCells/CellList.tsx';
import { cellsAddress } from '#web/map/stormCells/cellsAddress.ts';
import { cellName, cellTexts, orderedCells, towardsPlace } from '#web/map/stormCells/cellTexts.ts';
import { pathOf } from '#web/map/strikeLayers/MapLines.tsx';

describe('cell words', () => {
  beforeAll(() => Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map', 'mapMore']))));

  const SOFIA = { at: { latitude: 42.7, longitude: 23.3 }, by: 'visitor' } as const;
  const report = (cell: Parameters<typeof aCell>[0], locale: Locale = 'en', from?: typeof SOFIA) =>
    cellTexts(aCell(cell), from, AT, textsFor(locale), locale).join(' · ').replaceAll('\u00a0', ' ');
  const going = { eastKmH: 28, northKmH: 27, showArrow: true, trend: 'growing', flashes: 34 } as const;

  test.each([
    ['en', 'moving north-east, about 40 km/h · growing · 34 flashes in 10 min · followed for 25 min'],
    ['ru', 'движется на северо-восток, около 40 км/ч · усиливается · 34 вспышки за 10 мин · прослеживается 25 мин'],
    ['bg', 'движи се на североизток, около 40 км/ч · засилва се · 34 светкавици за 10 мин · следи се от 25 мин'],
  ] as const)('a cell in words (%s)', (locale, text) => expect(report(going, locale)).toBe(text));

  test('a cell without an arrow has no direction and no speed, whatever was reckoned', () => {
    const still = report({ ...going, showArrow: false, trend: 'steady', flashes: 1, ageMinutes: 0 });
    expect(still).toBe('no clear direction · 1 flash in 10 min · new');
  });

  test('where there is a place, a cell is told as seen from it; far away, by where it goes', () => {
    const coming = report({ ...going, longitude: 22.8, northKmH: 0, eastKmH: 50 }, 'en', SOFIA);
    expect(coming).toContain('approaching · 41 km west of you · growing');
    expect(report({ ...going, latitude: 42.75 }, 'en', SOFIA)).toContain('lightning within 10 km · growing');
    expect(report({ ...going, longitude: 21 }, 'en', SOFIA)).toContain('moving north-east');
  });

  test('a cell that is near no known place is named by its position', () =>
    expect(cellName({ latitude: 42.704, longitude: 23.3 }, undefined, textsFor('en'), 'en')).toBe('at 42.70, 23.30'));
});

test.each([
  ['', { rendered: true, listed: false }],
  ['cells=off', { rendered: false, listed: false }],
  ['cells=off&storms=list', { rendered: false, listed: true }],
] as const)('the address remembers what is shown of storm cells: %s', (search, choice) => {
  expect(cellsAddress.parse(new URLSearchParams(search))).toEqual(choice);
  expect(cellsAddress.format(choice).join('&')).toBe(search);
});

describe('cone of', () => {
  /** To the east at 40 km/h. */
  const cell = { xKm: 10, yKm: -5, vx: 40 / 60, vy: 0, sigma: 0.15 };

  test('a cell’s bounds lie as far to both sides of its way as it strays in eight of ten cases', () => {
    expect(middleAfter(cell, 30)).toEqual({ xKm: 30, yKm: -5 });
    const [left, right] = boundsAfter(cell, 30);
    expect(left.yKm + 5).toBeCloseTo(strayKm(0.15, 30), 6);
    expect(right.yKm + 5).toBeCloseTo(-strayKm(0.15, 30), 6);
    expect([left.xKm, right.xKm]).toEqual([expect.closeTo(30, 6), expect.closeTo(30, 6)]);
  });

  test('the cone widens with time and with what is not known of the velocity, and never closes to a line', () => {
    expect(strayKm(0.15, 20)).toBeGreaterThan(strayKm(0.15, 10));
    expect(strayKm(0.3, 20)).toBeGreaterThan(strayKm(0.15, 20));
    // 1.28 standard deviations hold eight of ten.
    expect(strayKm(0.3, 30)).toBeGreaterThan(1.28 * 0.3 * 30);
    expect(strayKm(0, 30)).toBeGreaterThan(7);
  });
});

describe('storms on the map', () => {
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  const near = aCell({ id: 1, latitude: 42.7, longitude: 23, eastKmH: 40, showArrow: true });
  const far = aCell({ id: 2, latitude: 41.5, longitude: 21, eastKmH: 40, showArrow: true });

  test('the nearest one has its way of 45 minutes with marks at 15 and 30, bounds and an end; others an arrow of 15', () => {
    const { ways, bounds, end } = stormLines(anUpdate([near, far]), SOFIA);
    const kmOf = ([a, b]: (typeof ways)[number]) =>
      a && b ? distanceKm({ longitude: a[0], latitude: a[1] }, { longitude: b[0], latitude: b[1] }) : 0;
    // A way, its head and two marks; an arrow and its head.
    expect(ways).toHaveLength(6);
    expect([ways[0], ways[4]].map((way) => way && kmOf(way))).toEqual([expect.closeTo(30, 0), expect.closeTo(10, 0)]);
    expect(bounds.length).toBeGreaterThan(20);
    expect(end).toEqual(ways[0]?.[1]);
  });

  test('without a place that somebody gave no storm is the nearest', () => {
    const { bounds, end } = stormLines(anUpdate([near, far]), undefined);
    expect([bounds, end]).toEqual([[], undefined]);
  });

  test('a storm without a clear direction has no line: its lightning is all there is', () => {
    const nothing = { ways: [], bounds: [], end: undefined };
    expect(stormLines(anUpdate([aCell({ eastKmH: 40 })]), SOFIA)).toEqual(nothing);
    expect(stormLines(anUpdate([]), SOFIA)).toEqual(nothing);
  });

  test('a line over the map is drawn around its anchor, a dot as a line without length', () => {
    const path = pathOf([pairs('23,42 24,42'), pairs('23,42')], [23, 42]);
    // A degree of longitude at zoom 8 is 364.089 pixels.
    expect(path).toBe('M0 0L364.089 0M0 0h0');
  });
});

describe('ordered cells', () => {
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  const ids = (cells: readonly { readonly id: number }[]) => cells.map(({ id }) => id);

  test('without a place the cells with most flashes come first', () => {
    const cells = [aCell({ id: 1, flashes: 5 }), aCell({ id: 2, flashes: 50 }), aCell({ id: 3, flashes: 20 })];
    expect(ids(orderedCells(cells, undefined))).toEqual([2, 3, 1]);
  });

  test('with a place the nearest edge comes first, and of those over it the most active', () => {
    const cells = [
      aCell({ id: 1, latitude: 44, flashes: 90 }),
      aCell({ id: 2, latitude: 43.3, radiusKm: 5 }),
      aCell({ id: 3, latitude: 43.5, radiusKm: 60 }),
      aCell({ id: 4, flashes: 2 }),
      aCell({ id: 5, flashes: 3 }),
    ];
    expect(ids(orderedCells(cells, SOFIA))).toEqual([5, 4, 3, 2, 1]);
  });

  test.each([
    ['here', { longitude: 23.4 }],
    ['approaching', { longitude: 22.8, eastKmH: 50, showArrow: true }],
    ['passing', { latitude: 43.2, longitude: 23, eastKmH: 50, showArrow: true }],
    ['away', { longitude: 22.8, eastKmH: -50, showArrow: true }],
    ['unclear', { longitude: 22.8, eastKmH: 50 }],
    ['quiet', { longitude: 21, eastKmH: 50, showArrow: true }],
  ] as const)('how a place lies to one cell: %s', (state, cell) =>
    expect(towardsPlace(SOFIA, aCell(cell), AT)).toBe(state),
  );
});
