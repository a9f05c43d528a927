import { HOUR_MS } from '#shared/time/hourKey.ts';
import { clippedSpans, mergedSpans, type Span } from '#shared/time/spans.ts';
import { localTime } from './localTime.ts';

export interface HourCounts {
  readonly fromMs: number;
  /** At most the present. */
  readonly toMs: number;
  /** Strikes by the start of their hour; an hour that is not named is not known. */
  readonly strikes: ReadonlyMap<number, number>;
  /** Merged. */
  readonly unread: readonly Span[];
}

export interface Bin {
  /** A day `2026-11-08`, a month `2026-11`, or an hour of the day, `0` to `23`. */
  readonly key: string;
  readonly strikes: number;
  /** Its length up to the present. */
  readonly lengthMs: number;
  readonly observedMs: number;
}

export function observedMs({ fromMs, toMs, unread }: Omit<HourCounts, 'strikes'>, from = fromMs, to = toMs): number {
  const [start, end] = [Math.max(from, fromMs), Math.min(to, toMs)];
  if (end <= start) return 0;
  return clippedSpans(unread, start, end).reduce((left, [a, b]) => left - (b - a), end - start);
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

/** Joins the answers of several requests, oldest first. */
export function joinedCounts(pieces: readonly HourCounts[]): HourCounts | undefined {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (!first || !last) return undefined;
  return {
    fromMs: first.fromMs,
    toMs: last.toMs,
    strikes: new Map(pieces.flatMap(({ strikes }) => [...strikes])),
    unread: mergedSpans(pieces.flatMap(({ unread }) => unread)),
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

/** By hour of the local day: always 0 to 23, also hours that the time does not hold. */
export function hourOfDayBins(counts: HourCounts): Bin[] {
  const found = new Map(binHours(counts, (hourMs) => String(localTime(hourMs).hour)).map((bin) => [bin.key, bin]));
  return Array.from({ length: 24 }, (_, hour) => {
    const key = String(hour);
    return found.get(key) ?? { key, strikes: 0, lengthMs: 0, observedMs: 0 };
  });
}
