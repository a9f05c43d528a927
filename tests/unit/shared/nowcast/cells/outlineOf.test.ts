import { describe, expect, test } from 'vitest';
import { outlineOf } from '#shared/nowcast/cells/outlineOf.ts';
import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';
import { cpuMs } from '#tests/support/time/cpuMs.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';

function isWithin({ xKm, yKm }: PlanePoint, corners: readonly PlanePoint[]): boolean {
  let inside = false;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] as PlanePoint;
    if (a.yKm > yKm === b.yKm > yKm) return;
    if (xKm < ((b.xKm - a.xKm) * (yKm - a.yKm)) / (b.yKm - a.yKm) + a.xKm) inside = !inside;
  });
  return inside;
}

function cloud(count: number, widthKm: number, heightKm: number, seed = 1): PlanePoint[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => ({ xKm: random() * widthKm, yKm: random() * heightKm }));
}

describe('an outline', () => {
  test.each([3, 40, 400])('of %s flashes has each of them inside, and goes 3 km around', (count) => {
    const points = cloud(count, 20, 12);
    const corners = outlineOf(points);
    for (const point of points) expect(isWithin(point, corners)).toBe(true);
    for (const { xKm, yKm } of corners) {
      const nearest = Math.min(...points.map((point) => Math.hypot(point.xKm - xKm, point.yKm - yKm)));
      expect(nearest).toBeLessThanOrEqual(3 + 1e-9);
    }
  });

  test('does not fill what a bent line of storms bends around', () => {
    const bend = Array.from({ length: 60 }, (_, index) => {
      const angle = (index / 59) * Math.PI;
      return { xKm: 40 * Math.cos(angle), yKm: 40 * Math.sin(angle) };
    });
    const corners = outlineOf(bend);
    expect(isWithin({ xKm: 0, yKm: 5 }, corners)).toBe(false);
    expect(isWithin({ xKm: 0, yKm: 40 }, corners)).toBe(true);
  });

  test.each([
    [10_000, 40, 30],
    [10_000, 200, 120],
  ])('of %s flashes over %s by %s km has 60 corners at most, and takes no time', (count, width, height) => {
    const points = cloud(count, width, height);
    const corners = outlineOf(points);
    const once = () => cpuMs(() => outlineOf(points));
    expect(Math.min(...Array.from({ length: 5 }, once))).toBeLessThan(100);
    expect(corners.length).toBeGreaterThan(8);
    expect(corners.length).toBeLessThanOrEqual(60);
    expect(points.filter((point) => !isWithin(point, corners)).length).toBeLessThan(count / 100);
  });

  test('of nothing is nothing, and the same flashes have the same', () => {
    expect(outlineOf([])).toEqual([]);
    const points = cloud(50, 20, 20);
    expect(outlineOf(points)).toEqual(outlineOf(points));
  });
});
