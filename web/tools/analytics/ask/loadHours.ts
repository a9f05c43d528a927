import * as v from 'valibot';
import { type BBox, formatBBox } from '#shared/geo/BBox.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { mergedSpans, type Span } from '#shared/time/spans.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { type Asked, askApi } from '#web/kit/http/askApi.ts';
import { type HourCounts, joinedCounts } from '#web/tools/analytics/count/HourCounts.ts';

/** One question reaches over at most 31 days. */
const PIECE_MS = 30 * DAY_MS;
const Instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number(),
);
const Answer = v.object({
  counts: v.array(v.object({ from: Instant, strikes: v.number() })),
  completeTo: v.nullable(Instant),
  unread: v.array(v.object({ from: Instant, to: Instant })),
});

export interface Question {
  readonly box: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Loads the strikes of each hour, thirty days at a time, oldest first; the first piece that fails is the answer. */
export async function loadHours(
  { box, fromMs, toMs }: Question,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<Asked<HourCounts>> {
  const pieces: HourCounts[] = [];
  for (let pieceMs = fromMs; pieceMs < toMs; pieceMs += PIECE_MS) {
    const endMs = Math.min(pieceMs + PIECE_MS, toMs);
    const query = `bbox=${formatBBox(box)}&by=hour&from=${isoMillis(pieceMs)}&to=${isoMillis(endMs)}`;
    const asked = await askApi(`${apiPaths.counts}?${query}`, signal, (response) => response.json());
    if (!asked.ok) return asked;
    const answer = v.safeParse(Answer, asked.value);
    if (!answer.success) return { ok: false, trouble: 'unreadable' };
    pieces.push(pieceOf(answer.output, pieceMs, endMs));
    onProgress((endMs - fromMs) / (toMs - fromMs));
  }
  const joined = joinedCounts(pieces);
  return joined ? { ok: true, value: joined } : { ok: false, trouble: 'unreadable' };
}

function pieceOf(
  { counts, completeTo, unread }: v.InferOutput<typeof Answer>,
  fromMs: number,
  toMs: number,
): HourCounts {
  // What is newer than it may be missing without being listed.
  const after: Span = [Math.max(fromMs, completeTo ?? fromMs), toMs];
  return {
    fromMs,
    toMs,
    strikes: new Map(counts.map(({ from, strikes }) => [from, strikes])),
    unread: mergedSpans([...unread.map(({ from, to }): Span => [from, to]), after]),
  };
}
