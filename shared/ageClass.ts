/** The age classes the map tells apart: up to 5 minutes, up to 30 minutes, older. */
export type AgeClass = 'fresh' | 'recent' | 'old';
