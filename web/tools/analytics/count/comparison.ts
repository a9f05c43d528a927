import { DAY_MS } from '#shared/time/hourKey.ts';
import { type Interval, poissonInterval, Z_95 } from './poissonInterval.ts';

/** What fell in a time, and how much of that time was observed. */
export interface Counted {
  readonly strikes: number;
  readonly observedMs: number;
}

export interface Rate {
  readonly value: number;
  readonly interval: Interval;
}

/** Strikes in a stretch of `perMs` of observed time; undefined if nothing was observed. */
export function rateOf({ strikes, observedMs }: Counted, perMs = DAY_MS): Rate | undefined {
  if (observedMs <= 0) return undefined;
  const share = perMs / observedMs;
  const [low, high] = poissonInterval(strikes);
  return { value: strikes * share, interval: [low * share, high * share] };
}

/**
 * `none`: nothing fell in either. `unread`: one of them was not observed at all. `chance`: rates as far apart as these are
 * expected of one and the same rate in 95 of 100 cases.
 */
export type Verdict = 'none' | 'unread' | 'chance' | 'more' | 'less';

export interface Comparison {
  readonly verdict: Verdict;
  /** How many times the rate of the second the first has; infinite if nothing fell in the second. */
  readonly ratio?: Rate;
}

/**
 * Compares two rates per observed time. If both are one Poisson rate, each strike falls in the first period by the share
 * of observed time that it has; so the share of strikes gets the score interval of E. B. Wilson (J. Am. Stat. Assoc. 22,
 * 1927), which turns into one of the ratio. It takes strikes for independent, which those of one storm are not.
 */
export function comparePeriods(first: Counted, second: Counted): Comparison {
  if (first.observedMs <= 0 || second.observedMs <= 0) return { verdict: 'unread' };
  const all = first.strikes + second.strikes;
  if (all === 0) return { verdict: 'none' };
  const [low, high] = wilsonInterval(first.strikes, all);
  const time = second.observedMs / first.observedMs;
  const odds = (share: number) => (share >= 1 ? Number.POSITIVE_INFINITY : (share / (1 - share)) * time);
  const interval: Interval = [odds(low), odds(high)];
  const verdict = interval[0] > 1 ? 'more' : interval[1] < 1 ? 'less' : 'chance';
  return { verdict, ratio: { value: odds(first.strikes / all), interval } };
}

/** The share that `count` of `all` may have come from, with 95 % confidence. */
export function wilsonInterval(count: number, all: number): Interval {
  const share = count / all;
  const spread = Z_95 ** 2 / all;
  const centre = share + spread / 2;
  const reach = Z_95 * Math.sqrt((share * (1 - share)) / all + spread / (4 * all));
  const clamped = (value: number) => Math.min(1, Math.max(0, value / (1 + spread)));
  return [count === 0 ? 0 : clamped(centre - reach), count === all ? 1 : clamped(centre + reach)];
}
