import { distanceKm, KM_PER_DEGREE, type Position } from '#shared/geo/geodesy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Span } from '#shared/time/spans.ts';

/**
 * How good alarms would have been, counted at many sites from archived strikes: an alarm begins with the first strike in
 * the ring and ends `dwellMin` after the last one. The words are those of IEC 62793. Alarms here follow each strike; the
 * machine that watches areas looks once a minute and waits for late reports, so it may be a minute or two later.
 */
export interface AlarmRule {
  readonly ringKm: number;
  readonly dwellMin: number;
}

/** The strikes near one site, oldest first. */
export interface SiteStrikes {
  readonly atMs: Float64Array;
  readonly km: Float64Array;
}

/** What happened on one UTC day at all sites together. An alarm belongs to the day on which it began. */
export interface AlarmCounts {
  /** A strike at the site after none fell there for the dwell. */
  hits: number;
  /** Hits before which an alarm stood already. */
  warned: number;
  alarms: number;
  /** Alarms in which nothing struck the site. */
  withoutHit: number;
  /** Alarms that began within an hour of the last one’s end: that one ended too early. */
  tooEarly: number;
  alarmMs: number;
}

/** Of cases in which the ring was quiet for so long, those in which lightning came back within 30 minutes. */
export interface ReturnCounts {
  readonly quietMin: number;
  cases: number;
  back: number;
}

/** A share with the middle 95 % of what it would be if other days of the same kind had come. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export const QUIET_MINUTES = [5, 10, 15, 20, 30, 45, 60] as const;
const RETURN_MS = 30 * MINUTE_MS;
const DRAWS = 1_000;
/** With fewer days an interval would be narrow for want of data. */
const LEAST_DAYS = 3;

const noCounts = (): AlarmCounts => ({ hits: 0, warned: 0, alarms: 0, withoutHit: 0, tooEarly: 0, alarmMs: 0 });

/** Sums over sites, by UTC day. */
export class AlarmTally {
  readonly days = new Map<number, AlarmCounts>();
  /** From the alarm to each warned hit. */
  readonly leadsMs: number[] = [];

  dayOf(atMs: number): AlarmCounts {
    const day = Math.floor(atMs / DAY_MS);
    const known = this.days.get(day);
    if (known) return known;
    const counts = noCounts();
    this.days.set(day, counts);
    return counts;
  }

  get total(): AlarmCounts {
    const sum = noCounts();
    for (const counts of this.days.values())
      for (const name of Object.keys(sum) as (keyof AlarmCounts)[]) sum[name] += counts[name];
    return sum;
  }
}

/**
 * Adds one site to the tally. What begins or ends in a gap is not counted, nor what begins within the dwell
 * after one: what fell unseen may have begun it earlier.
 * @param gaps merged, oldest first
 * @param siteKm how far from the site a strike is a hit
 */
export function countAlarms(
  { atMs, km }: SiteStrikes,
  { ringKm, dwellMin }: AlarmRule,
  siteKm: number,
  gaps: readonly Span[],
  tally: AlarmTally,
): void {
  const dwellMs = dwellMin * MINUTE_MS;
  let raisedMs = Number.NaN;
  let isKnown = true;
  let hasHit = false;
  let [lastMs, lastHitMs, liftedMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let unknownUntilMs = Number.NEGATIVE_INFINITY;
  let next = 0;

  const lift = () => {
    liftedMs = isKnown ? lastMs + dwellMs : Number.NEGATIVE_INFINITY;
    if (isKnown) {
      const day = tally.dayOf(raisedMs);
      day.alarms += 1;
      day.alarmMs += liftedMs - raisedMs;
      if (!hasHit) day.withoutHit += 1;
    }
    raisedMs = Number.NaN;
  };
  const passGaps = (untilMs: number) => {
    for (let span = gaps[next]; span && span[1] <= untilMs; next += 1, span = gaps[next]) {
      const reaches = lastMs + dwellMs > span[0];
      if (!Number.isNaN(raisedMs) && !reaches) lift();
      raisedMs = Number.NaN;
      liftedMs = Number.NEGATIVE_INFINITY;
      lastHitMs = Number.NEGATIVE_INFINITY;
      unknownUntilMs = span[1] + dwellMs;
    }
  };

  for (let index = 0; index < atMs.length; index += 1) {
    const strikeKm = km[index] ?? Number.POSITIVE_INFINITY;
    if (strikeKm > ringKm) continue;
    const strikeMs = atMs[index] ?? 0;
    passGaps(strikeMs);
    if (strikeMs >= (gaps[next]?.[0] ?? Number.POSITIVE_INFINITY)) continue;
    if (!Number.isNaN(raisedMs) && strikeMs > lastMs + dwellMs) lift();
    const stoodMs = raisedMs;
    if (Number.isNaN(raisedMs)) {
      raisedMs = strikeMs;
      hasHit = false;
      isKnown = strikeMs > unknownUntilMs;
      if (isKnown && strikeMs - liftedMs <= HOUR_MS) tally.dayOf(strikeMs).tooEarly += 1;
    }
    if (strikeKm <= siteKm) {
      if (isKnown && strikeMs > lastHitMs + dwellMs) {
        const day = tally.dayOf(strikeMs);
        day.hits += 1;
        if (strikeMs > stoodMs) {
          day.warned += 1;
          tally.leadsMs.push(strikeMs - stoodMs);
        }
      }
      hasHit = true;
      lastHitMs = strikeMs;
    }
    lastMs = strikeMs;
  }
  passGaps(Number.POSITIVE_INFINITY);
  if (!Number.isNaN(raisedMs)) lift();
}

/**
 * Adds one site to the odds of return within `ringKm`. A case counts if the quiet and the 30 minutes after it were read
 * whole.
 * @param gaps merged, oldest first
 */
export function countReturns(
  { atMs, km }: SiteStrikes,
  ringKm: number,
  gaps: readonly Span[],
  counts: readonly ReturnCounts[],
): void {
  const times = atMs.filter((_, index) => (km[index] ?? Number.POSITIVE_INFINITY) <= ringKm);
  let next = 0;
  for (const [index, fromMs] of times.entries()) {
    while ((gaps[next]?.[1] ?? Number.POSITIVE_INFINITY) <= fromMs) next += 1;
    const gapMs = gaps[next]?.[0] ?? Number.POSITIVE_INFINITY;
    const quietMs = (times[index + 1] ?? Number.POSITIVE_INFINITY) - fromMs;
    for (const count of counts) {
      const askedMs = count.quietMin * MINUTE_MS;
      if (quietMs <= askedMs || fromMs + askedMs + RETURN_MS > gapMs) continue;
      count.cases += 1;
      if (quietMs <= askedMs + RETURN_MS) count.back += 1;
    }
  }
}

/**
 * A share of events by day, with its interval from days drawn anew: neighbouring sites share storms, so sites are no
 * samples of their own. Undefined where nothing happened. Of events on fewer than three days the interval is 0 to 1.
 * @param random from 0 to below 1
 */
export function shareOfDays(
  days: readonly { readonly of: number; readonly among: number }[],
  random: () => number,
): Share | undefined {
  const seen = days.filter(({ among }) => among > 0);
  const ratio = (drawn: readonly { readonly of: number; readonly among: number }[]) =>
    drawn.reduce((sum, day) => sum + day.of, 0) / drawn.reduce((sum, day) => sum + day.among, 0);
  if (seen.length === 0) return undefined;
  const share = ratio(seen);
  if (seen.length < LEAST_DAYS) return { share, low: 0, high: 1 };
  const draws = Array.from({ length: DRAWS }, () =>
    ratio(seen.map((day) => seen[Math.floor(random() * seen.length)] ?? day)),
  ).sort((a, b) => a - b);
  return { share, low: draws[Math.floor(0.025 * DRAWS)] ?? 0, high: draws[Math.ceil(0.975 * DRAWS) - 1] ?? 1 };
}

interface Grid {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Sites along each side. */
  readonly side: number;
}

/** The middles of a grid's cells, from the south-west, one column after the other within a row. */
export function gridSites({ west, south, east, north, side }: Grid): Position[] {
  return Array.from({ length: side * side }, (_, index) => ({
    latitude: south + ((Math.floor(index / side) + 0.5) / side) * (north - south),
    longitude: west + (((index % side) + 0.5) / side) * (east - west),
  }));
}

/** For each site the strikes within `reachKm`. Strikes come oldest first. */
export function strikesNear(
  sites: readonly Position[],
  strikes: Iterable<Position & { readonly atMs: number }>,
  reachKm: number,
): SiteStrikes[] {
  const reachDegrees = reachKm / KM_PER_DEGREE;
  const near = sites.map(() => ({ atMs: [] as number[], km: [] as number[] }));
  for (const strike of strikes) {
    for (const [index, site] of sites.entries()) {
      if (Math.abs(strike.latitude - site.latitude) > reachDegrees) continue;
      const km = distanceKm(site, strike);
      if (km > reachKm) continue;
      near[index]?.atMs.push(strike.atMs);
      near[index]?.km.push(km);
    }
  }
  return near.map(({ atMs, km }) => ({ atMs: Float64Array.from(atMs), km: Float64Array.from(km) }));
}
