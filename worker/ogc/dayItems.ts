import type { BBox } from '#shared/geo/BBox.ts';
import { ringOfBox } from '#shared/geo/shape/Shape.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';
import { clippedSpans, lengthMs, mergedSpans, type Span } from '#shared/time/spans.ts';
import { dayKey, dayStartMs } from '#shared/time/utcDay.ts';
import type { Feature, Geometry } from './features.ts';

export function boxPolygon(box: BBox): Geometry {
  return { type: 'Polygon', coordinates: [ringOfBox(box)] };
}

/** The properties that say which day it is. */
export function dayTimes(startMs: number) {
  return {
    day: dayKey(startMs),
    start_datetime: isoMillis(startMs),
    end_datetime: isoMillis(startMs + DAY_MS - 1),
  };
}

export interface CountedDays {
  /** Strikes of home by hour since the Unix epoch. */
  readonly hours: readonly { readonly hour: number; readonly strikes: number }[];
  /** What was not read, or not counted; up to now. */
  readonly unread: readonly Span[];
}

/**
 * The UTC days of `[fromMs, nowMs]`, without those before the first that was read or struck; today is always among them.
 */
export function dayFeatures({ hours, unread }: CountedDays, home: BBox, fromMs: number, nowMs: number): Feature[] {
  const strikesOf = new Map<number, number>();
  for (const { hour, strikes } of hours) {
    const startMs = dayStartMs(hour * HOUR_MS);
    strikesOf.set(startMs, (strikesOf.get(startMs) ?? 0) + strikes);
  }
  const merged = mergedSpans(unread);
  const todayMs = dayStartMs(nowMs);
  const firstMs = dayStartMs(fromMs);
  const days = Array.from({ length: Math.round((todayMs - firstMs) / DAY_MS) + 1 }, (_, index) => {
    const startMs = firstMs + index * DAY_MS;
    const unreadMs = lengthMs(clippedSpans(merged, startMs, Math.min(startMs + DAY_MS, nowMs)));
    return { startMs, unreadMs, strikes: strikesOf.get(startMs) ?? 0 };
  });
  const first = days.findIndex((day) => day.strikes > 0 || day.unreadMs < DAY_MS);
  return days.slice(first < 0 ? -1 : first).map((day): Feature => {
    const { startMs, unreadMs, strikes } = day;
    return {
      type: 'Feature',
      id: dayKey(startMs),
      geometry: boxPolygon(home),
      properties: { ...dayTimes(startMs), strikes, unreadSeconds: Math.round(unreadMs / 1000) },
    };
  });
}
