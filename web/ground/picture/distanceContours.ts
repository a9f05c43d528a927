import { boxAroundShape, type Corner, distanceFrom, type Shape } from '#shared/geo/Shape.ts';

export type Segment = readonly [Corner, Corner];

/** Grid fields across the box. Within one field a distance is almost linear. */
const FIELDS = 96;

/** Returns the lines at `kms` from the shape, by the function that also selects strikes, so the picture is exact. */
export function distanceContours(shape: Shape, kms: readonly number[]): readonly Segment[][] {
  if (kms.length === 0) return [];
  const { west, south, east, north } = boxAroundShape(shape, Math.max(...kms) * 1.05);
  const kmTo = distanceFrom(shape);
  const longitudeOf = (x: number) => west + ((east - west) * x) / FIELDS;
  const latitudeOf = (y: number) => south + ((north - south) * y) / FIELDS;
  const distances = Array.from({ length: FIELDS + 1 }, (_, y) =>
    Float64Array.from({ length: FIELDS + 1 }, (_, x) => kmTo({ longitude: longitudeOf(x), latitude: latitudeOf(y) })),
  );
  const at = (x: number, y: number) => distances[y]?.[x] ?? 0;
  return kms.map((km) => {
    const segments: Segment[] = [];
    for (let y = 0; y < FIELDS; y += 1) {
      for (let x = 0; x < FIELDS; x += 1) {
        const crossings = crossingsOf(x, y, at, km).map(([cx, cy]): Corner => [longitudeOf(cx), latitudeOf(cy)]);
        for (let index = 0; index + 1 < crossings.length; index += 2) {
          segments.push([crossings[index] as Corner, crossings[index + 1] as Corner]);
        }
      }
    }
    return segments;
  });
}

/** Where the ring crosses the edges of a field, in order around it: none, two or four places. */
function crossingsOf(x: number, y: number, at: (x: number, y: number) => number, km: number): Corner[] {
  const around: readonly Corner[] = [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
  ];
  return around.flatMap(([ax, ay], index) => {
    const [bx, by] = around[(index + 1) % 4] as Corner;
    const [a, b] = [at(ax, ay) - km, at(bx, by) - km];
    if (a < 0 === b < 0) return [];
    const part = a / (a - b);
    return [[ax + (bx - ax) * part, ay + (by - ay) * part] as const];
  });
}
