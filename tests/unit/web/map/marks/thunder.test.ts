import { describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { thunderRings, thunderShown } from '#web/map/marks/thunder.tsx';

const NOW = 1_800_000_000_000;
const strike = (ageMs: number) => ({ ordinal: 1, latitude: 42.7, longitude: 23.3, atMs: NOW - ageMs });

test('thunder is where sound has come since the strike itself, not since its arrival here', () => {
  const [ring] = thunderRings([strike(10_000)], NOW);
  const [longitude, latitude] = ring?.coordinates[0] ?? [0, 0];
  expect(distanceKm(strike(0), { latitude, longitude })).toBeCloseTo(3.43, 4);
});

test('thunder ends where it is not heard any more, and has not begun before its strike', () => {
  expect(thunderRings([strike(58_000)], NOW)).toHaveLength(1);
  expect(thunderRings([strike(59_000), strike(-1_000)], NOW)).toEqual([]);
});

describe('it is shown only where it is true', () => {
  test.each([
    [11, 8_000, true],
    [8.9, 8_000, false],
    [11, 15_001, false],
    [11, null, false],
  ] as const)('zoom %d, usual delay %s ms: %s', (zoom, typicalDelayMs, shown) => {
    expect(thunderShown(zoom, typicalDelayMs)).toBe(shown);
  });
});

test('of many strikes only the five newest have a ring', () => {
  const ages = [-1_000, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000];
  const rings = thunderRings(ages.map(strike), NOW);
  expect(rings.map(({ strength }) => strength)).toEqual(
    [1_000, 2_000, 3_000, 4_000, 5_000].map((age) => 1 - (age * 343) / 20_000_000),
  );
});
