import { expect, test } from 'vitest';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { cellFeatures, type DrawnCell, drawnCells } from '#web/map/stormCells/drawnCells.ts';
import { AT, aCell, aNews } from './aCell.ts';

const MARKS = { trends: { steady: '', growing: 'growing', fading: 'fading' }, ahead: '30 min' };
/** Ten flashes on a line to the east of Sofia, 15 km long. */
const LINE = Array.from({ length: 10 }, (_, index) => ({
  latitude: 42.7,
  longitude: 23.3 + index * 0.02,
  atMs: AT - index * 30_000,
}));
const ofOne = (drawn: readonly DrawnCell[]) => drawn[0] as DrawnCell;
const parts = (drawn: readonly DrawnCell[]) => cellFeatures(drawn, MARKS).features.map(({ properties }) => properties);

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
