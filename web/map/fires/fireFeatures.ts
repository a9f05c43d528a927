import type { FireBody } from '#shared/fires/bodies.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';

/** Last seen within: the newest colours first; what is older has the last. */
export const FIRE_AGES_MS = [6 * HOUR_MS, DAY_MS, 3 * DAY_MS] as const;

const SMALLEST_PX = 4;
const LARGEST_PX = 15;

export function fireAgeStep(lastSeenMs: number, nowMs: number): number {
  const step = FIRE_AGES_MS.findIndex((withinMs) => nowMs - lastSeenMs <= withinMs);
  return step === -1 ? FIRE_AGES_MS.length : step;
}

/** Its area grows as the power does, within what can be seen and does not hide the rest: 1 MW, 5 px; 100 MW and more, 15. */
export function fireRadiusPx(frpMw: number): number {
  return Math.min(LARGEST_PX, SMALLEST_PX + 1.1 * Math.sqrt(frpMw));
}

interface FireProperties {
  readonly id: string;
  /** Index of its colour. */
  readonly age: number;
  readonly px: number;
  readonly static: boolean;
}

/** Fires as points; the largest first, so that no small one lies beneath. */
export function fireFeatures(fires: readonly FireBody[], nowMs: number): GeoJSON.FeatureCollection<GeoJSON.Point> {
  const feature = (fire: FireBody): GeoJSON.Feature<GeoJSON.Point, FireProperties> => ({
    type: 'Feature',
    properties: {
      id: fire.id,
      age: fireAgeStep(Date.parse(fire.lastSeen), nowMs),
      px: fireRadiusPx(fire.frpMw),
      static: fire.static,
    },
    geometry: { type: 'Point', coordinates: [fire.longitude, fire.latitude] },
  });
  return { type: 'FeatureCollection', features: fires.toSorted((a, b) => b.frpMw - a.frpMw).map(feature) };
}

/** From a fire to the lightning that fits it best; nothing if that is not known. */
export function lineToBest(fire: Position | undefined, best: Position | undefined): GeoJSON.FeatureCollection {
  const ends = fire && best ? [fire, best].map(({ longitude, latitude }) => [longitude, latitude]) : [];
  const line: GeoJSON.Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: ends },
  };
  return { type: 'FeatureCollection', features: ends.length > 0 ? [line] : [] };
}
