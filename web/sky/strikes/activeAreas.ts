import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { DEGREES_TO_E5 } from '#shared/wire/StrikeColumns.ts';
import type { StrikeStore } from './StrikeStore.ts';

/** Half a degree of latitude, about 55 km; as much of longitude is about 40 km here. */
const CELL_E5 = DEGREES_TO_E5 / 2;

export interface ActiveArea {
  /** The middle of its strikes. */
  readonly at: Position;
  readonly count: number;
}

/** At most `maxCount` areas with most strikes in `[fromMs, toMs)`, most first; none touches another. */
export function activeAreas(
  strikes: StrikeStore,
  box: BBox,
  fromMs: number,
  maxCount: number,
  toMs = Number.POSITIVE_INFINITY,
): ActiveArea[] {
  const { length, atMs, latitudesE5, longitudesE5 } = strikes;
  const [west, east] = [box.west * DEGREES_TO_E5, box.east * DEGREES_TO_E5];
  const [south, north] = [box.south * DEGREES_TO_E5, box.north * DEGREES_TO_E5];
  const cells = new Map<string, { x: number; y: number; count: number; latitudes: number; longitudes: number }>();
  for (let row = 0; row < length; row += 1) {
    const longitude = longitudesE5[row] as number;
    const latitude = latitudesE5[row] as number;
    const at = atMs[row] as number;
    if (at < fromMs || at >= toMs) continue;
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    const [x, y] = [Math.floor(longitude / CELL_E5), Math.floor(latitude / CELL_E5)];
    const key = `${x} ${y}`;
    const cell = cells.get(key) ?? { x, y, count: 0, latitudes: 0, longitudes: 0 };
    cell.count += 1;
    cell.latitudes += latitude;
    cell.longitudes += longitude;
    cells.set(key, cell);
  }
  const chosen: { x: number; y: number; count: number; latitudes: number; longitudes: number }[] = [];
  for (const cell of [...cells.values()].sort((a, b) => b.count - a.count)) {
    if (chosen.length === maxCount) break;
    const touches = chosen.some(({ x, y }) => Math.abs(x - cell.x) <= 1 && Math.abs(y - cell.y) <= 1);
    if (!touches) chosen.push(cell);
  }
  return chosen.map(({ count, latitudes, longitudes }) => ({
    at: { latitude: latitudes / count / DEGREES_TO_E5, longitude: longitudes / count / DEGREES_TO_E5 },
    count,
  }));
}
