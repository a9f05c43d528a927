import type { AgeClass } from '#shared/ageClass.ts';

export type PictureTheme = 'light' | 'dark';

/** Colours of a picture: those of strikes and land are the map's, which a test compares. */
export interface PictureColours {
  readonly water: string;
  readonly land: string;
  readonly ground: string;
  readonly text: string;
  readonly soft: string;
  readonly hatch: string;
  /** Ground of what must not be overlooked. */
  readonly caution: string;
  readonly cautionText: string;
  readonly strikes: Readonly<Record<AgeClass, string>>;
  /** Of squares, by the age of most of their strikes, at each of `SQUARE_STEPS`. */
  readonly crowds: Readonly<Record<AgeClass, readonly [string, string, string, string]>>;
}

export const pictureColours: Readonly<Record<PictureTheme, PictureColours>> = {
  light: {
    water: '#d3dfe9',
    land: '#f2f3f0',
    ground: '#ffffff',
    text: '#14202e',
    soft: '#4a5a6e',
    hatch: '#b3261e',
    caution: '#fff4d6',
    cautionText: '#5c3800',
    strikes: { fresh: '#4f1954', recent: '#e81f42', old: '#dba014' },
    crowds: {
      fresh: ['#c987dd', '#a44ebc', '#7b2392', '#460a56'],
      recent: ['#fe8c91', '#ed485d', '#c00337', '#810222'],
      old: ['#e5b44f', '#c5941e', '#a0760f', '#7b5a07'],
    },
  },
  dark: {
    water: '#0c0f14',
    land: '#1a1f28',
    ground: '#14181f',
    text: '#f2f7fd',
    soft: '#b4c0d2',
    hatch: '#ff8a80',
    caution: '#fff4d6',
    cautionText: '#5c3800',
    strikes: { fresh: '#fbf5af', recent: '#db855c', old: '#4e5db4' },
    crowds: {
      fresh: ['#7c7503', '#a89e12', '#d6cb35', '#fcf7a7'],
      recent: ['#893102', '#ba480c', '#e7713f', '#feab8b'],
      old: ['#39409e', '#535ec6', '#7685e2', '#a1aff4'],
    },
  },
};

/** Grounds of the feed's state, with white or dark letters on them; the same in both themes. */
export const stateColours = {
  live: { ground: '#14693a', text: '#ffffff' },
  delayed: { ground: '#ffd34d', text: '#3d2c00' },
  down: { ground: '#b3261e', text: '#ffffff' },
} as const;
