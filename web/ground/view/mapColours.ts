import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from './MapTheme.ts';

/** Colours of what is drawn on the map's canvas, which style sheets cannot reach. */
export interface MapColours {
  /** An icon's main and second colour, by the age of its strike. */
  readonly fresh: IconColours;
  readonly recent: IconColours;
  readonly old: IconColours;
  /** Outline of icons, which sets them apart from ground and neighbours. */
  readonly edge: string;
  /** A crowd's cell, by the age of most of its strikes, at each of `CROWD_STEPS`. */
  readonly crowds: Record<AgeClass, readonly [string, string, string, string]>;
  /** Distance rings and their names. */
  readonly measure: string;
  /** Storm cells: their outlines, paths and arrows. No strike and no ring is green. */
  readonly cell: string;
  /** Rings of a place to be watched: watch, warning, stop. */
  readonly rings: readonly [string, string, string];
}

export interface IconColours {
  readonly main: string;
  readonly second: string;
}

/**
 * Colours of age keep CIEDE2000 ≥ 14.9 between neighbours under normal, protan, deutan and tritan vision. Newer means
 * more contrast to the ground, so the newest is darkest on light and lightest on dark.
 *
 * Crowds of one age have a contrast of 1.45 to 1.82 from step to step; more strikes, more contrast to the ground. Ages of
 * one step keep CIEDE2000 ≥ 10.2 under the four kinds of vision, and differ in shape too (`CROWD_ROUNDNESS`).
 */
export const mapColours: Record<MapTheme, MapColours> = {
  light: {
    fresh: { main: '#4f1954', second: '#ffe45c' },
    recent: { main: '#e81f42', second: '#ffffff' },
    old: { main: '#dba014', second: '#5c3f00' },
    crowds: {
      fresh: ['#c987dd', '#a44ebc', '#7b2392', '#460a56'],
      recent: ['#fe8c91', '#ed485d', '#c00337', '#810222'],
      old: ['#e5b44f', '#c5941e', '#a0760f', '#7b5a07'],
    },
    edge: '#ffffff',
    measure: '#0e58a0',
    cell: '#00645a',
    rings: ['#b07f00', '#e06c00', '#b3120a'],
  },
  dark: {
    fresh: { main: '#fbf5af', second: '#3b1240' },
    recent: { main: '#db855c', second: '#0c0f14' },
    old: { main: '#4e5db4', second: '#aab4f0' },
    crowds: {
      fresh: ['#7c7503', '#a89e12', '#d6cb35', '#fcf7a7'],
      recent: ['#893102', '#ba480c', '#e7713f', '#feab8b'],
      old: ['#39409e', '#535ec6', '#7685e2', '#a1aff4'],
    },
    edge: '#0c0f14',
    measure: '#6db3f2',
    cell: '#45dcc0',
    rings: ['#ffd34d', '#f08a00', '#ff5a4d'],
  },
};

/** From 0 to 1: how far strikes that are only last known are lifted towards white, so that they stand out on the ground. */
export const GREY_LIFT: Record<MapTheme, number> = { light: 0, dark: 0.5 };
