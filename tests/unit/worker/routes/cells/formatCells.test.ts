import { describe, expect, test } from 'vitest';
import type { CellReport } from '#shared/nowcast/cells/CellReport.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { pairs } from '#tests/support/pairs.ts';
import { formatCells } from '#worker/routes/cells/cells.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const CELL: CellReport = {
  id: 7,
  latitude: 42.69771,
  longitude: 23.32194,
  eastKmH: -30,
  northKmH: 0,
  sigmaKmH: 8.04,
  radiusKm: 9.6,
  flashes: 40,
  showArrow: true,
  trend: 'growing',
  ageMinutes: 25,
  track: [
    { latitude: 42.7, longitude: 23.381 },
    { latitude: 42.7, longitude: 23.44 },
  ],
};
const CLOCKWISE = [
  { latitude: 42, longitude: 23 },
  { latitude: 43, longitude: 23 },
  { latitude: 43, longitude: 24 },
];
const told = (changes: Partial<CellReport> = {}, providerOffsetMs = 0) => ({
  news: { atMs: AT_MS, cells: [{ ...CELL, ...changes }], odds: AS_FITTED },
  outlines: [CLOCKWISE],
  providerOffsetMs,
});
const json =
  (...parameters: Parameters<typeof told>) =>
  (nowMs: number) =>
    JSON.parse(formatCells('json', told(...parameters), nowMs).body);

describe('storm cells as the API writes them', () => {
  test('[NC6] have a speed, a heading and its error where there is an arrow', () => {
    expect(json()(AT_MS).cells).toEqual([
      {
        id: 7,
        latitude: 42.698,
        longitude: 23.322,
        radiusKm: 10,
        speedKmH: 30,
        headingDegrees: 270,
        headingErrorDegrees: 15,
        flashes: 40,
        trend: 'growing',
        ageMinutes: 25,
        track: [
          { minutesAgo: 10, latitude: 42.7, longitude: 23.381 },
          { minutesAgo: 20, latitude: 42.7, longitude: 23.44 },
        ],
      },
    ]);
    const still = { speedKmH: null, headingDegrees: null, headingErrorDegrees: null };
    expect(json({ showArrow: false })(AT_MS).cells).toMatchObject([still]);
  });

  test('[NC6] are stale ten minutes after the time they stand for, by the provider’s clock', () => {
    expect(json()(AT_MS + 599_999).stale).toBe(false);
    expect(json()(AT_MS + 600_000)).toMatchObject({ stale: true, at: '2026-07-01T12:00:00.000Z', atMs: AT_MS });
    expect(json({}, -300_000)(AT_MS + 600_000).stale).toBe(false);
  });

  test('[NC6] are closed polygons, counter-clockwise', () => {
    const { features } = JSON.parse(formatCells('geojson', told(), AT_MS).body);
    expect(features[0]).toMatchObject({
      type: 'Feature',
      id: 7,
      geometry: { type: 'Polygon', coordinates: [pairs('24,43 23,43 23,42 24,43')] },
      properties: { flashes: 40, speedKmH: 30 },
    });
  });
});
