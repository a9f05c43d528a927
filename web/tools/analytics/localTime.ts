import { DAY_MS } from '#shared/time.ts';
import { zonedDayStartMs, zonedIso } from '#shared/zonedTime.ts';

/** The time zone in the middle of the home area; the page names it, with UTC next to it. */
export const LOCAL_ZONE = 'Europe/Sofia';

interface LocalTime {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** 0 to 23. On the day on which summer time ends, 3 occurs twice; on the day on which it begins, never. */
  readonly hour: number;
}

export function localTime(atMs: number): LocalTime {
  const visible = zonedIso(atMs, LOCAL_ZONE);
  return { day: visible.slice(0, 10), hour: Number(visible.slice(11, 13)) };
}

export function localDayStartMs(day: string): number {
  return zonedDayStartMs(day, LOCAL_ZONE);
}

/** Number of days from the first to the last, both included. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / DAY_MS) + 1;
}
