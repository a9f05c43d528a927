import type { MapTheme } from '#web/ground/view/MapTheme.ts';

/** Colours of the base map. */
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
}

/** Pale or near black, and almost grey: colour on this map means lightning. */
export const palettes: Record<MapTheme, Palette> = {
  light: {
    water: '#d3dfe9',
    land: '#f2f3f0',
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
  },
  dark: {
    water: '#0c0f14',
    land: '#1a1f28',
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
  },
};
