import type { MapTheme } from './MapTheme.ts';

/** Colours of what is drawn on the map's canvas, which style sheets cannot reach. */
export interface MapColours {
  /** An icon's main and second colour, by the age of its strike. */
  readonly fresh: IconColours;
  readonly recent: IconColours;
  readonly old: IconColours;
  /** Outline of icons, which sets them apart from ground and neighbours. */
  readonly edge: string;
  /** Distance rings and their names. */
  readonly measure: string;
}

export interface IconColours {
  readonly main: string;
  readonly second: string;
}

/**
 * Colours of age keep CIEDE2000 ≥ 14.9 between neighbours under normal, protan, deutan and tritan vision. Newer means
 * more contrast to the ground, so the newest is darkest on light and lightest on dark.
 */
export const mapColours: Record<MapTheme, MapColours> = {
  light: {
    fresh: { main: '#4f1954', second: '#ffe45c' },
    recent: { main: '#e81f42', second: '#ffffff' },
    old: { main: '#dba014', second: '#5c3f00' },
    edge: '#ffffff',
    measure: '#0e58a0',
  },
  dark: {
    fresh: { main: '#fbf5af', second: '#3b1240' },
    recent: { main: '#db855c', second: '#0c0f14' },
    old: { main: '#4e5db4', second: '#aab4f0' },
    edge: '#0c0f14',
    measure: '#6db3f2',
  },
};
