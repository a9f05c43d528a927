import { useEffect, useMemo } from 'react';
import { HOME_BOX } from '#shared/geo/Areas.ts';
import { type BBox, bboxIntersection, bboxUnion } from '#shared/geo/BBox.ts';
import { boxAroundShape, type Shape } from '#shared/geo/shape/Shape.ts';
import { shapeFault } from '#shared/geo/shape/shapeFault.ts';
import {
  type Area,
  DEFAULT_DWELL_MS,
  DEFAULT_RINGS_KM,
  reachOf,
  SETTLE_MS,
  WATCHED_SHAPE,
} from '#shared/watch/Area.ts';
import { useAsked } from '#web/kit/http/useAsked.ts';
import {
  loadRegionOutlines,
  type Polygon,
  polygonsOf,
  type RegionOutlines,
} from '#web/tools/analytics/region/outlines.ts';

const RETRY_MS = 30_000;

/** `unknown`: no such region. While outlines load it is `none`. */
export type WallArea =
  | { readonly kind: 'none' | 'unknown' }
  | {
      readonly kind: 'known';
      readonly polygons: readonly Polygon[];
      /** As far as it lies in what is always watched. */
      readonly box: BBox;
      /** Undefined for what is too wide, or too near the edge, to have a level. */
      readonly guarded: Area | undefined;
    };

/** The area of a wall's address. Outlines that do not load are asked for again. */
export function useWallArea(area: string | undefined): WallArea {
  const isDrawn = area?.startsWith('p') === true;
  const outlines = useAsked(area === undefined || isDrawn ? undefined : 'outlines', loadRegionOutlines);
  const retry = outlines.kind === 'failed' ? outlines.retry : undefined;
  useEffect(() => {
    if (!retry) return;
    const handle = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(handle);
  }, [retry]);
  const known = outlines.kind === 'known' ? outlines.value : undefined;
  return useMemo(() => wallArea(area, known), [area, known]);
}

/** `outlines` are needed for codes of regions alone. */
export function wallArea(area: string | undefined, outlines: RegionOutlines | undefined): WallArea {
  if (area === undefined) return { kind: 'none' };
  const isDrawn = area.startsWith('p');
  if (!isDrawn && !outlines) return { kind: 'none' };
  const polygons = polygonsOf(isDrawn ? [area] : (outlines?.get(area) ?? []));
  const [largest] = polygons;
  const boxes = polygons.map((polygon) => boxAroundShape(polygon, 0));
  const box = boxes.length > 0 && bboxIntersection(boxes.reduce(bboxUnion), HOME_BOX);
  if (!largest || !box) return { kind: 'unknown' };
  return { kind: 'known', polygons, box, guarded: polygons.length === 1 ? guardedArea(largest) : undefined };
}

/** The shape with the rings and the dwell that watching begins with. */
function guardedArea(shape: Shape): Area | undefined {
  const area: Area = {
    shape,
    ringsKm: DEFAULT_RINGS_KM,
    dwellMs: DEFAULT_DWELL_MS,
    settleMs: SETTLE_MS,
    least: 1,
  };
  return shapeFault(shape, reachOf(area), HOME_BOX, WATCHED_SHAPE) === null ? area : undefined;
}
