import { type BBox, bboxContains, bboxOverlaps, formatBBox } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileAt, tileBounds, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM } from '#shared/limits.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import type { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { ClientKey } from './ClientKey.ts';

export interface OpenStream {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly closesMs: number;
  /** The seq replayed so far; undefined once the stream is live. */
  replayedSeq: number | undefined;
  replayMovedMs: number;
  /** Time of the storm cells last sent; infinite if it gets none. */
  cellsAtMs: number;
}

export interface StreamOpening {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  readonly since: number | undefined;
  readonly hello: HelloEvent;
  readonly wantsCells: boolean;
  readonly retryMs: number;
  readonly closesMs: number;
}

/** The strikes that a stream gets. Equal filters have equal keys, so that a frame is encoded once for all of them. */
export interface StreamFilter {
  readonly key: string;
  /** `columns`: the site's compact form, without ids. `tuples`: ids and exact positions. */
  readonly form: 'columns' | 'tuples';
  /** Cells that the stream keeps polled; none if the view is too wide. */
  readonly cells: readonly string[];
  matches(strike: NumberedStrike): boolean;
  touches(box: BBox): boolean;
}

export function cellsFilter(cells: readonly Tile[]): StreamFilter {
  const names = [...new Set(cells.map(formatTile))].sort();
  const wanted = new Set(names);
  return {
    key: `cells=${names.join(',')}`,
    form: 'columns',
    cells: names,
    matches: ({ longitude, latitude }) => wanted.has(formatTile(tileAt(longitude, latitude, CELL_ZOOM))),
    touches: (box) => cells.some((cell) => bboxOverlaps(tileBounds(cell), box)),
  };
}

export function bboxFilter(bbox: BBox): StreamFilter {
  return {
    key: `bbox=${formatBBox(bbox)}`,
    form: 'tuples',
    cells: (tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) ?? []).map(formatTile),
    matches: ({ longitude, latitude }) => bboxContains(bbox, longitude, latitude),
    touches: (box) => bboxOverlaps(bbox, box),
  };
}
