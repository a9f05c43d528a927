import type { MapTheme } from '#shared/sky/colours.ts';

/** Colours on the map's canvas, which style sheets cannot reach. */
export interface MapColours {
  readonly edge: string;
  readonly measure: string;
  /** Tracks of storms. */
  readonly storm: string;
  readonly stormEdge: string;
  /** A query and its result: unlike strikes, rings and cells. */
  readonly result: string;
  /** Satellite flashes: hollow squares, unlike strikes. */
  readonly satellite: string;
  /** Fires by when they were last seen, newest first: newer means more contrast. Cyan, unlike strikes. */
  readonly fires: readonly [string, string, string, string];
  /** A furnace, a flare, or a fire that has burned for long in one place. */
  readonly staticFire: string;
  /** Rings of a watched place: watch, warning, stop. */
  readonly rings: readonly [string, string, string];
}

export const mapColours: Record<MapTheme, MapColours> = {
  light: {
    edge: '#ffffff',
    measure: '#0e58a0',
    storm: '#1c1250',
    stormEdge: '#ffffff',
    result: '#0b1f38',
    satellite: '#5b6b7f',
    fires: ['#00324a', '#00708f', '#35a9c4', '#a5d6e2'],
    staticFire: '#767676',
    rings: ['#b07f00', '#e06c00', '#b3120a'],
  },
  dark: {
    edge: '#0c0f14',
    measure: '#6db3f2',
    storm: '#ffffff',
    stormEdge: '#080b12',
    result: '#f2f7fd',
    satellite: '#9fb0c4',
    fires: ['#c8f7ff', '#5fe0f5', '#16a8bd', '#0f6a78'],
    staticFire: '#8a9096',
    rings: ['#ffd34d', '#f08a00', '#ff5a4d'],
  },
};

/** By density level, the lowest first: on the map, in print and in legends. */
export const DENSITY_COLOURS = ['#d8e6f8', '#9dc0ec', '#4d8fdd', '#0d4a86', '#0b1f38'] as const;
