import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { formatTile } from '#shared/geo/tile.ts';
import { BBoxParameter, CellsParameter, SequenceParameter } from '../http/parameters.ts';
import { bboxFilter, cellsFilter, type StreamFilter } from './StreamFilter.ts';

/** Query of `GET /api/v1/live`: either `bbox` or `cells`, and optionally the cursor to continue from. */
export const LiveQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    cells: v.optional(CellsParameter),
    since: v.optional(SequenceParameter),
  }),
  v.forward(
    v.partialCheck([['bbox'], ['cells']], ({ bbox, cells }) => bbox !== undefined || cells !== undefined, 'missing'),
    ['bbox'],
  ),
  v.forward(
    v.partialCheck([['bbox'], ['cells']], ({ bbox, cells }) => bbox === undefined || cells === undefined, 'conflict'),
    ['cells'],
  ),
);
export type LiveQuery = v.InferOutput<typeof LiveQuery>;

/** The query string the Worker sends to a relay. */
export function liveRequestQuery({ bbox, cells, since }: LiveQuery): string {
  const query = new URLSearchParams();
  if (bbox) query.set('bbox', formatBBox(bbox));
  if (cells) query.set('cells', cells.map(formatTile).join(','));
  if (since !== undefined) query.set('since', String(since));
  return query.toString();
}

/**
 * The filter and cursor in a request to a relay.
 * @throws v.ValiError if the query was not written by `liveRequestQuery`
 */
export function readLiveRequest(url: URL): { filter: StreamFilter; since: number | undefined } {
  const { bbox, cells, since } = v.parse(LiveQuery, Object.fromEntries(url.searchParams));
  return { filter: bbox ? bboxFilter(bbox) : cellsFilter(cells ?? []), since };
}
