import { groundColours, type MapTheme } from '#shared/picture/colours.ts';

export interface PictureColours {
  readonly water: string;
  readonly land: string;
  readonly ground: string;
  readonly text: string;
  readonly soft: string;
  readonly hatch: string;
  readonly caution: string;
  readonly cautionText: string;
}

export const pictureColours: Readonly<Record<MapTheme, PictureColours>> = {
  light: {
    ...groundColours.light,
    ground: '#ffffff',
    text: '#14202e',
    soft: '#4a5a6e',
    hatch: '#b3261e',
    caution: '#fff4d6',
    cautionText: '#5c3800',
  },
  dark: {
    ...groundColours.dark,
    ground: '#14181f',
    text: '#f2f7fd',
    soft: '#b4c0d2',
    hatch: '#ff8a80',
    caution: '#fff4d6',
    cautionText: '#5c3800',
  },
};

/** Colours of the feed's state, with white or dark letters; the same in both themes. */
export const stateColours = {
  live: { ground: '#14693a', text: '#ffffff' },
  delayed: { ground: '#ffd34d', text: '#3d2c00' },
  down: { ground: '#b3261e', text: '#ffffff' },
} as const;
