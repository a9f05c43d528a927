import { isoMillis } from '#shared/time/isoTime.ts';
import type { ReadExtent } from '../archive/unreadOf.ts';

/** What was read of a question, as members of a JSON answer. */
export function extentBody({ completeToMs, unread, outsideHome }: ReadExtent) {
  return {
    completeTo: completeToMs === null ? null : isoMillis(completeToMs),
    unread: unread.map(([fromMs, toMs]) => ({ from: isoMillis(fromMs), to: isoMillis(toMs) })),
    ...(outsideHome ? { outsideHome } : {}),
  };
}

/** The same as headers, for formats that have no place for it: ISO 8601 intervals, or `none`. */
export function extentHeaders(extent: ReadExtent): Record<string, string> {
  const { completeTo, unread } = extentBody(extent);
  const intervals = unread.map(({ from, to }) => `${from}/${to}`);
  return { 'complete-to': completeTo ?? 'none', unread: intervals.length > 0 ? intervals.join(', ') : 'none' };
}
