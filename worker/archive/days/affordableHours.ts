/** Strikes that are read while somebody waits, for the tiles of a day that was not packed. */
const MAX_STRIKES = 300_000;

export interface HourOfHome {
  readonly hour: number;
  readonly strikes: number;
}

/**
 * The first of the newest hours up to `toHour` that hold no more strikes than may be read; the newest hour is always among them.
 * `hours` are in order of time; one that is not listed has none that are known of.
 */
export function affordableHours(
  hours: readonly HourOfHome[],
  fromHour: number,
  toHour: number,
  mostStrikes = MAX_STRIKES,
): number {
  let left = mostStrikes;
  for (const { hour, strikes } of hours.filter(({ hour }) => hour >= fromHour && hour < toHour - 1).toReversed()) {
    left -= strikes;
    if (left < 0) return hour + 1;
  }
  return fromHour;
}
