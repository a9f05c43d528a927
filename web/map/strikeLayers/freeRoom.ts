import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Position } from '#shared/geo/geodesy.ts';
import { NAME_LAYERS } from '#web/map/basemap/nameLayers.ts';

/** In pixels of the map. */
export interface MapRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const overlaps = (a: MapRect, b: MapRect) =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

const PANELS =
  'button:not([data-beyond]), a, p, label, fieldset, article, figure, .maplibregl-ctrl, .maplibregl-marker > [role=img], [data-map-label]:not([data-crowded])';
const PANEL_PX = 8;

/** Elements over the map: everything readable or pressable in its frame, except those in `except`. */
export function panelsOver(map: Pick<MapLibreMap, 'getContainer'>, except?: Element): MapRect[] {
  const container = map.getContainer();
  const frame = container.closest('[data-map-frame]') ?? container;
  const { left, top } = container.getBoundingClientRect();
  return [...frame.querySelectorAll(PANELS)]
    .filter((element) => !except?.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map((rect) => ({
      left: rect.left - left - PANEL_PX,
      top: rect.top - top - PANEL_PX,
      right: rect.right - left + PANEL_PX,
      bottom: rect.bottom - top + PANEL_PX,
    }));
}

const STRIKE_PX = 14;

type Projecting = Pick<MapLibreMap, 'project'>;

/** Squares of twice `halfPx` around points. */
export function squaresAt(map: Projecting, points: readonly (readonly [lng: number, lat: number])[], halfPx: number) {
  return points.map(([lng, lat]): MapRect => {
    const { x, y } = map.project([lng, lat]);
    return { left: x - halfPx, top: y - halfPx, right: x + halfPx, bottom: y + halfPx };
  });
}

/** The strikes' marks: whatever lies on one hides it. */
export function strikesOver(map: Projecting, strikes: readonly Position[]): MapRect[] {
  const points = strikes.map(({ longitude, latitude }) => [longitude, latitude] as const);
  return squaresAt(map, points, STRIKE_PX);
}

const TEXT_LAYERS = [...NAME_LAYERS, 'landmark', 'range'];

/** True if the map has text there. */
export function coversText(
  map: Pick<MapLibreMap, 'getLayer' | 'queryRenderedFeatures'>,
  { left, top, right, bottom }: MapRect,
): boolean {
  const layers = TEXT_LAYERS.filter((id) => map.getLayer(id));
  const box = [
    [left, top],
    [right, bottom],
  ] as [[number, number], [number, number]];
  return map.queryRenderedFeatures(box, { layers }).length > 0;
}
