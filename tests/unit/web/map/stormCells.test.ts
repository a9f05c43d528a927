import { beforeAll, describe, expect, test } from 'vitest';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { AT, aCell, aNews } from '#tests/support/cells.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { cellsAddress } from '#web/map/stormCells/cellsAddress.ts';
import { cellName, cellTexts, orderedCells, towardsPlace } from '#web/map/stormCells/cellWords.ts';
import { coneEnd, coneOf, middleAfter, strayKm } from '#web/map/stormCells/coneOf.ts';
import { cellFeatures, type DrawnCell, drawnCells } from '#web/map/stormCells/drawnCells.ts';

describe('cell words', () => {
  beforeAll(async () => {
    await Promise.all(LOCALES.map((locale) => loadTexts(locale, ['map', 'cells'])));
  });

  const SOFIA = { at: { latitude: 42.7, longitude: 23.3 }, by: 'visitor' } as const;
  const told = (cell: Parameters<typeof aCell>[0], locale: Locale = 'en', from?: typeof SOFIA) =>
    cellTexts(aCell(cell), from, AT, textsFor(locale), locale).join(' · ').replaceAll('\u00a0', ' ');
  const going = { eastKmH: 28, northKmH: 27, showArrow: true, trend: 'growing', flashes: 34 } as const;

  test.each([
    ['en', 'moving north-east, about 40 km/h · growing · 34 flashes in 10 min · followed for 25 min'],
    ['ru', 'движется на северо-восток, около 40 км/ч · усиливается · 34 вспышки за 10 мин · прослеживается 25 мин'],
    ['bg', 'движи се на североизток, около 40 км/ч · засилва се · 34 светкавици за 10 мин · следи се от 25 мин'],
  ] as const)('a cell in words (%s)', (locale, text) => {
    expect(told(going, locale)).toBe(text);
  });

  test('a cell without an arrow has no direction and no speed, whatever was reckoned', () => {
    expect(told({ ...going, showArrow: false, trend: 'steady', flashes: 1, ageMinutes: 0 })).toBe(
      'no clear direction · 1 flash in 10 min · new',
    );
  });

  test('where there is a place, a cell is told as seen from it; far away, by where it goes', () => {
    expect(told({ ...going, longitude: 22.8, northKmH: 0, eastKmH: 50 }, 'en', SOFIA)).toContain(
      'approaching · 41 km west of you · growing',
    );
    expect(told({ ...going, latitude: 42.75 }, 'en', SOFIA)).toContain('lightning within 10 km · growing');
    expect(told({ ...going, longitude: 21 }, 'en', SOFIA)).toContain('moving north-east');
  });

  test('a cell that is near no known place is named by its position', () => {
    expect(cellName({ latitude: 42.704, longitude: 23.3 }, undefined, textsFor('en'), 'en')).toBe('at 42.70, 23.30');
  });
});

test.each([
  ['', { drawn: true, listed: false }],
  ['cells=off', { drawn: false, listed: false }],
  ['cells=off&storms=list', { drawn: false, listed: true }],
] as const)('the address remembers what is shown of storm cells: %s', (search, choice) => {
  expect(cellsAddress.parse(new URLSearchParams(search))).toEqual(choice);
  expect(cellsAddress.format(choice).join('&')).toBe(search);
});

describe('cone of', () => {
  /** To the east at 40 km/h. */
  const cell = { xKm: 10, yKm: -5, vx: 40 / 60, vy: 0, sigma: 0.15 };

  test('the cone begins at the cell, holds its way of 30 minutes in its middle and ends beyond it', () => {
    const cone = coneOf(cell);
    expect(cone[0]).toEqual({ xKm: 10, yKm: -5 });
    expect(middleAfter(cell, 30)).toEqual({ xKm: 30, yKm: -5 });
    const end = coneEnd(cell);
    expect(end.xKm).toBeCloseTo(30 + strayKm(0.15, 30), 6);
    expect(Math.max(...cone.map(({ xKm }) => xKm))).toBeCloseTo(end.xKm, 6);
    const sides = cone.map(({ yKm }) => yKm + 5);
    expect(Math.max(...sides)).toBeCloseTo(strayKm(0.15, 30), 6);
    expect(Math.min(...sides)).toBeCloseTo(-strayKm(0.15, 30), 6);
  });

  test('the cone widens with time and with what is not known of the velocity, and never closes to a line', () => {
    expect(strayKm(0.15, 20)).toBeGreaterThan(strayKm(0.15, 10));
    expect(strayKm(0.3, 20)).toBeGreaterThan(strayKm(0.15, 20));
    // 1.28 standard deviations hold eight of ten.
    expect(strayKm(0.3, 30)).toBeGreaterThan(1.28 * 0.3 * 30);
    expect(strayKm(0, 30)).toBeGreaterThan(7);
  });

  test('a cell that does not move has a cone without an end elsewhere', () => {
    expect(coneEnd({ ...cell, vx: 0 })).toEqual({ xKm: 10, yKm: -5 });
  });
});

describe('drawn cells', () => {
  const MARKS = { trends: { steady: '', growing: 'growing', fading: 'fading' }, ahead: '30 min' };
  /** Ten flashes on a line to the east of Sofia, 15 km long. */
  const LINE = Array.from({ length: 10 }, (_, index) => ({
    latitude: 42.7,
    longitude: 23.3 + index * 0.02,
    atMs: AT - index * 30_000,
  }));
  const ofOne = (drawn: readonly DrawnCell[]) => drawn[0] as DrawnCell;
  const parts = (drawn: readonly DrawnCell[]) =>
    cellFeatures(drawn, MARKS).features.map(({ properties }) => properties);

  test('a cell’s outline lies some 3 km around the flashes that are held of it', () => {
    const { outline } = ofOne(drawnCells(aNews([aCell({ flashes: 10 })]), LINE));
    const nearest = (at: Position) => Math.min(...LINE.map((flash) => distanceKm(flash, at)));
    expect(outline.length).toBeGreaterThan(6);
    expect(outline.at(-1)).toEqual(outline[0]);
    for (const corner of outline) expect(nearest(corner)).toBeLessThan(4);
    for (const corner of outline) expect(nearest(corner)).toBeGreaterThan(2);
  });

  test('a cell of which too few strikes are held is a circle of its radius', () => {
    for (const held of [[], LINE.slice(0, 5)]) {
      const { outline, cell } = ofOne(drawnCells(aNews([aCell({ flashes: 10 })]), held));
      for (const corner of outline) expect(distanceKm(corner, cell)).toBeCloseTo(8, 1);
    }
  });

  test('strikes from after the cells’ time, and from ten minutes before it, outline nothing', () => {
    const late = LINE.map((strike) => ({ ...strike, atMs: AT + 1_000 }));
    const early = LINE.map((strike) => ({ ...strike, atMs: AT - 601_000 }));
    const { outline, cell } = ofOne(drawnCells(aNews([aCell({ flashes: 10 })]), [...early, ...late]));
    for (const corner of outline) expect(distanceKm(corner, cell)).toBeCloseTo(8, 1);
  });

  test('an arrow and a cone are drawn only of a cell with a clear direction', () => {
    const going = aCell({ eastKmH: 40, showArrow: true });
    const { arrow, cone, wordsTo } = ofOne(drawnCells(aNews([going]), []));
    const tip = arrow?.[0]?.[1] as Position;
    expect(distanceKm(going, tip)).toBeCloseTo(20, 0);
    expect([tip.longitude > 23.5, wordsTo, cone === undefined]).toEqual([true, 'e', false]);
    const still = ofOne(drawnCells(aNews([aCell({ eastKmH: 40 })]), []));
    expect([still.arrow, still.cone]).toEqual([undefined, undefined]);
  });

  test('on the map a cell that grows or fades says so, a steady one does not, and an arrow says how far ahead it is', () => {
    const texts = (cell: Parameters<typeof aCell>[0]) =>
      parts(drawnCells(aNews([aCell(cell)]), [])).flatMap(({ part, text }) => (part === 'word' ? [text] : []));
    expect(texts({})).toEqual([]);
    expect(texts({ trend: 'growing' })).toEqual(['growing']);
    expect(texts({ northKmH: 30, showArrow: true })).toEqual(['30 min']);
    expect(texts({ northKmH: 30, showArrow: true, trend: 'fading' })).toEqual(['30 min · fading']);
  });

  test('where a cell was is a dot for each ten minutes', () => {
    const track = [
      { latitude: 42.6, longitude: 23.2 },
      { latitude: 42.5, longitude: 23.1 },
    ];
    const dots = parts(drawnCells(aNews([aCell({ track })]), [])).filter(({ part }) => part === 'past');
    expect(dots.map(({ back }) => back)).toEqual([1, 2]);
  });

  test('no cells are nothing to draw', () => {
    expect(drawnCells(aNews([]), LINE)).toEqual([]);
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
  ] as const)('how a place lies to one cell: %s', (state, cell) => {
    expect(towardsPlace(SOFIA, aCell(cell), AT)).toBe(state);
  });
});
