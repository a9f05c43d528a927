import { DAY_MS } from '#shared/time/hourKey.ts';

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;
/** Older data counts as none: what it says of the sky is over. */
const FRESH_MS = 2 * MINUTE_MS;

/** Minutes of one UTC day, by its number since the Unix epoch. */
export interface DayMinutes {
  readonly day: number;
  /** In so many the newest data was at most 2 minutes old. */
  readonly upMinutes: number;
  readonly ofMinutes: number;
}

/** The number of the minute that contains `atMs`, since the Unix epoch. */
export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}

/**
 * What a tick at `nowMs` adds to the count, by day: its own minute, and as not up all minutes since the last that was
 * counted, because nobody was there to see to it. `dataMs`: up to when home was read; null if it never was. Nothing, if
 * this minute was counted.
 */
export function upMinutes(lastMinute: number | undefined, nowMs: number, dataMs: number | null): DayMinutes[] {
  const minute = minuteOf(nowMs);
  const first = lastMinute === undefined ? minute : lastMinute + 1;
  const added: DayMinutes[] = [];
  for (let from = first; from <= minute; ) {
    const day = Math.floor(from / MINUTES_A_DAY);
    const next = Math.min(minute + 1, (day + 1) * MINUTES_A_DAY);
    const holdsNow = next === minute + 1;
    const isFresh = dataMs !== null && nowMs - dataMs <= FRESH_MS;
    added.push({ day, upMinutes: Number(holdsNow && isFresh), ofMinutes: next - from });
    from = next;
  }
  return added;
}
