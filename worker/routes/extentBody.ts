import * as v from 'valibot';
import { isoIntervals, isoMillis, isoSpans } from '#shared/time/isoTime.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';

export const IsoInstant = v.pipe(v.string(), v.description('ISO 8601, UTC, milliseconds'));

export const extentMembers = {
  completeTo: v.pipe(
    v.nullable(IsoInstant),
    v.description(
      'Up to this instant the box was read, except for `unread`; what is newer may still be missing. Null if nothing of the box is known to have been read.',
    ),
  ),
  unread: v.pipe(
    v.array(v.object({ from: IsoInstant, to: IsoInstant })),
    v.description(
      'What of your question was not read, up to `completeTo`: that no strike is listed there says nothing of the sky. Empty if all was read; all of the question if `completeTo` is null. It holds what lies before the first reading, or is older than what is kept. It may be read later.',
    ),
  ),
  outsideHome: v.optional(
    v.pipe(
      v.literal(true),
      v.description(
        'The box reaches beyond home, which alone is always read (`areas` in the status). The rest is read only while somebody watches it, so all of the question counts as unread. Ask for boxes within home to know more.',
      ),
    ),
  ),
};

export function extentBody({ completeToMs, unread, outsideHome }: ReadExtent) {
  return {
    completeTo: completeToMs === null ? null : isoMillis(completeToMs),
    unread: isoSpans(unread),
    ...(outsideHome ? { outsideHome } : {}),
  };
}

/** For formats without a place in the body: ISO 8601 intervals, or `none`. */
export function extentHeaders(extent: ReadExtent): Record<string, string> {
  return { 'complete-to': extentBody(extent).completeTo ?? 'none', unread: isoIntervals(extent.unread) };
}
