import { type BBox, bboxIntersection, bboxUnion, HOME_BOX } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Polygon, type Shape } from '#shared/geo/Shape.ts';
import { shapeError } from '#shared/geo/shapeCode.ts';
import {
  type Area,
  DEFAULT_DWELL_MS,
  DEFAULT_RINGS_KM,
  holdMs,
  LATE_REPORT_MS,
  reachOf,
  WATCHED_SHAPE,
} from '#shared/watch/Area.ts';
import type { ApiResult } from '#web/kit/http/requestApi.ts';
import { loadRegionOutlines, polygonsOf, type RegionOutlines } from '#web/kit/places/regions/loadRegions.ts';
import { type OutlinedArea, outlinedArea } from '#web/sky/findStrikes.ts';

/** `unknown`: no such region. `none` also if the required outlines are missing. */
export type WallArea =
  | { readonly kind: 'none' | 'unknown' }
  | {
      readonly kind: 'known';
      readonly polygons: readonly Polygon[];
      /** The part of it within the home area. */
      readonly box: BBox;
      /** Undefined if the area is too wide, too near the edge or in several parts: it has no level, and no verdict. */
      readonly alertsSupported: AlertingArea | undefined;
    };

export interface AlertingArea {
  readonly area: Area;
  /** The area of the verdict, which includes the outermost ring. */
  readonly reported: OutlinedArea;
  /** The feed data that both need. */
  readonly needed: { readonly box: BBox; readonly windowMs: number };
}

/** The watermark is behind by 2 min at most, and the provider's clock by minutes. */
const SLACK_MS = 10 * 60_000;

/** The area of a wall's address. Never rejects. */
export async function loadWallArea(area: string, signal: AbortSignal): Promise<ApiResult<WallArea>> {
  if (area.startsWith('p')) return { ok: true, value: wallArea(area, undefined) };
  const outlines = await loadRegionOutlines(signal);
  return outlines.ok ? { ok: true, value: wallArea(area, outlines.value) } : outlines;
}

/** `outlines` are needed for region codes only. */
export function wallArea(area: string | undefined, outlines: RegionOutlines | undefined): WallArea {
  if (area === undefined) return { kind: 'none' };
  const isRendered = area.startsWith('p');
  if (!isRendered && !outlines) return { kind: 'none' };
  const polygons = polygonsOf(isRendered ? [area] : (outlines?.get(area) ?? []));
  const [largest] = polygons;
  const boxes = polygons.map((polygon) => boxAroundShape(polygon, 0));
  const box = boxes.length > 0 && bboxIntersection(boxes.reduce(bboxUnion), HOME_BOX);
  if (!largest || !box) return { kind: 'unknown' };
  return { kind: 'known', polygons, box, alertsSupported: polygons.length === 1 ? alertingArea(largest) : undefined };
}

/** The shape with the default rings and dwell. */
function alertingArea(shape: Shape): AlertingArea | undefined {
  const area: Area = {
    shape,
    ringsKm: DEFAULT_RINGS_KM,
    dwellMs: DEFAULT_DWELL_MS,
    settleMs: LATE_REPORT_MS,
    least: 1,
  };
  const box = reachOf(area);
  if (shapeError(shape, box, HOME_BOX, WATCHED_SHAPE) !== null) return undefined;
  return { area, reported: outlinedArea(shape, area.ringsKm[0]), needed: { box, windowMs: holdMs(area) + SLACK_MS } };
}
