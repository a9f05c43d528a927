import { expect, test } from 'vitest';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { stormCellFeatures } from '#worker/ogc/stormCellItems.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const CELL: CellReport = {
  id: 7,
  latitude: 42.7,
  longitude: 23.3,
  eastKmH: -30,
  northKmH: 0,
  sigmaKmH: 8,
  radiusKm: 9.6,
  flashes: 40,
  showArrow: false,
  trend: 'growing',
  ageMinutes: 25,
  track: [{ latitude: 42.7, longitude: 23.4 }],
};
const RING = [
  { latitude: 42, longitude: 23 },
  { latitude: 42, longitude: 24 },
  { latitude: 43, longitude: 24 },
];
const told = (cells: CellReport[]) => ({
  news: { atMs: AT_MS, cells, odds: AS_FITTED },
  outlines: cells.map(() => RING),
  providerOffsetMs: 0,
});
const state = { type: 'Feature', id: 'state', geometry: null };

test('storm cells end with a feature without a place that says of when they are, and is always there', () => {
  const at = '2026-07-01T12:00:00.000Z';
  const [cell, last] = stormCellFeatures(told([CELL]), AT_MS);
  expect(cell).toMatchObject({ id: '7', geometry: { type: 'Polygon' } });
  expect(cell?.properties).toEqual({
    kind: 'cell',
    at,
    stale: false,
    partial: false,
    flashes: 40,
    trend: 'growing',
    radiusKm: 10,
    ageMinutes: 25,
  });
  expect(last).toEqual({ ...state, properties: { kind: 'state', at, stale: false, partial: false } });
  expect(stormCellFeatures(told([]), AT_MS + 600_000)).toEqual([
    { ...state, properties: { kind: 'state', at, stale: true, partial: false } },
  ]);
  expect(stormCellFeatures(null, AT_MS)).toEqual([
    { ...state, properties: { kind: 'state', stale: true, partial: true } },
  ]);
});

test('a storm cell has a speed and a heading where it has an arrow', () => {
  const [cell] = stormCellFeatures(told([{ ...CELL, showArrow: true }]), AT_MS);
  expect(cell?.properties).toMatchObject({ speedKmH: 30, headingDegrees: 270, headingErrorDegrees: 15 });
});
