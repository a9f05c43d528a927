import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import type { SiteStrikes } from './siteStrikes.ts';
import { LEAST_FOR_SHARE, type SkillView } from './skillBody.ts';

/**
 * How good alarms would have been, counted at many sites from archived strikes: an alarm begins with the first strike
 * in the ring and ends `dwellMin` after the last one. The terms are those of IEC 62793. Alarms here follow each strike;
 * the live state machine runs once a minute and waits for late reports, so it can be a minute or two later.
 */
export interface AlarmRule {
  readonly ringKm: number;
  readonly dwellMin: number;
}

/** Counts of one UTC day for all sites together. An alarm belongs to the day on which it began. */
export interface AlarmCounts {
  /** A strike at the site after none fell there for the dwell. */
  hits: number;
  /** Hits with an alarm already active. */
  warned: number;
  alarms: number;
  /** Alarms without a strike on the site. */
  withoutHit: number;
  /** Alarms that ended too early: the next began within an hour. */
  tooEarly: number;
  alarmMs: number;
}

/** `among`: cases of a day. `of`: those of them in which the event happened. */
export interface DayCases {
  of: number;
  among: number;
}

/** Cases in which the ring was quiet for this long, by UTC day, and those in which lightning returned within 30 min. */
export class ReturnTally {
  readonly quietMin: number;
  readonly days = new Map<number, DayCases>();

  constructor(quietMin: number) {
    this.quietMin = quietMin;
  }

  add(atMs: number, isBack: boolean): void {
    const day = Math.floor(atMs / DAY_MS);
    const cases = this.days.get(day) ?? { of: 0, among: 0 };
    cases.among += 1;
    if (isBack) cases.of += 1;
    this.days.set(day, cases);
  }
}

/** A share with its 95 % interval over resampled days. */
export interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export const QUIET_MINUTES = [5, 10, 15, 20, 30, 45, 60] as const;
const RETURN_MS = 30 * MINUTE_MS;
const DRAWS = 1_000;
/** With fewer days the interval would be too narrow for lack of data. */
const LEAST_DAYS = 3;

const noCounts = (): AlarmCounts => ({ hits: 0, warned: 0, alarms: 0, withoutHit: 0, tooEarly: 0, alarmMs: 0 });

/** Sums over sites, by UTC day. */
export class AlarmTally {
  readonly days = new Map<number, AlarmCounts>();
  /** Time from the alarm to each warned hit. */
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
 * Adds one site to the tally. Events that begin or end in a gap are not counted, nor events that begin within the dwell
 * after one, because unseen strikes may have begun them earlier.
 * @param gaps merged, oldest first
 * @param siteKm distance from the site within which a strike is a hit
 */
export function countAlarms(
  { atMs, km }: SiteStrikes,
  { ringKm, dwellMin }: AlarmRule,
  siteKm: number,
  gaps: readonly Span[],
  tally: AlarmTally,
): void {
  const alarms = new SiteAlarms(dwellMin * MINUTE_MS, gaps, tally);
  for (let index = 0; index < atMs.length; index += 1) {
    const strikeKm = km[index] as number;
    if (strikeKm <= ringKm) alarms.add(atMs[index] as number, strikeKm <= siteKm);
  }
  alarms.end();
}

/** The alarms of one site by one rule. Fields, because closures would make a new number at each strike. */
class SiteAlarms {
  private readonly dwellMs: number;
  private readonly gaps: readonly Span[];
  private readonly tally: AlarmTally;
  private nextGap = 0;
  private gapFromMs: number;
  /** NaN while no alarm stands. */
  private raisedMs = Number.NaN;
  private isKnown = true;
  private hasHit = false;
  private lastMs = Number.NEGATIVE_INFINITY;
  private lastHitMs = Number.NEGATIVE_INFINITY;
  /** When the alarm before this one began, and when it ended; the end is minus infinity if unknown. */
  private beforeMs = Number.NaN;
  private liftedMs = Number.NEGATIVE_INFINITY;
  private unknownUntilMs = Number.NEGATIVE_INFINITY;

  constructor(dwellMs: number, gaps: readonly Span[], tally: AlarmTally) {
    this.dwellMs = dwellMs;
    this.gaps = gaps;
    this.tally = tally;
    this.gapFromMs = gaps[0]?.[0] ?? Number.POSITIVE_INFINITY;
  }

  /** A strike in the ring. */
  add(atMs: number, isHit: boolean): void {
    if (atMs >= this.gapFromMs) {
      this.passGaps(atMs);
      if (atMs >= this.gapFromMs) return;
    }
    if (atMs > this.lastMs + this.dwellMs && !Number.isNaN(this.raisedMs)) this.lift();
    const stoodMs = this.raisedMs;
    if (Number.isNaN(stoodMs)) this.raise(atMs);
    if (isHit) this.addHit(atMs, stoodMs);
    this.lastMs = atMs;
  }

  end(): void {
    this.passGaps(Number.POSITIVE_INFINITY);
    if (!Number.isNaN(this.raisedMs)) this.lift();
  }

  private raise(atMs: number): void {
    this.raisedMs = atMs;
    this.hasHit = false;
    this.isKnown = atMs > this.unknownUntilMs;
    if (atMs - this.liftedMs <= HOUR_MS) this.tally.dayOf(this.beforeMs).tooEarly += 1;
  }

  private addHit(atMs: number, stoodMs: number): void {
    if (this.isKnown && atMs > this.lastHitMs + this.dwellMs) {
      const day = this.tally.dayOf(atMs);
      day.hits += 1;
      if (atMs > stoodMs) {
        day.warned += 1;
        this.tally.leadsMs.push(atMs - stoodMs);
      }
    }
    this.hasHit = true;
    this.lastHitMs = atMs;
  }

  private lift(): void {
    const { raisedMs } = this;
    this.liftedMs = this.isKnown ? this.lastMs + this.dwellMs : Number.NEGATIVE_INFINITY;
    if (this.isKnown) {
      const day = this.tally.dayOf(raisedMs);
      day.alarms += 1;
      day.alarmMs += this.liftedMs - raisedMs;
      if (!this.hasHit) day.withoutHit += 1;
    }
    this.beforeMs = raisedMs;
    this.raisedMs = Number.NaN;
  }

  /** Forgets what stood when a gap began that is over by then. */
  private passGaps(untilMs: number): void {
    for (let gap = this.gaps[this.nextGap]; gap && gap[1] <= untilMs; gap = this.gaps[this.nextGap]) {
      if (!Number.isNaN(this.raisedMs) && this.lastMs + this.dwellMs <= gap[0]) this.lift();
      this.raisedMs = Number.NaN;
      this.liftedMs = Number.NEGATIVE_INFINITY;
      this.lastHitMs = Number.NEGATIVE_INFINITY;
      this.unknownUntilMs = gap[1] + this.dwellMs;
      this.nextGap += 1;
    }
    this.gapFromMs = this.gaps[this.nextGap]?.[0] ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * Adds one site to the return frequencies within `ringKm`. A case counts if data is complete for the quiet period and
 * the 30 minutes after it.
 * @param gaps merged, oldest first
 * @param tallies the shortest quiet first
 */
export function countReturns(
  { atMs, km }: SiteStrikes,
  ringKm: number,
  gaps: readonly Span[],
  tallies: readonly ReturnTally[],
): void {
  const indexAfter = (from: number) => {
    let index = from;
    while (index < km.length && (km[index] as number) > ringKm) index += 1;
    return index;
  };
  let next = 0;
  for (let index = indexAfter(0), after = 0; index < km.length; index = after) {
    after = indexAfter(index + 1);
    const fromMs = atMs[index] as number;
    while ((gaps[next]?.[1] ?? Number.POSITIVE_INFINITY) <= fromMs) next += 1;
    const gapMs = gaps[next]?.[0] ?? Number.POSITIVE_INFINITY;
    const quietMs = (atMs[after] ?? Number.POSITIVE_INFINITY) - fromMs;
    for (const tally of tallies) {
      const endMs = tally.quietMin * MINUTE_MS;
      if (quietMs <= endMs || fromMs + endMs + RETURN_MS > gapMs) break;
      tally.add(fromMs, quietMs <= endMs + RETURN_MS);
    }
  }
}

/**
 * A share of events by day, with an interval from resampled days: neighbouring sites share storms, so sites are not
 * independent samples. Undefined if there were no events. For events on fewer than three days the interval is 0 to 1.
 * @param random from 0 to below 1
 */
export function shareOfDays(days: readonly Readonly<DayCases>[], random: () => number): Share | undefined {
  const seen = days.filter(({ among }) => among > 0);
  if (seen.length === 0) return undefined;
  const ratio = (dayAt: (angle: number) => Readonly<DayCases> | undefined) => {
    let [of, among] = [0, 0];
    for (let angle = 0; angle < seen.length; angle += 1) {
      const day = dayAt(angle);
      of += day?.of ?? 0;
      among += day?.among ?? 0;
    }
    return of / among;
  };
  const share = ratio((angle) => seen[angle]);
  if (seen.length < LEAST_DAYS) return { share, low: 0, high: 1 };
  const anyDay = () => seen[Math.floor(random() * seen.length)];
  const draws = Float64Array.from({ length: DRAWS }, () => ratio(anyDay)).sort();
  return { share, low: draws[Math.floor(0.025 * DRAWS)] ?? 0, high: draws[Math.ceil(0.975 * DRAWS) - 1] ?? 1 };
}

/** The median and the 10th percentile. Undefined if there are too few. */
export function leadOf(leadsMs: readonly number[]): SkillView['around']['lead'] {
  if (leadsMs.length < LEAST_FOR_SHARE.hits) return undefined;
  const sorted = leadsMs.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return { medianMs: at(0.5), shortestTenthMs: at(0.1) };
}
