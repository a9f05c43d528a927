import { CELL_ZOOM } from '#shared/limits.ts';
import { type Areas, type BBox, bboxIntersection, bboxOverlaps, bboxWithin } from './BBox.ts';
import { formatTile, parseTile, tileBounds, tilesCovering } from './tile.ts';

/** Each region is polled separately and has its own data age. A cell outside home is a region with the cell's name. */
export const HOME_REGION = 'home';
/** The cells that overlap home, without home itself. */
export const MARGIN_REGION = 'margin';

const ALL_CELLS = 4 ** CELL_ZOOM;

/** The region that polls the cell; undefined outside the coverage. */
export function regionOfCell(cell: string, { home, coverage }: Areas): string | undefined {
  const tile = parseTile(cell);
  const watched = tile && bboxIntersection(tileBounds(tile), coverage);
  if (!watched) return undefined;
  if (bboxWithin(watched, home)) return HOME_REGION;
  return bboxOverlaps(watched, home) ? MARGIN_REGION : cell;
}

/** The regions that a view overlaps; empty if it lies outside the coverage. */
export function regionsOfBox(box: BBox, areas: Areas): string[] {
  const bbox = bboxIntersection(box, areas.coverage);
  if (!bbox) return [];
  const beyondHome = (tilesCovering(bbox, CELL_ZOOM, ALL_CELLS) ?? []).flatMap((tile) => {
    const part = bboxIntersection(tileBounds(tile), bbox);
    return part && !bboxWithin(part, areas.home) ? (regionOfCell(formatTile(tile), areas) ?? []) : [];
  });
  const home = bboxOverlaps(bbox, areas.home) ? [HOME_REGION] : [];
  return [...home, ...new Set(beyondHome)];
}
