import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { clippedSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import type { StoredRecord } from './HomeRecord.ts';

export interface Question {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What of a question was not read: an answer without strikes says nothing of the sky there. */
export interface ReadExtent {
  /** Up to this instant the box was read, except for `unread`; null if nothing is known to have been read. */
  readonly completeToMs: number | null;
  /** Spans of the question before `completeToMs`, oldest first; all of it if that is null. */
  readonly unread: readonly Span[];
  /** Whether the box reaches beyond home, which alone is always read. Then all of the question counts as unread. */
  readonly outsideHome: boolean;
}

/** `keptSinceMs`: what lies before it may have been deleted. */
export function unreadOf(question: Question, record: StoredRecord, home: BBox, keptSinceMs: number): ReadExtent {
  const { bbox, fromMs, toMs } = question;
  const { completeToMs, unread, droppedToMs } = record;
  const outsideHome = !bboxWithin(bbox, home);
  if (outsideHome || completeToMs === null) return { completeToMs: null, unread: [[fromMs, toMs]], outsideHome };
  const all: Span[] = [...unread, [0, Math.max(keptSinceMs, droppedToMs)]];
  return { completeToMs, unread: mergedSpans(clippedSpans(all, fromMs, Math.min(toMs, completeToMs))), outsideHome };
}
