import type { AgeClass } from '#shared/ageClass.ts';

export type MapTheme = 'light' | 'dark';

/** Pale or near black, and almost grey: colour on our maps means lightning. */
export const groundColours: Record<MapTheme, { readonly water: string; readonly land: string }> = {
  light: { water: '#d3dfe9', land: '#f2f3f0' },
  dark: { water: '#0c0f14', land: '#1a1f28' },
};

export interface IconColours {
  readonly main: string;
  readonly second: string;
}

/**
 * Strikes by age. Main colours keep CIEDE2000 ≥ 14.9 between neighbours under normal, protan, deutan and tritan vision.
 * Newer means more contrast to the ground, so the newest is darkest on light and lightest on dark.
 */
export const strikeColours: Record<MapTheme, Readonly<Record<AgeClass, IconColours>>> = {
  light: {
    fresh: { main: '#4f1954', second: '#ffe45c' },
    recent: { main: '#e81f42', second: '#ffffff' },
    old: { main: '#dba014', second: '#5c3f00' },
  },
  dark: {
    fresh: { main: '#fbf5af', second: '#3b1240' },
    recent: { main: '#db855c', second: '#0c0f14' },
    old: { main: '#4e5db4', second: '#aab4f0' },
  },
};

/**
 * Crowds by the age of most of their strikes, in four steps of their number. Those of one age have a contrast of 1.45 to
 * 1.82 from step to step; more strikes, more contrast to the ground. Ages of one step keep CIEDE2000 ≥ 10.2 under the
 * four kinds of vision.
 */
export const crowdColours: Record<MapTheme, Readonly<Record<AgeClass, readonly [string, string, string, string]>>> = {
  light: {
    fresh: ['#c987dd', '#a44ebc', '#7b2392', '#460a56'],
    recent: ['#fe8c91', '#ed485d', '#c00337', '#810222'],
    old: ['#e5b44f', '#c5941e', '#a0760f', '#7b5a07'],
  },
  dark: {
    fresh: ['#7c7503', '#a89e12', '#d6cb35', '#fcf7a7'],
    recent: ['#893102', '#ba480c', '#e7713f', '#feab8b'],
    old: ['#39409e', '#535ec6', '#7685e2', '#a1aff4'],
  },
};
