import * as v from 'valibot';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import type { Span } from '#web/sky/shown/unknownBars.ts';
import type { PastBounds } from './pastBounds.ts';
import type { KnownCounts } from './timelineBars.ts';

const TIMEOUT_MS = 20_000;
const Instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);
const CountsAnswer = v.object({
  counts: v.array(v.object({ from: Instant, strikes: v.number() })),
  completeTo: v.nullable(Instant),
  unread: v.array(v.object({ from: Instant, to: Instant })),
});

/** `too-wide`: the server counts so large a part of home only if all of it is asked for. */
export type CountsResult =
  | { readonly ok: true; readonly known: KnownCounts }
  | { readonly ok: false; readonly reason: 'too-wide' | 'unavailable' };

type Fetch = (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

/** Loads the numbers of strikes in ten minutes each. Never rejects: an answer that takes 20 s counts as none. */
export async function loadCounts(
  box: BBox,
  { fromMs, toMs }: PastBounds,
  fetchJson: Fetch,
  signal: AbortSignal,
): Promise<CountsResult> {
  const path = `${apiPaths.counts}?bbox=${formatBBox(box)}&by=10min&from=${isoMillis(fromMs)}&to=${isoMillis(toMs)}`;
  try {
    const response = await fetchJson(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (response.status === 400) return { ok: false, reason: 'too-wide' };
    if (!response.ok) return { ok: false, reason: 'unavailable' };
    const answer = v.safeParse(CountsAnswer, await response.json());
    if (!answer.success) return { ok: false, reason: 'unavailable' };
    const { counts, completeTo, unread } = answer.output;
    const listed = unread.map(({ from, to }): Span => [from, to]);
    return {
      ok: true,
      known: {
        strikes: new Map(counts.map(({ from, strikes }) => [from, strikes])),
        // What is newer may be missing without being listed.
        unread: [...listed, [completeTo ?? Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]],
      },
    };
  } catch {
    return { ok: false, reason: 'unavailable' };
  }
}
