import type { LookUpView } from '#shared/lookUp/LookUpView.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { LookUpQuestion } from '#web/kit/routing/lookUpAddress.ts';

/** The newest part of the data is always a little behind. */
const FRESH_MS = 5 * 60_000;

/** What of the time that was asked about is known. */
export interface Completeness {
  readonly askedMs: Span;
  /** What was not read or not searched, oldest first: candidates may be missing from it. */
  readonly missing: readonly Span[];
  /** How long all of that is. */
  readonly missingMs: number;
  /** Up to when all but `missing` was read; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  /** Where the search ended early, if it did: what is older has to be asked for anew. */
  readonly cutMs: number | undefined;
  readonly state: 'all' | 'part' | 'nothing';
}

/** What the answer says of the time that was asked about. */
export function completenessOf(
  { reportedMs, days, beforeMs }: LookUpQuestion,
  { searched, completeTo, unread }: Pick<LookUpView, 'searched' | 'completeTo' | 'unread'>,
): Completeness {
  const [fromMs, toMs] = [reportedMs - days * DAY_MS, beforeMs ?? reportedMs];
  const completeToMs = completeTo === null ? null : Date.parse(completeTo);
  const cutMs = searched.cut ? Date.parse(searched.from) : undefined;
  const tail: Span[] =
    completeToMs === null || toMs - completeToMs < FRESH_MS ? [] : [[Math.max(fromMs, completeToMs), toMs]];
  const missing = mergedSpans([
    ...(completeToMs === null ? [[fromMs, toMs] as const] : []),
    ...(cutMs === undefined ? [] : [[fromMs, cutMs] as const]),
    ...unread.map(({ from, to }): Span => [Date.parse(from), Date.parse(to)]),
    ...tail,
  ]);
  const missingMs = lengthMs(missing);
  const state = missingMs === 0 ? 'all' : missingMs >= toMs - fromMs ? 'nothing' : 'part';
  return { askedMs: [fromMs, toMs], missing, missingMs, completeToMs, cutMs, state };
}
