import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import type { HourCount } from './CountArchive.ts';

export const COUNT_STEPS = ['10min', 'hour', 'day'] as const;
export type CountStep = (typeof COUNT_STEPS)[number];

const TENTH_MS = HOUR_MS / 6;
const STEP_MS: Readonly<Record<CountStep, number>> = { '10min': TENTH_MS, hour: HOUR_MS, day: DAY_MS };

/** Whole bins: `fromMs` and `toMs` are the edges of the first and the last. */
export interface Bins {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** The bins that hold any of the time asked for, but none that begins after `nowMs`. */
export function binsAsked(by: CountStep, fromMs: number, toMs: number, nowMs: number): Bins {
  const stepMs = STEP_MS[by];
  const first = Math.floor(fromMs / stepMs) * stepMs;
  const last = Math.ceil(Math.min(toMs, nowMs) / stepMs) * stepMs;
  return { fromMs: first, toMs: Math.max(first, last), stepMs };
}

/** How many strikes fell in each bin, in order of time. */
export function binsOf({ fromMs, toMs, stepMs }: Bins, hours: readonly HourCount[]): number[] {
  const bins = Array.from({ length: (toMs - fromMs) / stepMs }, () => 0);
  for (const { hour, tenths } of hours) {
    for (const [tenth, strikes] of tenths.entries()) {
      const bin = Math.floor((hour * HOUR_MS + tenth * TENTH_MS - fromMs) / stepMs);
      if (bin >= 0 && bin < bins.length) bins[bin] = (bins[bin] ?? 0) + strikes;
    }
  }
  return bins;
}
