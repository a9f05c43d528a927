import type { PastBounds } from './pastBounds.ts';

/** The midnights of the visitor's time zone within the bounds. Days of 23 or 25 hours are as long as they are. */
export function dayStarts({ fromMs, toMs }: PastBounds): number[] {
  const starts: number[] = [];
  const day = new Date(fromMs);
  day.setHours(24, 0, 0, 0);
  for (; day.getTime() < toMs; day.setDate(day.getDate() + 1)) starts.push(day.getTime());
  return starts;
}
