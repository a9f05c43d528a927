import type { BBox } from './BBox.ts';

/**
 * The Balkans as a whole: what home is in wrangler.toml, what the map shows of a region, and what its table of regions is
 * made for. Who moves home changes this, the three lines there, and makes the table anew (web/tools/analytics/region).
 */
export const HOME_BOX: BBox = { west: 13, south: 34, east: 31, north: 48 };

/** The two boxes that a deployment sets. `home` lies within `coverage`. */
export interface Areas {
  /** Always polled. */
  readonly home: BBox;
  /** The most that may be polled, while somebody looks at it. */
  readonly coverage: BBox;
}
