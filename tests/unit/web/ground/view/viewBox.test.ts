import { expect, test } from 'vitest';
import { clampBox } from '#shared/geo/BBox.ts';
import { DEFAULT_VIEW, viewBox } from '#web/ground/view/viewBox.ts';

test('the default view of a desktop map is Sofia and its surroundings', () => {
  const box = viewBox(DEFAULT_VIEW, 1_200, 640);
  expect(box.east - box.west).toBeCloseTo((1_200 / (512 * 2 ** 11)) * 360, 10);
  expect((box.east + box.west) / 2).toBeCloseTo(23.3219, 10);
  expect(box.south).toBeLessThan(42.6977);
  expect(box.north).toBeGreaterThan(42.6977);
  expect(box.north - box.south).toBeCloseTo(0.161, 2);
});

test('bounds beyond the edge of the world end there', () => {
  expect(clampBox({ west: -200, south: -95, east: 20, north: 91 })).toEqual({
    west: -180,
    south: -90,
    east: 20,
    north: 90,
  });
  expect(clampBox({ west: 181, south: 0, east: 190, north: 1 })).toEqual({ west: -180, south: 0, east: 180, north: 1 });
});
