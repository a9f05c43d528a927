import * as v from 'valibot';
import { type BBox, boxAround, formatBBox } from '#shared/geo/BBox.ts';
import { DEFAULT_PAGE_ROWS, MAX_HISTORY_WINDOW_MS, MAX_PAGE_ROWS, MAX_RADIUS_KM } from '#shared/limits.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { decodePageCursor, encodePageCursor } from '#worker/archive/strikePage.ts';
import type { Circle, PagePosition } from '#worker/archive/windowQuery.ts';
import {
  BBoxParameter,
  InstantParameter,
  PlaceParameter,
  radiusParameter,
  wholeNumberParameter,
} from '#worker/http/parameters.ts';
import { STRIKE_FORMATS } from './formatStrikes.ts';

export const CursorParameter = v.pipe(
  v.string('format'),
  v.description('The cursor from the `next` of the previous page.'),
  v.rawTransform<string, PagePosition>(({ dataset, addIssue, NEVER }) => {
    const position = decodePageCursor(dataset.value);
    if (position) return position;
    addIssue({ message: 'format' });
    return NEVER;
  }),
);

export const StrikesQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    near: v.optional(PlaceParameter),
    radiusKm: v.optional(radiusParameter(MAX_RADIUS_KM)),
    from: InstantParameter,
    to: InstantParameter,
    limit: v.optional(wholeNumberParameter(1, MAX_PAGE_ROWS, 'Rows per page.')),
    cursor: v.optional(CursorParameter),
    format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json'),
  }),
  v.forward(
    v.partialCheck([['bbox'], ['near']], ({ bbox, near }) => bbox !== undefined || near !== undefined, 'missing'),
    ['bbox'],
  ),
  v.forward(
    v.partialCheck([['bbox'], ['near']], ({ bbox, near }) => bbox === undefined || near === undefined, 'conflict'),
    ['near'],
  ),
  v.forward(
    v.partialCheck(
      [['near'], ['radiusKm']],
      ({ near, radiusKm }) => near === undefined || radiusKm !== undefined,
      'missing',
    ),
    ['radiusKm'],
  ),
  v.forward(
    v.partialCheck(
      [['near'], ['radiusKm']],
      ({ near, radiusKm }) => near !== undefined || radiusKm === undefined,
      'conflict',
    ),
    ['radiusKm'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => from < to, 'reversed'),
    ['to'],
  ),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => to - from <= MAX_HISTORY_WINDOW_MS, 'too-wide'),
    ['from'],
  ),
);
export type StrikesQuery = v.InferOutput<typeof StrikesQuery>;

/** A box, and within it a circle if the query names a place. */
export function placeAsked({ bbox, near, radiusKm = 0 }: Pick<StrikesQuery, 'bbox' | 'near' | 'radiusKm'>): {
  readonly bbox: BBox;
  readonly circle: Circle | undefined;
} {
  if (near) return { bbox: boxAround(near, radiusKm), circle: { ...near, radiusKm } };
  if (bbox) return { bbox, circle: undefined };
  throw new RangeError('neither a box nor a place');
}

/** The same however the query was written: the key in the cache, and the address of the next page. */
export function strikesAddress(query: StrikesQuery): string {
  const { bbox, near, radiusKm, from, to, limit, cursor, format } = query;
  const parameters = [
    ...(bbox ? [`bbox=${formatBBox(bbox)}`] : []),
    ...(cursor ? [`cursor=${encodePageCursor(cursor)}`] : []),
    `format=${format}`,
    `from=${isoMillis(from)}`,
    `limit=${limit ?? DEFAULT_PAGE_ROWS}`,
    ...(near ? [`near=${near.latitude},${near.longitude}`, `radiusKm=${radiusKm}`] : []),
    `to=${isoMillis(to)}`,
  ];
  return `${apiPaths.strikes}?${parameters.join('&')}`;
}
