import { type BBox, bboxOverlaps, bboxUnion } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileBounds } from '#shared/geo/tile.ts';

export const HOME_REGION = 'home';

/** A box polled in one call: `key` names its high-water mark, `cells` are the watched cells it covers. */
export interface Region {
  readonly key: string;
  readonly bbox: BBox;
  readonly cells: readonly string[];
}

/**
 * The boxes to poll: always home first, grown to include every watched cell that overlaps it (a call costs the same
 * whatever its box), then every other watched cell on its own.
 */
export function planRegions(home: BBox, watched: readonly Tile[]): Region[] {
  const near = watched.filter((cell) => bboxOverlaps(tileBounds(cell), home));
  const apart = watched.filter((cell) => !near.includes(cell));
  return [
    { key: HOME_REGION, bbox: near.map(tileBounds).reduce(bboxUnion, home), cells: near.map(formatTile) },
    ...apart.map((cell) => ({ key: formatTile(cell), bbox: tileBounds(cell), cells: [formatTile(cell)] })),
  ];
}
