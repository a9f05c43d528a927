import { expect, test } from 'vitest';
import { blockOf, cellCentre, cellOf, slotCells, toldBy } from '#worker/witness/slotCells.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const at = (latitude: number, longitude: number, afterMs = 0) => ({ latitude, longitude, atMs: AT_MS + afterMs });

test('a cell has half a degree, and eight neighbours around its middle', () => {
  const cell = cellOf({ latitude: 42.3, longitude: 23.9 });
  expect(cellCentre(cell)).toEqual({ latitude: 42.25, longitude: 23.75 });
  expect(blockOf(cell).map(cellCentre)).toEqual(
    [41.75, 42.25, 42.75].flatMap((latitude) => [23.25, 23.75, 24.25].map((longitude) => ({ latitude, longitude }))),
  );
});

test('flashes and strikes are counted by cell, and a match across its edge is told by both', () => {
  const flashes = [at(42.1, 23.1), at(42.1, 23.1, 60_000), at(44.1, 20.1)];
  // The first lies in the next cell, 12 km from its flash; the last outside of what counts, but it matches.
  const strikes = [at(42.1, 22.95, 500), at(40.1, 20.1), at(44.2, 20.1, 100)];
  const cells = slotCells(flashes, strikes, ({ latitude }) => latitude < 44.15);
  const named = Object.fromEntries(
    cells.map((counts) => {
      const { latitude, longitude } = cellCentre(counts.cell);
      const { flashes: seen, flashesMatched, strikes: told, strikesMatched } = counts;
      return [`${latitude} ${longitude}`, [toldBy(counts), seen, flashesMatched, told, strikesMatched]];
    }),
  );
  expect(named).toEqual({
    '42.25 23.25': ['both', 2, 1, 0, 0],
    '42.25 22.75': ['both', 0, 0, 1, 1],
    '44.25 20.25': ['both', 1, 1, 0, 0],
    '40.25 20.25': ['primary', 0, 0, 1, 0],
  });
});

test('flashes without any strike are told by the witness alone, and two that do not match in one cell by both', () => {
  expect(slotCells([at(42.1, 23.1)], [], () => true).map(toldBy)).toEqual(['witness']);
  expect(slotCells([at(42.1, 23.1)], [at(42.1, 23.1, 60_000)], () => true).map(toldBy)).toEqual(['both']);
});
