import type { BBox } from '#shared/geo/BBox.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, type Span } from '#shared/time/spans.ts';
import { dayAfter } from '#shared/time/utcDay.ts';
import { zonedDay, zonedDayStartMs } from '#shared/time/zonedTime.ts';
import type { HomeSky } from './homeSky.ts';
import type { PlaceCounts } from './placeCounts.ts';
import { binnedStrikes } from './placeSky.ts';

export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly strikes: number;
  /** Some of its time was not read: there may be more. */
  readonly isUnread: boolean;
}

const HOUR_STEP_MS = 5 * MINUTE_MS;
const HOUR_BARS = 12;
const DAY_BARS = 24;
const FORTNIGHT_DAYS = 14;

/** The hour up to now by five minutes, from the snapshot. */
export function hourBars(sky: HomeSky, box: BBox): Bar[] {
  const toMs = Math.ceil(sky.nowMs / HOUR_STEP_MS) * HOUR_STEP_MS;
  const fromMs = toMs - HOUR_BARS * HOUR_STEP_MS;
  const counts = binnedStrikes(sky, box, { fromMs, stepMs: HOUR_STEP_MS, bins: HOUR_BARS });
  const edges = counts.map((_, index) => fromMs + index * HOUR_STEP_MS);
  return barsOf([...edges, toMs], counts, unreadLately(sky), sky.nowMs);
}

/** What a feed that is late or down has not read since. */
function unreadLately({ feed, unread, nowMs }: HomeSky): readonly Span[] {
  return feed.state === 'live' ? unread : [...unread, [feed.lastSuccessMs ?? 0, nowMs]];
}

/** The day up to now by whole hours. */
export function dayBars({ fromMs, byHour, unread }: PlaceCounts, nowMs: number): Bar[] {
  const first = byHour.length - DAY_BARS;
  const edges = Array.from({ length: DAY_BARS + 1 }, (_, index) => fromMs + (first + index) * HOUR_MS);
  return barsOf(edges, byHour.slice(first), unread, nowMs);
}

/** The days up to today, by the place's clock: all of home's zones begin their days at a whole hour of UTC. */
export function fortnightBars({ fromMs, byHour, unread }: PlaceCounts, zone: string, nowMs: number): Bar[] {
  const today = zonedDay(nowMs, zone);
  const edges = Array.from({ length: FORTNIGHT_DAYS + 1 }, (_, index) =>
    zonedDayStartMs(dayAfter(today, index + 1 - FORTNIGHT_DAYS), zone),
  );
  const hourAt = (atMs: number) => Math.max(0, Math.round((atMs - fromMs) / HOUR_MS));
  const counts = edges
    .slice(1)
    .map((toMs, index) => byHour.slice(hourAt(edges[index] ?? toMs), hourAt(toMs)).reduce((sum, n) => sum + n, 0));
  return barsOf(edges, counts, unread, nowMs);
}

/** One edge more than counts. */
function barsOf(edges: readonly number[], counts: readonly number[], unread: readonly Span[], nowMs: number): Bar[] {
  return counts.map((strikes, index) => {
    const [fromMs = 0, toMs = 0] = edges.slice(index, index + 2);
    return { fromMs, toMs, strikes, isUnread: clippedSpans(unread, fromMs, Math.min(toMs, nowMs)).length > 0 };
  });
}
