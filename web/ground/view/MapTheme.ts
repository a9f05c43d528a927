export type MapTheme = 'light' | 'dark';
