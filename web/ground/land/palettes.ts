import { groundColours, type MapTheme } from '#shared/sky/colours.ts';

/** Colours by metres above or below the sea, rising; interpolated in between. */
export type HeightColours = readonly (readonly [metres: number, colour: string])[];

export interface Palette {
  readonly water: string;
  readonly land: string;
  /** Painted over `land` and `water`. Clear at the shore, where the rendered coast is finer than the relief. */
  readonly heights: HeightColours;
  readonly depths: HeightColours;
  /** Slopes that face away from the light, and towards it. */
  readonly shade: string;
  readonly sunlit: string;
  readonly wood: string;
  readonly town: string;
  readonly border: string;
  readonly coast: string;
  readonly river: string;
  readonly region: string;
  readonly road: string;
  readonly roadCasing: string;
  readonly label: string;
  readonly halo: string;
  /** The dot of a settlement, under its name. */
  readonly dot: string;
  /** Names of peaks and ranges, softer than those of places. */
  readonly landmark: string;
  readonly park: string;
}

export const palettes: Record<MapTheme, Palette> = {
  light: {
    ...groundColours.light,
    heights: [
      [0, 'rgba(236, 241, 231, 0)'],
      [150, 'rgba(233, 238, 226, 1)'],
      [450, 'rgba(237, 237, 228, 1)'],
      [900, 'rgba(230, 226, 216, 1)'],
      [1500, 'rgba(215, 209, 199, 1)'],
      [2200, 'rgba(236, 234, 231, 1)'],
      [2800, 'rgba(255, 255, 255, 1)'],
    ],
    depths: [
      [-3500, 'rgba(188, 207, 224, 1)'],
      [-1500, 'rgba(197, 213, 228, 1)'],
      [-300, 'rgba(204, 218, 231, 1)'],
      [-60, 'rgba(208, 221, 232, 0.7)'],
      [0, 'rgba(211, 223, 233, 0)'],
    ],
    shade: 'rgba(70, 68, 66, 0.62)',
    sunlit: 'rgba(255, 255, 255, 0.7)',
    wood: '#e3eadc',
    town: '#e0dbd3',
    border: '#8b93a1',
    coast: '#9db3c5',
    river: '#a3c0d6',
    region: '#c4c7cb',
    road: '#ffffff',
    roadCasing: '#d8d7d2',
    label: '#3a4556',
    halo: '#f8f9f7',
    dot: '#5f6a7c',
    landmark: '#75654f',
    park: '#4f7148',
  },
  dark: {
    ...groundColours.dark,
    heights: [
      [0, 'rgba(27, 34, 39, 0)'],
      [150, 'rgba(27, 35, 39, 1)'],
      [450, 'rgba(34, 40, 46, 1)'],
      [900, 'rgba(45, 50, 54, 1)'],
      [1500, 'rgba(61, 64, 67, 1)'],
      [2200, 'rgba(84, 86, 89, 1)'],
      [2800, 'rgba(108, 110, 112, 1)'],
    ],
    depths: [
      [-3500, 'rgba(4, 7, 13, 1)'],
      [-1500, 'rgba(7, 11, 18, 1)'],
      [-300, 'rgba(11, 17, 26, 1)'],
      [-60, 'rgba(14, 21, 31, 0.7)'],
      [0, 'rgba(12, 17, 25, 0)'],
    ],
    shade: 'rgba(3, 5, 8, 0.85)',
    sunlit: 'rgba(176, 184, 194, 0.34)',
    wood: '#1a2526',
    town: '#2b2b2c',
    border: '#6b7689',
    coast: '#3a4a5c',
    river: '#34546f',
    region: '#3a4350',
    road: '#343b47',
    roadCasing: '#161b23',
    label: '#b4c0d2',
    halo: '#12161d',
    dot: '#8a96a9',
    landmark: '#b3a68c',
    park: '#85a67c',
  },
};
