import { clippedSpans, lengthMs } from '#shared/time/spans.ts';
import type { HomeRecord } from './HomeRecord.ts';

/**
 * How much of the time from `fromMs` to `toMs` home was read, without what lies before its first reading. Null if it never
 * was.
 */
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
