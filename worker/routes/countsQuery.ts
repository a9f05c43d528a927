import * as v from 'valibot';
import { formatBBox } from '#shared/geo/BBox.ts';
import { MAX_HISTORY_WINDOW_MS } from '#shared/limits.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { COUNT_STEPS } from '#worker/archive/counts/binsOf.ts';
import { BBoxParameter, InstantParameter } from '#worker/http/parameters.ts';

export const CountsQuery = v.pipe(
  v.strictObject({
    bbox: BBoxParameter,
    from: InstantParameter,
    to: InstantParameter,
    by: v.optional(v.pipe(v.picklist(COUNT_STEPS, 'format'), v.description('Length of a bin. Days are UTC.')), 'hour'),
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
export type CountsQuery = v.InferOutput<typeof CountsQuery>;

/** The query's one address, however it was written: it names the answer in the cache. */
export function countsAddress({ bbox, from, to, by }: CountsQuery): string {
  return `${apiPaths.counts}?bbox=${formatBBox(bbox)}&by=${by}&from=${isoMillis(from)}&to=${isoMillis(to)}`;
}
