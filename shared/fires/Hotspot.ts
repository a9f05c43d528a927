import type { Position } from '#shared/geo/geodesy.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';

/** The four supported hotspot products; `modis` is one file with two satellites, Terra and Aqua. */
export const FIRE_SATELLITES = ['suomi-npp', 'noaa-20', 'noaa-21', 'modis'] as const;
export type FireSatellite = (typeof FIRE_SATELLITES)[number];

/** A pixel hotter than its surroundings in a satellite image. The position is the pixel's middle, in WGS 84 degrees. */
export interface Hotspot extends Position {
  readonly satellite: FireSatellite;
  /** Time of the overpass, to the minute. */
  readonly atMs: number;
  /** Size of the pixel on the ground, across the satellite's track and along it. */
  readonly scanKm: number;
  readonly trackKm: number;
  /** Brightness temperatures at 4 µm and 11 µm. */
  readonly kelvin4: number;
  readonly kelvin11: number;
  /** Fire radiative power. */
  readonly frpMw: number;
  readonly confidence: 'low' | 'nominal' | 'high';
  readonly isDay: boolean;
}

const STEPS_A_DEGREE = 1e5;
const PLACES = 5;
const KEY = /^([0-9a-z]{5})([0-9a-z]{5})([0-9a-z]{5})([0-9])$/;

const fixed = (value: number) => value.toString(36).padStart(PLACES, '0');

/**
 * Identifies a hotspot by minute, position to 1e-5 degrees and product, as 16 characters of base 36. Keys sort by time
 * until 2084.
 */
export function hotspotKey({
  satellite,
  atMs,
  latitude,
  longitude,
}: Position & Pick<Hotspot, 'satellite' | 'atMs'>): string {
  const south = Math.round((latitude + 90) * STEPS_A_DEGREE);
  const west = Math.round((longitude + 180) * STEPS_A_DEGREE);
  return [Math.floor(atMs / MINUTE_MS), south, west].map(fixed).join('') + FIRE_SATELLITES.indexOf(satellite);
}

/** Inverse of `hotspotKey`; undefined for any other text. */
export function parseHotspotKey(key: string): (Position & Pick<Hotspot, 'satellite' | 'atMs'>) | undefined {
  const [, minute = '', south = '', west = '', index] = KEY.exec(key) ?? [];
  const satellite = FIRE_SATELLITES[Number(index)];
  if (!satellite) return undefined;
  const [minutes = 0, steps = 0, turned = 0] = [minute, south, west].map((part) => Number.parseInt(part, 36));
  return {
    satellite,
    atMs: minutes * MINUTE_MS,
    latitude: (steps - 90 * STEPS_A_DEGREE) / STEPS_A_DEGREE,
    longitude: (turned - 180 * STEPS_A_DEGREE) / STEPS_A_DEGREE,
  };
}

type SatelliteState = 'fresh' | 'late' | 'dead';

const FRESH_MS = 6 * HOUR_MS;
const LATE_MS = 12 * HOUR_MS;

/**
 * A satellite's status by the newest row of its whole file. The file lists fires and no overpasses, so the age of the
 * newest row is the only way to detect an outage. Undefined: no row was ever received.
 */
export function satelliteStateAt(newestMs: number | undefined, nowMs: number): SatelliteState {
  if (newestMs === undefined || nowMs - newestMs > LATE_MS) return 'dead';
  return nowMs - newestMs <= FRESH_MS ? 'fresh' : 'late';
}
