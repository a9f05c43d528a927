import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';
import type { HomeRecord, StoredRecord } from './HomeRecord.ts';

/** Gaps are repaired a day back, so a day that is over for so long seldom gains a strike. */
export const SETTLED_AFTER_MS = 26 * HOUR_MS;

interface Question {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export function unreadOf(question: Question, record: StoredRecord, home: BBox, keptSinceMs: number): ReadExtent {
  const { bbox, fromMs, toMs } = question;
  const { completeToMs, unread, droppedToMs } = record;
  const outsideHome = !bboxWithin(bbox, home);
  if (outsideHome || completeToMs === null) return { completeToMs: null, unread: [[fromMs, toMs]], outsideHome };
  const all: Span[] = [...unread, [0, Math.max(keptSinceMs, droppedToMs)]];
  return { completeToMs, unread: mergedSpans(clippedSpans(all, fromMs, Math.min(toMs, completeToMs))), outsideHome };
}

interface CoveredPart {
  readonly fromMs: number;
  readonly toMs: number;
  readonly unread: readonly Span[];
}

/** The part of a span that was read, from its first reading to its last, and the holes within; empty if there is none. */
export function coveredPart({ completeToMs, unread }: ReadExtent, fromMs: number, toMs: number): CoveredPart {
  const endMs = Math.min(toMs, completeToMs ?? fromMs);
  const [first] = clippedSpans(unread, fromMs, Math.max(fromMs, endMs));
  const beginMs = first && first[0] <= fromMs ? first[1] : fromMs;
  if (beginMs >= endMs) return { fromMs: toMs, toMs, unread: [] };
  return { fromMs: beginMs, toMs: endMs, unread: clippedSpans(unread, beginMs, endMs) };
}

/** How much of the time home was read, without what lies before its first reading. Null if it never was. */
export function readShare(
  { completeToMs, unread }: Pick<HomeRecord, 'completeToMs' | 'unread'>,
  fromMs: number,
  toMs: number,
): { readonly readMs: number; readonly ofMs: number } | null {
  if (completeToMs === null) return null;
  const [first] = unread;
  const sinceMs = Math.min(toMs, Math.max(fromMs, first && first[0] <= 0 ? first[1] : fromMs));
  const readToMs = Math.min(toMs, Math.max(sinceMs, completeToMs));
  return { readMs: readToMs - sinceMs - lengthMs(clippedSpans(unread, sinceMs, readToMs)), ofMs: toMs - sinceMs };
}

/** Strikes before this instant are deleted, or will be within minutes, so nothing older is answered. */
export function keptSinceMs(historyDays: number, nowMs: number): number {
  return nowMs - historyDays * DAY_MS;
}
