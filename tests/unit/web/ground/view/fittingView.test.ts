import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxAround } from '#shared/geo/BBox.ts';
import { circleAround } from '#shared/geo/geodesy.ts';
import { fittingView, REGION_BOX, viewBox } from '#web/ground/view/viewBox.ts';

test('all of the Balkans, and little else, is shown on a phone as on a wall', () => {
  for (const [width, height] of [
    [360, 440],
    [1280, 640],
    [1920, 842],
    [3840, 1685],
  ] as const) {
    const box = viewBox(fittingView(REGION_BOX, width, height), width, height);
    expect(box.west).toBeLessThanOrEqual(REGION_BOX.west + 1e-9);
    expect(box.east).toBeGreaterThanOrEqual(REGION_BOX.east - 1e-9);
    expect(box.south).toBeLessThanOrEqual(REGION_BOX.south + 1e-9);
    expect(box.north).toBeGreaterThanOrEqual(REGION_BOX.north - 1e-9);
    const spare = Math.min((box.east - box.west) / 18, (box.north - box.south) / 14);
    expect(spare).toBeLessThan(1.02);
  }
});

test('a located visitor sees the whole ring of 20 km, wherever they are', () => {
  const latitude = fc.double({ min: 34, max: 62, noNaN: true });
  fc.assert(
    fc.property(
      latitude,
      fc.integer({ min: 300, max: 2000 }),
      fc.integer({ min: 200, max: 1200 }),
      (at, width, height) => {
        const centre = { latitude: at, longitude: 23 };
        const box = viewBox(fittingView(boxAround(centre, 22), width, height), width, height);
        for (const [longitude, ringLatitude] of circleAround(centre, 20)) {
          expect(longitude).toBeGreaterThan(box.west);
          expect(longitude).toBeLessThan(box.east);
          expect(ringLatitude).toBeGreaterThan(box.south);
          expect(ringLatitude).toBeLessThan(box.north);
        }
      },
    ),
  );
});
