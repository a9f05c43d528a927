import { HOUR_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, mergedSpans, type Span } from '#shared/time/spans.ts';

/** How long fires that lightning lit stay unseen: a Weibull distribution. */
export interface Holdover {
  readonly scaleHours: number;
  readonly power: number;
}

/** Mediterranean: Pineda 2022. Cautious: through 45 % at 24 h and 2 % at 14 days, for forests that smoulder longer. */
export const HOLDOVER = {
  mediterranean: { scaleHours: 7.63, power: 0.559 },
  cautious: { scaleHours: 34.9, power: 0.602 },
} as const satisfies Record<string, Holdover>;

/** Fires that a flash to the ground lights: one in 840 (Pineda 2022, Catalonia). Whether a satellite sees them is another question. */
export const IGNITIONS_A_FLASH = 1 / 840;

/** Share of fires that are still unseen so long after the flash. */
export function unseenShare({ scaleHours, power }: Holdover, hours: number): number {
  return hours <= 0 ? 1 : Math.exp(-((hours / scaleHours) ** power));
}

/**
 * Share of fires, for each hour, that show themselves between a satellite's look and the one `lookHours` before, where the
 * later one is `hours` after the flash.
 */
export function firstSeenRate(holdover: Holdover, hours: number, lookHours: number): number {
  return (unseenShare(holdover, hours - lookHours) - unseenShare(holdover, hours)) / lookHours;
}

/** What `firstSeenRate` comes to from the flash until `hours` later: from 0 to 1. */
export function seenWithin(holdover: Holdover, hours: number, lookHours: number): number {
  const missed = unseenHours(holdover, hours) - unseenHours(holdover, hours - lookHours);
  return Math.max(0, Math.min(1, 1 - missed / lookHours));
}

const STEPS = 200;

/** The integral of `unseenShare` up to `hours`, from 0; below 0 each hour counts in full. By Simpson's rule over the root of time, as it falls steeply at first. */
function unseenHours(holdover: Holdover, hours: number): number {
  if (hours <= 0) return hours;
  const step = Math.sqrt(hours) / STEPS;
  let sum = 0;
  for (let index = 1; index <= STEPS; index += 1) {
    const root = index * step;
    const weight = index === STEPS ? 1 : index % 2 === 1 ? 4 : 2;
    sum += weight * 2 * root * unseenShare(holdover, root * root);
  }
  return (sum * step) / 3;
}

/** Share of the flashes that could have lit a fire first seen at `seenMs` that fell while nothing was read; 0 to 1. */
export function unreadShare(
  holdover: Holdover,
  unread: readonly Span[],
  seenMs: number,
  lookBackHours: number,
  lookHours: number,
): number {
  const hoursBefore = (atMs: number) => (seenMs - atMs) / HOUR_MS;
  const within = (atMs: number) => seenWithin(holdover, hoursBefore(atMs), lookHours);
  const gaps = clippedSpans(mergedSpans(unread), seenMs - lookBackHours * HOUR_MS, seenMs);
  const missed = gaps.reduce((sum, [fromMs, toMs]) => sum + within(fromMs) - within(toMs), 0);
  return Math.max(0, Math.min(1, missed / seenWithin(holdover, lookBackHours, lookHours)));
}
