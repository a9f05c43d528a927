import type { BBox } from '#shared/geo/BBox.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import type { Span } from '#shared/time/spans.ts';
import type { ReadExtent } from '#shared/wire/strikePages.ts';
import { boxPolygon } from './dayItems.ts';
import type { Feature } from './features.ts';

/** Sorts after every instant. */
const NOT_YET = 'not-yet';

/** What was not read of home since `fromMs`, oldest first. The last one is what was not read yet, and is always there. */
export function unreadFeatures(
  { completeToMs, unread }: ReadExtent,
  home: BBox,
  fromMs: number,
  nowMs: number,
): Feature[] {
  const feature = (state: 'gap' | typeof NOT_YET, [from, to]: Span): Feature => ({
    type: 'Feature',
    id: state === NOT_YET ? NOT_YET : isoMillis(from),
    geometry: boxPolygon(home),
    properties: { state, from: isoMillis(from), to: isoMillis(to), seconds: Math.round((to - from) / 1000) },
  });
  // The provider's clock may be ahead of ours.
  const last = feature(NOT_YET, [Math.min(completeToMs ?? fromMs, nowMs), nowMs]);
  return [...(completeToMs === null ? [] : unread.map((span) => feature('gap', span))), last];
}
