import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { formatTile } from '#shared/geo/tile.ts';
import { BBoxParameter, CellsParameter, SequenceParameter } from '../http/parameters.ts';
import { bboxFilter, cellsFilter, type StreamFilter } from './StreamFilter.ts';

/** Query of `GET /api/v1/live`: `bbox` or `cells`, and where to continue. */
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

/** The query as the Worker hands it to a relay. */
export function liveRequestQuery({ bbox, cells, since }: LiveQuery): string {
  const query = new URLSearchParams();
  if (bbox) query.set('bbox', formatBBox(bbox));
  if (cells) query.set('cells', cells.map(formatTile).join(','));
  if (since !== undefined) query.set('since', String(since));
  return query.toString();
}

/**
 * What the relay is asked for.
 * @throws v.ValiError where the query is not one that `liveRequestQuery` wrote
 */
export function readLiveRequest(url: URL): { filter: StreamFilter; since: number | undefined } {
  const { bbox, cells, since } = v.parse(LiveQuery, Object.fromEntries(url.searchParams));
  return { filter: bbox ? bboxFilter(bbox) : cellsFilter(cells ?? []), since };
}
