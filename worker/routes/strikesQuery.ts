import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { DEFAULT_PAGE_ROWS, MAX_HISTORY_WINDOW_MS, MAX_PAGE_ROWS } from '#shared/limits.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { decodePageCursor, encodePageCursor } from '../archive/pageCursor.ts';
import type { PagePosition } from '../archive/windowQuery.ts';
import { BBoxParameter, InstantParameter, wholeNumberParameter } from '../http/parameters.ts';
import { STRIKE_FORMATS } from './formatStrikes.ts';

const CursorParameter = v.pipe(
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
    bbox: BBoxParameter,
    from: InstantParameter,
    to: InstantParameter,
    limit: v.optional(wholeNumberParameter(1, MAX_PAGE_ROWS, 'Rows per page.')),
    cursor: v.optional(CursorParameter),
    format: v.optional(v.picklist(STRIKE_FORMATS, 'format'), 'json'),
  }),
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

/** The query's one address, however it was written: it names the page in the cache, and the next page in an answer. */
export function strikesAddress({ bbox, from, to, limit, cursor, format }: StrikesQuery): string {
  const parameters = [
    `bbox=${formatBBox(bbox)}`,
    ...(cursor ? [`cursor=${encodePageCursor(cursor)}`] : []),
    `format=${format}`,
    `from=${isoMillis(from)}`,
    `limit=${limit ?? DEFAULT_PAGE_ROWS}`,
    `to=${isoMillis(to)}`,
  ];
  return `${apiPaths.strikes}?${parameters.join('&')}`;
}
