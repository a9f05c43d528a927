import { groundColours, type MapTheme } from '#shared/picture/colours.ts';

export interface Palette {
  readonly water: string;
  readonly land: string;
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
  /** A settlement, under its name. */
  readonly dot: string;
  /** Names of peaks and ranges, softer than those of places. */
  readonly landmark: string;
  readonly park: string;
}

export const palettes: Record<MapTheme, Palette> = {
  light: {
    ...groundColours.light,
    wood: '#e7ece2',
    town: '#e9e7e3',
    border: '#8b93a1',
    coast: '#a5b8c8',
    river: '#b3cadb',
    region: '#c4c7cb',
    road: '#ffffff',
    roadCasing: '#dcdcd8',
    label: '#3a4556',
    halo: '#f8f9f7',
    dot: '#5f6a7c',
    landmark: '#75654f',
    park: '#4f7148',
  },
  dark: {
    ...groundColours.dark,
    wood: '#1b232a',
    town: '#222834',
    border: '#5d6a80',
    coast: '#33404f',
    river: '#26384a',
    region: '#333c4a',
    road: '#2c3442',
    roadCasing: '#161b23',
    label: '#b4c0d2',
    halo: '#12161d',
    dot: '#8a96a9',
    landmark: '#b3a68c',
    park: '#85a67c',
  },
};
