import { type BBox, bboxOverlaps, bboxUnion } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileBounds } from '#shared/geo/tile.ts';

export const HOME_REGION = 'home';

/** A box polled as one: `key` names its high-water mark, `cells` are the watched cells it serves. */
export interface Region {
  readonly key: string;
  readonly bbox: BBox;
  readonly cells: readonly string[];
}

/**
 * The boxes to poll: home first and always, grown to take in every watched cell that overlaps it (one call covers a
 * large box for the price of a small one), then each watched cell apart from it on its own.
 */
export function planRegions(home: BBox, watched: readonly Tile[]): Region[] {
  const near = watched.filter((cell) => bboxOverlaps(tileBounds(cell), home));
  const apart = watched.filter((cell) => !near.includes(cell));
  return [
    { key: HOME_REGION, bbox: near.map(tileBounds).reduce(bboxUnion, home), cells: near.map(formatTile) },
    ...apart.map((cell) => ({ key: formatTile(cell), bbox: tileBounds(cell), cells: [formatTile(cell)] })),
  ];
}
