import { clippedSpans, DAY_MS, HOUR_MS, mergedSpans, type Span } from '#shared/time.ts';
import { localTime } from './localTime.ts';

export interface HourCounts {
  readonly fromMs: number;
  /** At most the present. */
  readonly toMs: number;
  /** Strikes by the start of their hour; hours without an entry are unknown. */
  readonly strikes: ReadonlyMap<number, number>;
  /** Merged. */
  readonly gaps: readonly Span[];
}

export interface Bin {
  /** A day `2026-11-08`, a month `2026-11`, or an hour of the day, `0` to `23`. */
  readonly key: string;
  readonly strikes: number;
  /** Its length up to the present. */
  readonly lengthMs: number;
  readonly observedMs: number;
}

export function observedMs({ fromMs, toMs, gaps }: Omit<HourCounts, 'strikes'>, from = fromMs, to = toMs): number {
  const [start, end] = [Math.max(from, fromMs), Math.min(to, toMs)];
  if (end <= start) return 0;
  return clippedSpans(gaps, start, end).reduce((left, [a, b]) => left - (b - a), end - start);
}

/** Sums the hours by the key that `keyOf` gives each, in the order of first occurrence. */
function binHours(counts: HourCounts, keyOf: (hourMs: number) => string): Bin[] {
  const bins = new Map<string, { strikes: number; lengthMs: number; observedMs: number }>();
  for (let hourMs = counts.fromMs; hourMs < counts.toMs; hourMs += HOUR_MS) {
    const key = keyOf(hourMs);
    const bin = bins.get(key) ?? { strikes: 0, lengthMs: 0, observedMs: 0 };
    bins.set(key, bin);
    const endMs = Math.min(hourMs + HOUR_MS, counts.toMs);
    const strikes = counts.strikes.get(hourMs);
    bin.lengthMs += endMs - hourMs;
    bin.strikes += strikes ?? 0;
    if (strikes !== undefined) bin.observedMs += observedMs(counts, hourMs, endMs);
  }
  return [...bins].map(([key, bin]) => ({ key, ...bin }));
}

export function totalOf(counts: HourCounts): Bin {
  const none = { key: 'all', strikes: 0, lengthMs: 0, observedMs: 0 };
  return binHours(counts, () => 'all')[0] ?? none;
}

/** Joins the results of several requests, oldest first. */
export function joinedCounts(chunks: readonly HourCounts[]): HourCounts | undefined {
  const [first] = chunks;
  const last = chunks.at(-1);
  if (!first || !last) return undefined;
  return {
    fromMs: first.fromMs,
    toMs: last.toMs,
    strikes: new Map(chunks.flatMap(({ strikes }) => [...strikes])),
    gaps: mergedSpans(chunks.flatMap(({ gaps }) => gaps)),
  };
}

/** By local day, oldest first. Days on which clocks change have 23 or 25 hours. */
export function dayBins(counts: HourCounts): Bin[] {
  return binHours(counts, (hourMs) => localTime(hourMs).day);
}

/** By local month, oldest first. */
export function monthBins(counts: HourCounts): Bin[] {
  return binHours(counts, (hourMs) => localTime(hourMs).day.slice(0, 7));
}

/** By hour of the local day: always 0 to 23, also hours outside the period. */
export function hourOfDayBins(counts: HourCounts): Bin[] {
  const found = new Map(binHours(counts, (hourMs) => String(localTime(hourMs).hour)).map((bin) => [bin.key, bin]));
  return Array.from({ length: 24 }, (_, hour) => {
    const key = String(hour);
    return found.get(key) ?? { key, strikes: 0, lengthMs: 0, observedMs: 0 };
  });
}

/** Lower and upper end of a range that contains the true mean with 95 % confidence. */
type Interval = readonly [low: number, high: number];

/** The standard normal distribution's 97.5 % point. */
const Z_95 = 1.959964;
/** Up to this count the ends are exact; beyond it the approximation differs from them by less than 0.05 %. */
const EXACT_UP_TO = 100;

/**
 * The mean that a count of independent events may come from, with 95 % confidence: F. Garwood, Fiducial limits for the
 * Poisson distribution, Biometrika 28 (1936). From 100 on by Wilson and Hilferty's cube root, in the form of Breslow
 * and Day (Statistical Methods in Cancer Research II, 1987, formula 2.10).
 */
export function poissonInterval(count: number): Interval {
  if (count > EXACT_UP_TO) return [cubeRoot(count, -1), cubeRoot(count + 1, 1)];
  // Lower end: a chance of 2.5 % for this many or more. Upper end: the same for this many or fewer.
  const low = count === 0 ? 0 : root((mean) => 1 - chanceOfAtMost(count - 1, mean) - 0.025, 0, count);
  return [low, root((mean) => 0.025 - chanceOfAtMost(count, mean), count, count + 5 * Math.sqrt(count + 1) + 5)];
}

function cubeRoot(count: number, side: -1 | 1): number {
  return count * (1 - 1 / (9 * count) + (side * Z_95) / (3 * Math.sqrt(count))) ** 3;
}

function chanceOfAtMost(count: number, mean: number): number {
  let term = Math.exp(-mean);
  let sum = term;
  for (let n = 1; n <= count; n += 1) {
    term *= mean / n;
    sum += term;
  }
  return sum;
}

/** The zero of a rising function between `from` and `to`. */
function root(rising: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

interface CountedTime {
  readonly strikes: number;
  readonly observedMs: number;
}

export interface Rate {
  readonly value: number;
  readonly interval: Interval;
}

/** Strikes per `perMs` of observed time; undefined if nothing was observed. */
export function rateOf({ strikes, observedMs }: CountedTime, perMs = DAY_MS): Rate | undefined {
  if (observedMs <= 0) return undefined;
  const share = perMs / observedMs;
  const [low, high] = poissonInterval(strikes);
  return { value: strikes * share, interval: [low * share, high * share] };
}

/**
 * `none`: no strikes in either. `noData`: one was not observed at all. `chance`: such a difference is within the 95 %
 * range for equal rates.
 */
type ComparisonVerdict = 'none' | 'noData' | 'chance' | 'more' | 'less';

export interface Comparison {
  readonly verdict: ComparisonVerdict;
  /** The first rate divided by the second; infinite if the second is zero. */
  readonly ratio?: Rate;
}

/**
 * Compares two rates per observed time. If both are one Poisson rate, each strike falls in the first period with a
 * probability equal to its share of observed time; so the share of strikes gets the score interval of E. B. Wilson (J.
 * Am. Stat. Assoc. 22, 1927), which is converted to one of the ratio. It assumes that strikes are independent, which
 * those of one storm are not.
 */
export function comparePeriods(first: CountedTime, second: CountedTime): Comparison {
  if (first.observedMs <= 0 || second.observedMs <= 0) return { verdict: 'noData' };
  const all = first.strikes + second.strikes;
  if (all === 0) return { verdict: 'none' };
  const [low, high] = wilsonInterval(first.strikes, all);
  const time = second.observedMs / first.observedMs;
  const ratio = (share: number) => (share >= 1 ? Number.POSITIVE_INFINITY : (share / (1 - share)) * time);
  const interval: Interval = [ratio(low), ratio(high)];
  const verdict = interval[0] > 1 ? 'more' : interval[1] < 1 ? 'less' : 'chance';
  return { verdict, ratio: { value: ratio(first.strikes / all), interval } };
}

/** The share that `count` of `all` may come from, with 95 % confidence. */
export function wilsonInterval(count: number, all: number): Interval {
  const share = count / all;
  const spread = Z_95 ** 2 / all;
  const centre = share + spread / 2;
  const reach = Z_95 * Math.sqrt((share * (1 - share)) / all + spread / (4 * all));
  const clamped = (value: number) => Math.min(1, Math.max(0, value / (1 + spread)));
  return [count === 0 ? 0 : clamped(centre - reach), count === all ? 1 : clamped(centre + reach)];
}
