import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import { HOUR_MS } from '#shared/time.ts';

export const SEEN_MS = Date.UTC(2026, 6, 20, 12);
const PLACE = { latitude: 42, longitude: 24 };
const KM_EAST = KM_PER_DEGREE * Math.cos((PLACE.latitude * Math.PI) / 180);

/** A pixel of 0.4 km at this distance from the place, in km. */
export function aHotspot(eastKm = 0, northKm = 0, hours = 0, satellite: Hotspot['satellite'] = 'noaa-20'): Hotspot {
  return {
    satellite,
    atMs: SEEN_MS + hours * HOUR_MS,
    scanKm: 0.4,
    trackKm: 0.4,
    latitude: PLACE.latitude + northKm / KM_PER_DEGREE,
    longitude: PLACE.longitude + eastKm / KM_EAST,
    kelvin4: 340,
    kelvin11: 295,
    frpMw: 5,
    confidence: 'nominal',
    isDay: true,
  };
}
