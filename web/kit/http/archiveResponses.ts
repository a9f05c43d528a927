import * as v from 'valibot';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis, type Span } from '#shared/time.ts';
import { apiPaths, dayGridPath } from '#shared/wire/apiPaths.ts';
import { DAY_GRIDS, type DayGrid, type DayGridKind, decodeDayGrid } from '#shared/wire/dayGrid.ts';
import { type ApiResult, json, type RequestOptions, requestApi } from './requestApi.ts';

/** An ISO 8601 instant of a response, parsed to milliseconds. */
export const Instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);

const CountsResult = v.object({
  counts: v.array(v.object({ from: Instant, strikes: v.number() })),
  completeTo: v.nullable(Instant),
  gaps: v.array(v.object({ from: Instant, to: Instant })),
});

export interface KnownCounts {
  /** By the start of the interval; intervals without an entry are unknown. */
  readonly strikes: ReadonlyMap<number, number>;
  /** Times without data; may reach beyond the requested range. */
  readonly gaps: readonly Span[];
}

/** Requests the number of strikes in each ten minutes or hour. */
export async function fetchCounts(
  box: BBox,
  by: '10min' | 'hour',
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  options: RequestOptions,
): Promise<ApiResult<KnownCounts>> {
  const query = `bbox=${formatBBox(box)}&by=${by}&from=${isoMillis(fromMs)}&to=${isoMillis(toMs)}`;
  const result = await requestApi(`${apiPaths.counts}?${query}`, json(CountsResult), options);
  if (!result.ok) return result;
  const { counts, completeTo, gaps } = result.value;
  // Newer data may be missing without being listed.
  const newer: Span = [completeTo ?? Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    ok: true,
    value: {
      strikes: new Map(counts.map(({ from, strikes }) => [from, strikes])),
      gaps: [...gaps.map(({ from, to }): Span => [from, to]), newer],
    },
  };
}

/** The counts of a day by tile, and the gaps of its time up to `toMs`. */
interface ReadDayGrid extends DayGrid {
  readonly gaps: readonly Span[];
}

/** Requests the grid of a UTC day, `YYYY-MM-DD`. */
export function fetchDayGrid(
  day: string,
  kind: DayGridKind,
  toMs: number,
  options: RequestOptions,
): Promise<ApiResult<ReadDayGrid>> {
  const read = async (response: Response) => {
    const decoded = decodeDayGrid(new Uint8Array(await response.arrayBuffer()));
    if (!decoded.ok || decoded.grid.zoom !== DAY_GRIDS[kind].zoom) throw new SyntaxError('no grid of this kind');
    return { ...decoded.grid, gaps: gapSpans(response.headers, toMs) };
  };
  return requestApi(dayGridPath(day, kind), read, options);
}

/** The gaps before `toMs` from the headers; all of the time if the headers are missing. */
export function gapSpans(headers: Headers, toMs: number): Span[] {
  const completeMs = Date.parse(headers.get('complete-to') ?? '');
  const listed = headers.get('data-gaps');
  if (Number.isNaN(completeMs) || listed === null) return [[Number.NEGATIVE_INFINITY, toMs]];
  const gaps = parseIntervals(listed);
  return completeMs < toMs ? [...gaps, [completeMs, toMs]] : gaps;
}

/** ISO 8601 intervals with commas between them, or `none`. */
export function parseIntervals(text: string): Span[] {
  if (text === 'none') return [];
  return text.split(', ').map((interval): Span => {
    const [from = Number.NaN, to = Number.NaN] = interval.split('/').map((instant) => Date.parse(instant));
    return [from, to];
  });
}
