import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterPoints } from '#shared/nowcast/cells/clusterPoints.ts';
import type { PlanePoint } from '#shared/nowcast/cells/plane.ts';

const isWithin = (a: PlanePoint, b: PlanePoint) => Math.hypot(a.xKm - b.xKm, a.yKm - b.yKm) <= 8;

/** DBSCAN by its definition: which core points are connected, and which points are none's. */
function byDefinition(points: readonly PlanePoint[]) {
  const isCore = points.map((point) => points.filter((other) => isWithin(point, other)).length >= 3);
  const cluster = points.map(() => -1);
  let next = 0;
  for (const [start] of points.entries()) {
    if (!isCore[start] || cluster[start] !== -1) continue;
    const open = [start];
    while (open.length > 0) {
      const index = open.pop() as number;
      if (cluster[index] !== -1) continue;
      cluster[index] = next;
      for (const [other] of points.entries()) {
        if (isCore[other] && isWithin(points[index] as PlanePoint, points[other] as PlanePoint)) open.push(other);
      }
    }
    next += 1;
  }
  return { isCore, cluster };
}

test('core points are in one cluster if they are connected, border points in that of a core point in reach, others in none', () => {
  const point = fc.record({
    xKm: fc.double({ min: -40, max: 40, noNaN: true }),
    yKm: fc.double({ min: -40, max: 40, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), (points) => {
      const found = clusterPoints(
        Float64Array.from(points, ({ xKm }) => xKm),
        Float64Array.from(points, ({ yKm }) => yKm),
      );
      const { isCore, cluster } = byDefinition(points);
      for (const [a, core] of isCore.entries()) {
        if (!core) {
          const reach = points.flatMap((other, b) =>
            isCore[b] && isWithin(points[a] as PlanePoint, other) ? [found[b]] : [],
          );
          expect(reach.length === 0 ? found[a] === -1 : reach.includes(found[a])).toBe(true);
          continue;
        }
        for (const [b, other] of isCore.entries()) {
          if (other) expect(found[a] === found[b]).toBe(cluster[a] === cluster[b]);
        }
      }
    }),
    { seed: 4, numRuns: 200 },
  );
});
