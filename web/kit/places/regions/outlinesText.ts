import { bboxOverlaps, HOME_BOX } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Corner } from '#shared/geo/Shape.ts';
import { encodeShape } from '#shared/geo/shapeCode.ts';
import type { Ring } from './readRegions.ts';

/** Tolerance in degrees: some 700 m, a pixel where a district fills a screen. */
const TOLERANCE = 0.006;
/** Smaller islands, in square degrees, are dropped unless nothing else remains. */
const LEAST_AREA = 0.004;

export interface Outlined {
  readonly code: string;
  readonly rings: readonly Ring[];
}

/** A line for each region or country: its code, then its polygons as in addresses, the largest first. */
export function outlinesText(outlined: readonly Outlined[]): string {
  const lines = outlined.map(({ code, rings }) => {
    const polygons = rings
      .map(cornersIn)
      .map((corners) => ({ corners, area: areaOf(corners) }))
      .toSorted((a, b) => b.area - a.area)
      .filter(({ area }, index) => index === 0 || area >= LEAST_AREA)
      .map(({ corners }) => ({ type: 'Polygon', coordinates: [simplified(corners)] }) as const)
      .filter((polygon) => polygon.coordinates[0].length > 3 && bboxOverlaps(boxAroundShape(polygon, 0), HOME_BOX));
    return [code, ...polygons.map(encodeShape)].join('\t');
  });
  return `${lines.toSorted().join('\n')}\n`;
}

function cornersIn(ring: Ring): Corner[] {
  return Array.from({ length: ring.length / 2 }, (_, index) => [ring[2 * index] ?? 0, ring[2 * index + 1] ?? 0]);
}

function areaOf(corners: readonly Corner[]): number {
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** Douglas-Peucker for a closed ring: each half keeps the corner farthest from its chord. */
function simplified(corners: readonly Corner[]): Corner[] {
  const [first] = corners;
  if (!first) return [];
  const middle = farthest(corners, first, first).index;
  return [...store(corners.slice(0, middle + 1)), ...store(corners.slice(middle)).slice(1)];
}

function store(line: readonly Corner[]): readonly Corner[] {
  const [first] = line;
  const last = line.at(-1);
  if (!first || !last || line.length < 3) return line;
  const { index, away } = farthest(line, first, last);
  if (away <= TOLERANCE) return [first, last];
  return [...store(line.slice(0, index + 1)), ...store(line.slice(index)).slice(1)];
}

function farthest(
  line: readonly Corner[],
  from: Corner,
  to: Corner,
): { readonly index: number; readonly away: number } {
  const narrow = Math.cos((from[1] * Math.PI) / 180);
  const [dx, dy] = [(to[0] - from[0]) * narrow, to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  let best = { index: 0, away: 0 };
  for (const [index, [x, y]] of line.entries()) {
    const [px, py] = [(x - from[0]) * narrow, y - from[1]];
    const away = length === 0 ? Math.hypot(px, py) : Math.abs(px * dy - py * dx) / length;
    if (away > best.away) best = { index, away };
  }
  return best;
}
