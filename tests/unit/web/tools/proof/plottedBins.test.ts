import { expect, test } from 'vitest';
import { binOf, onAxes, plottedBins } from '#web/tools/proof/plottedBins.ts';

const SQUARE = { left: 50, top: 10, size: 200 };
const bin = (from: number, to: number, cases: number, said: number | null = (from + to) / 2, came = said) => ({
  from,
  to,
  cases,
  said,
  came,
});

test('what was said lies from left to right, what came upwards, corners included', () => {
  const { x, y } = onAxes(SQUARE);
  expect([x(0), x(1), y(0), y(1)]).toEqual([50, 250, 210, 10]);
});

test('the area of a dot is in proportion to its cases, the largest is drawn first, and none is too small to see', () => {
  const dots = plottedBins([bin(0, 0.05, 400), bin(0.2, 0.3, 1_600), bin(0.7, 1, 1)], SQUARE);
  expect(dots.map(({ bin: { cases }, radius }) => [cases, radius])).toEqual([
    [1_600, 13],
    [400, 6.5],
    [1, 4],
  ]);
});

test('[PR3] fewer than 300 cases are not enough, and a bin without any is not plotted', () => {
  const dots = plottedBins([bin(0, 0.05, 300), bin(0.1, 0.2, 299), bin(0.2, 0.3, 0, null)], SQUARE);
  expect(dots.map(({ bin: { cases }, isEnough }) => [cases, isEnough])).toEqual([
    [300, true],
    [299, false],
  ]);
});

test('one in four belongs to the bin that begins at or below it and ends above', () => {
  const bins = [bin(0.1, 0.25, 1), bin(0.25, 0.3, 2)];
  expect(binOf(bins, 0.25)?.cases).toBe(2);
  expect(binOf(bins, 0.9)).toBeUndefined();
});
