import { DAY_MS } from '#shared/time/hourKey.ts';

/** How many books an object made on a UTC day, counted from 1970. */
export interface BooksMade {
  readonly day: number;
  readonly count: number;
}

/** The count with one book more; undefined if the day has as many as it may have. */
export function oneMore(before: BooksMade | undefined, nowMs: number, mostADay: number): BooksMade | undefined {
  const day = Math.floor(nowMs / DAY_MS);
  const count = before?.day === day ? before.count : 0;
  return count < mostADay ? { day, count: count + 1 } : undefined;
}
