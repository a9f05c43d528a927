import type { BBox } from './BBox.ts';
import type { Position } from './geodesy.ts';

/**
 * The Balkans: home in wrangler.toml, the part of a region that the map shows, and the extent of its table of regions.
 * Whoever moves home changes this and the three lines there, and makes the tables anew (CONTRIBUTING.md).
 */
export const HOME_BOX: BBox = { west: 13, south: 34, east: 31, north: 48 };

/** The map opens there; of places with one name, those near it and of its country come first. */
export const HOME_TOWN: Position = { latitude: 42.6977, longitude: 23.3219 };
export const HOME_COUNTRY = 'BG';

/** Set by a deployment. `home` lies within `coverage`. */
export interface Areas {
  readonly home: BBox;
  /** The most that may be polled, while somebody looks at it. */
  readonly coverage: BBox;
}
