import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Corner } from '#shared/geo/shape/Shape.ts';
import { MARKED_SHAPE, TRACK_KM } from '#shared/holdover/MarkBody.ts';
import { createPlane, type PlanePoint } from '#shared/nowcast/cells/plane.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import { xmlGeometries } from '#web/kit/places/xmlGeometries.ts';

/** Named in `texts/holdover`. */
export type TrackFault = 'notGpx' | 'cutOff' | 'noTrack' | 'position' | 'gap' | 'winding';

export interface Track {
  /** Thinned to what a mark may hold. */
  readonly corners: readonly Corner[];
  /** That the file has. */
  readonly points: number;
  readonly km: number;
  /** Of its first point, if the file tells. */
  readonly startMs: number | undefined;
}

export type ReadTrack =
  | { readonly ok: true; readonly track: Track }
  | { readonly ok: false; readonly rule: TrackFault; readonly km?: number };

/** Across a wider gap between two parts nobody flew, as far as is known. */
const MOST_GAP_KM = TRACK_KM.usual;
/** How far a corner that is left out may lie from the line that is kept: far less than `TRACK_KM.usual`. */
const TOLERANCES_KM = [0.01, 0.02, 0.05, 0.1, 0.2];

/** Reads the tracks and routes of a GPX file as one way, in their order. */
export function readTrack(text: string): ReadTrack {
  if (!/^\uFEFF?\s*(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:\w+:)?gpx[\s>]/i.test(text)) return refused('notGpx');
  if (!/<\/(?:\w+:)?gpx\s*>\s*(?:<!--[\s\S]*?-->\s*)*$/i.test(text)) return refused('cutOff');
  const parts = xmlGeometries(text).flatMap(({ type, coordinates }) => {
    if (type === 'LineString') return [coordinates as readonly (readonly number[])[]];
    // A way that ends where it began.
    return type === 'Polygon' ? (coordinates as readonly (readonly (readonly number[])[])[]) : [];
  });
  const pairs = parts.flat();
  if (pairs.length < 2) return refused('noTrack');
  if (!pairs.every(isCorner)) return refused('position');
  for (const [index, part] of parts.entries()) {
    const last = parts[index - 1]?.at(-1);
    const gapKm = last && part[0] ? kmBetween(last as Corner, part[0] as Corner) : 0;
    if (gapKm > MOST_GAP_KM) return { ok: false, rule: 'gap', km: gapKm };
  }
  const corners = thinned(pairs as readonly Corner[]);
  if (!corners) return refused('winding');
  const km = pairs.slice(1).reduce((sum, pair, index) => sum + kmBetween(pairs[index] as Corner, pair), 0);
  return { ok: true, track: { corners, points: pairs.length, km, startMs: startOf(text) } };
}

const refused = (rule: TrackFault) => ({ ok: false, rule }) as const;

function isCorner(pair: readonly number[]): pair is Corner {
  const [longitude = Number.NaN, latitude = Number.NaN] = pair;
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

function kmBetween([fromX, fromY]: Corner, [toX, toY]: Corner): number {
  return distanceKm({ longitude: fromX, latitude: fromY }, { longitude: toX, latitude: toY });
}

function startOf(text: string): number | undefined {
  const [, time = ''] =
    /<(?:\w+:)?trkpt\s[^>]*>(?:(?!<\/(?:\w+:)?trkpt)[\s\S])*?<(?:\w+:)?time>([^<]+)</i.exec(text) ?? [];
  return parseIsoInstant(time.trim());
}

/** Undefined if even the coarsest tolerance leaves too many. */
function thinned(line: readonly Corner[]): readonly Corner[] | undefined {
  if (line.length <= MARKED_SHAPE.corners) return line;
  const positions = line.map(([longitude, latitude]) => ({ longitude, latitude }));
  const points = positions.map(createPlane(positions[0] as Position).toKm);
  for (const km of TOLERANCES_KM) {
    const kept = keptCorners(points, km);
    if (kept) return line.filter((_, index) => kept.has(index));
  }
  return undefined;
}

/** Douglas and Peucker: what is left out lies no farther than `km` from the line. Undefined as soon as there are too many. */
function keptCorners(points: readonly PlanePoint[], km: number): ReadonlySet<number> | undefined {
  const keep = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    const kmTo = kmFromEdge(points[from] as PlanePoint, points[to] as PlanePoint);
    let [farthest, farthestKm] = [0, km];
    for (let index = from + 1; index < to; index += 1) {
      const away = kmTo(points[index] as PlanePoint);
      if (away > farthestKm) [farthest, farthestKm] = [index, away];
    }
    if (farthestKm === km) continue;
    keep.add(farthest);
    if (keep.size > MARKED_SHAPE.corners) return undefined;
    spans.push([from, farthest], [farthest, to]);
  }
  return keep;
}

function kmFromEdge(from: PlanePoint, to: PlanePoint): (point: PlanePoint) => number {
  const [x, y] = [to.xKm - from.xKm, to.yKm - from.yKm];
  const square = x * x + y * y;
  return ({ xKm, yKm }) => {
    const [px, py] = [xKm - from.xKm, yKm - from.yKm];
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * x + py * y) / square));
    return Math.hypot(px - along * x, py - along * y);
  };
}
