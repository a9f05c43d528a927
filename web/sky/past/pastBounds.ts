import { DAY_MS } from '#shared/time/hourKey.ts';
import { wholeMinute } from './timelineAddress.ts';

/** How far back the timeline reaches. */
export const HISTORY_MS = 14 * DAY_MS;
/** Width of a bar of its histogram. */
export const BAR_MS = 10 * 60_000;
/** Keys that step by a bar or by a day; Home and End go to the ends. */
const STEPS_MS: Readonly<Record<string, number>> = {
  ArrowLeft: -BAR_MS,
  ArrowDown: -BAR_MS,
  ArrowRight: BAR_MS,
  ArrowUp: BAR_MS,
  PageDown: -DAY_MS,
  PageUp: DAY_MS,
};

/** The instants on offer, whole minutes. `toMs` stands for now. */
export interface PastBounds {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The fortnight that ends now, from a whole bar on. */
export function pastBounds(nowMs: number): PastBounds {
  return { fromMs: Math.ceil((nowMs - HISTORY_MS) / BAR_MS) * BAR_MS, toMs: wholeMinute(nowMs) };
}

/** The instant, or the end of the bounds it lies beyond; undefined, which is now, from their end on: no future. */
export function withinBounds(atMs: number, { fromMs, toMs }: PastBounds): number | undefined {
  return atMs >= toMs ? undefined : Math.max(fromMs, wholeMinute(atMs));
}

/** Where a key leads from `atMs`, of which undefined is now; `'unused'` if the timeline has no use for the key. */
export function afterKey(key: string, atMs: number | undefined, bounds: PastBounds): number | undefined | 'unused' {
  if (key === 'Home') return bounds.fromMs;
  if (key === 'End') return undefined;
  const stepMs = STEPS_MS[key];
  return stepMs === undefined ? 'unused' : withinBounds((atMs ?? bounds.toMs) + stepMs, bounds);
}
