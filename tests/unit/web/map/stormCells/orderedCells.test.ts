import { expect, test } from 'vitest';
import { orderedCells, towardsPlace } from '#web/map/stormCells/cellWords.ts';
import { AT, aCell } from './aCell.ts';

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
