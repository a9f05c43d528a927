/** By density level, the lowest first: on the map, in print and in legends. */
export const DENSITY_COLOURS = ['#d8e6f8', '#9dc0ec', '#4d8fdd', '#0d4a86', '#0b1f38'] as const;
