import type { FiresBody } from '#shared/fires/bodies.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { cornersOf, distanceFrom, type Polygon } from '#shared/geo/Shape.ts';
import { HOUR_MS } from '#shared/time.ts';
import { agedSources, type FiresSight, firesSight } from '#web/sky/fires/firesSight.ts';

/** A fire is at least a pixel wide, so one this close to the outline counts as inside. */
const EDGE_KM = 1;
const TOLD_MS = 24 * HOUR_MS;

/** The fire summary of a wall. */
export interface FiresOnWall extends FiresSight {
  /** Seen in the last 24 h in the area, without static sources. */
  readonly fires: number;
  /** Number of those fires that lightning probably caused. */
  readonly likely: number;
  readonly fixed: number;
  /** True if the list was truncated, so there may be more. */
  readonly atLeast: boolean;
}

interface FireArea {
  readonly holds: (at: Position) => boolean;
  /** Its southernmost latitude. */
  readonly south: number;
}

/** The area within the outlines, or within the box if there are none. */
export function inArea(polygons: readonly Polygon[], box: BBox | undefined): FireArea {
  const distances = polygons.map(distanceFrom);
  if (distances.length > 0) {
    const south = Math.min(...polygons.flatMap(cornersOf).map(([, latitude]) => latitude));
    return { holds: (at) => distances.some((kmTo) => kmTo(at) <= EDGE_KM), south };
  }
  const holds = ({ longitude, latitude }: Position) => box !== undefined && bboxContains(box, longitude, latitude);
  return { holds, south: box?.south ?? 90 };
}

/** Undefined without fire data. Satellites age with the clock, also while the server does not respond. */
export function firesOnWall(
  { fires, next, sources, south }: FiresBody,
  area: FireArea,
  nowMs: number,
): FiresOnWall | undefined {
  if (sources.length === 0) return undefined;
  const ofDay = (lastSeen: string) => nowMs - Date.parse(lastSeen) <= TOLD_MS;
  const here = fires.filter((fire) => ofDay(fire.lastSeen) && area.holds(fire));
  const alive = here.filter((fire) => !fire.static);
  const oldest = fires.at(-1);
  return {
    ...firesSight(agedSources({ sources, ...(south && area.south < south.below ? { south } : {}) }, nowMs)),
    fires: alive.length,
    likely: alive.filter(({ state }) => state === 'likely').length,
    fixed: here.length - alive.length,
    atLeast: next !== undefined && (oldest === undefined || ofDay(oldest.lastSeen)),
  };
}
