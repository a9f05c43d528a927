import type { BBox } from './BBox.ts';
import type { Position } from './geodesy.ts';

/**
 * The Balkans: home in wrangler.toml, the part of a region that the map shows, and the extent of its table of regions.
 * To move home, change this and the three lines there, and generate the tables again (CONTRIBUTING.md).
 */
export const HOME_BOX: BBox = { west: 13, south: 34, east: 31, north: 48 };

/** The map's initial place. Of places with the same name, those near it and in its country come first. */
export const HOME_TOWN: Position = { latitude: 42.6977, longitude: 23.3219 };
export const HOME_COUNTRY = 'BG';

/** Configured by a deployment. `home` lies within `coverage`. */
export interface Areas {
  readonly home: BBox;
  /** The largest area that may be polled while someone views it. */
  readonly coverage: BBox;
}
