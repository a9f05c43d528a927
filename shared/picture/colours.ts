export type MapTheme = 'light' | 'dark';

/** Pale or near black, and almost grey: colour on our maps means lightning. */
export const groundColours: Record<MapTheme, { readonly water: string; readonly land: string }> = {
  light: { water: '#d3dfe9', land: '#eef1ea' },
  dark: { water: '#0c1119', land: '#1b2227' },
};

export interface IconColours {
  readonly main: string;
  readonly second: string;
}

/**
 * Marks of strikes by step of age (`ageStepOf`). Newer means more contrast to the ground: darkest by day; by night white-hot,
 * then yellow, orange, red and violet. Any two main colours are ≥ 0.05 apart in OKLab under normal, protan, deutan and
 * tritan vision; 0.02 is just seen.
 */
export const strikeColours: Record<MapTheme, readonly IconColours[]> = {
  light: [
    { main: '#34034a', second: '#ffe45c' },
    { main: '#70006d', second: '#ffffff' },
    { main: '#a70050', second: '#4a0024' },
    { main: '#d7272c', second: '#5a0a0c' },
    { main: '#de6800', second: '#552600' },
    { main: '#d79700', second: '#503600' },
    { main: '#ccbe20', second: '#474000' },
  ],
  dark: [
    { main: '#fffad8', second: '#3b1240' },
    { main: '#ffdc4f', second: '#0c0f14' },
    { main: '#fead52', second: '#0c0f14' },
    { main: '#fe7d47', second: '#0c0f14' },
    { main: '#f14e7b', second: '#0c0f14' },
    { main: '#ba5bcf', second: '#efd0f7' },
    { main: '#615cdc', second: '#c6c4ff' },
  ],
};

/** From 4, 10, 100 and 1,000 strikes. */
export type CrowdColours = readonly [string, string, string, string];

/**
 * Crowds by step of age, in four steps of their number. Those of one age have a contrast of 1.31 to 1.63 from step to step;
 * more strikes, more contrast to the ground. Neighbouring ages are ≥ 0.036 apart in OKLab under the four kinds of vision.
 */
export const crowdColours: Record<MapTheme, readonly CrowdColours[]> = {
  light: [
    ['#9155dc', '#7232b9', '#550096', '#34005f'],
    ['#c843ad', '#a41a8c', '#7a0067', '#4e0042'],
    ['#e7337e', '#c40264', '#99004c', '#6f0036'],
    ['#fe596f', '#e52950', '#bf003a', '#93002b'],
    ['#f08423', '#ce6c00', '#a95802', '#864400'],
    ['#dbac02', '#b89207', '#9b7b04', '#806401'],
    ['#cdc52e', '#b4ac00', '#9b9406', '#827d03'],
  ],
  dark: [
    ['#958f7b', '#b7b29d', '#dbd5c0', '#fffaea'],
    ['#a48034', '#c6a156', '#e9c378', '#ffe9bf'],
    ['#a96900', '#d28501', '#fda104', '#fed19f'],
    ['#b53d00', '#e65311', '#ff8358', '#febca5'],
    ['#a5003f', '#d72a5c', '#ff5a7f', '#ffa4b0'],
    ['#8a008f', '#b12fb5', '#d656d9', '#fb7afe'],
    ['#3634b5', '#4f57d9', '#6a79fe', '#91a2fe'],
  ],
};
