import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { ReadExtent } from '#worker/archive/unreadOf.ts';

/** Gaps are repaired a day back: later than this, a day seldom gains a strike. */
const SETTLED_AFTER_MS = 26 * HOUR_MS;
const OPEN = 'public, max-age=60';
/** Not for good: a late strike may still change it. */
const SETTLED = 'public, max-age=3600';

/** For how long the counts of the day that ends at `toMs` may be kept without asking again. */
export function dayCacheControl(toMs: number, { completeToMs, unread }: ReadExtent, nowMs: number): string {
  const whole = completeToMs !== null && completeToMs >= toMs && unread.length === 0;
  return whole && toMs + SETTLED_AFTER_MS <= nowMs ? SETTLED : OPEN;
}
