import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { formatTile } from '#shared/geo/tile.ts';
import { BBoxParameter, CellsParameter, SequenceParameter } from '#worker/http/parameters.ts';
import type { ClientKey } from './ClientKey.ts';
import { bboxFilter, cellsFilter, type StreamFilter } from './OpenStream.ts';

/** Either `bbox` or `cells`, and optionally the cursor to continue from. */
export const LiveQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    cells: v.optional(CellsParameter),
    since: v.optional(SequenceParameter),
    key: v.optional(v.pipe(v.string(), v.description('A key, for readers that send no headers.'))),
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

/** A request for a stream, from the Worker to a relay. */
export interface RelayRequest extends LiveQuery {
  readonly client: ClientKey;
  readonly streams?: number | undefined;
  readonly mayDisplace: boolean;
}

export function liveRequestQuery({ bbox, cells, since, client, streams, mayDisplace }: RelayRequest): string {
  const query = new URLSearchParams({ network: client.network, host: client.host });
  if (mayDisplace) query.set('displace', '1');
  if (streams !== undefined) query.set('streams', String(streams));
  if (bbox) query.set('bbox', formatBBox(bbox));
  if (cells) query.set('cells', cells.map(formatTile).join(','));
  if (since !== undefined) query.set('since', String(since));
  return query.toString();
}

export interface LiveRequest {
  readonly filter: StreamFilter;
  readonly since: number | undefined;
  readonly client: ClientKey;
  readonly streams: number | undefined;
  readonly mayDisplace: boolean;
}

/** @throws v.ValiError if the query was not written by `liveRequestQuery` */
export function readLiveRequest(url: URL): LiveRequest {
  const { network = '', host = '', displace, streams, ...query } = Object.fromEntries(url.searchParams);
  const { bbox, cells, since } = v.parse(LiveQuery, query);
  const filter = bbox ? bboxFilter(bbox) : cellsFilter(cells ?? []);
  const limit = streams === undefined ? undefined : Number(streams);
  return { filter, since, client: { network, host }, streams: limit, mayDisplace: displace === '1' };
}
