import { expect, test } from 'vitest';
import { satelliteAddress } from '#web/map/satellite/satelliteAddress.ts';
import { flashFeatures } from '#web/map/satellite/satelliteFlashes.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);

test('flashes of a satellite become points that fade over half an hour', () => {
  const { features } = flashFeatures(
    {
      flashes: [
        [42.1, 23.2, NOW_MS + 5_000],
        [41, 22, NOW_MS - 15 * 60_000],
        [40, 21, NOW_MS - 60 * 60_000],
      ],
    },
    NOW_MS,
  );
  expect(features.map(({ properties, geometry }) => [...geometry.coordinates, properties.age])).toEqual([
    [23.2, 42.1, 0],
    [22, 41, 0.5],
    [21, 40, 1],
  ]);
});

test('the satellite is off unless the address says on', () => {
  const drawn = (query: string) => satelliteAddress.parse(new URLSearchParams(query));
  expect([drawn(''), drawn('satellite=1'), drawn('satellite=on')]).toEqual([false, false, true]);
  expect([true, false].map(satelliteAddress.format)).toEqual([['satellite=on'], []]);
});
