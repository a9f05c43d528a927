import type { Calibration } from '#shared/nowcast/arrivalAt.ts';
import type { Withheld } from '#shared/nowcast/CellsUpdate.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import type { NowcastMemory, Outcomes } from '#shared/nowcast/createNowcast.ts';
import { type DaySums, refit, sumsOf, withheldOf, withReplayed } from '#shared/nowcast/grades.ts';
import { OUTCOME_MINUTES } from '#shared/nowcast/pendingForecasts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import type { Gap } from '#shared/watch/Area.ts';
import type { WithheldPart } from '#shared/wire/VerificationBody.ts';
import type { NowcastVerification, ReplayedSums } from '#worker/calls.ts';
import { gradesOf, minuteOf, upMinutes, type VerificationFit, type VerificationLedger } from './VerificationLedger.ts';

export const PROVEN_DAYS = 30;
/** Only these days decide which parts are withheld, so a failing part is hidden, and restored, soon. */
const RECENT_DAYS = 7;
/** In the Balkans storms are fewest at the end of the night. */
const REFIT_HOUR_MS = 3 * HOUR_MS;
const WHY = { chance: 'gap', eta: 'share' } as const satisfies Record<Withheld, WithheldPart['why']>;

/** Stores graded forecasts, fits corrections from them, and withholds unreliable parts. */
export class Verification {
  private readonly ledger: VerificationLedger;
  /** Gaps at the time of their tick. Data that fills them later comes too late for the nowcast. */
  private gaps: readonly Span[] = [];

  constructor(ledger: VerificationLedger) {
    this.ledger = ledger;
  }

  grade(atMs: number, outcomes: Outcomes, gaps: readonly Gap[]): void {
    const open = gaps.map(([, , , , fromMs, toMs]): Span => [fromMs, toMs]);
    this.gaps = mergedSpans([...this.gaps, ...open]).filter(([, toMs]) => toMs > atMs - DOUBT_MS);
    const { forecasts, positions } = knownOutcomes(outcomes, atMs, this.gaps);
    if (forecasts.length + positions.length === 0) return;
    this.ledger.grade(atMs, sumsOf(forecasts, positions));
  }

  /** Counts the minutes until now as fresh or not; the data is complete to `dataMs`. */
  countMinutes(nowMs: number, dataMs: number | null): void {
    this.ledger.countMinutes((lastMinute) => upMinutes(lastMinute, nowMs, dataMs), minuteOf(nowMs));
  }

  /** From now on the fit also uses replayed outcomes, where too few published forecasts came true. */
  acceptReplayed(replayed: ReplayedSums): void {
    this.ledger.storeReplayed(replayed);
  }

  /** Fitted to the last 30 days, once a night. */
  calibration(nowMs: number): Calibration {
    const verificationFit = this.ledger.fit;
    if (verificationFit && nightOf(verificationFit.atMs) === nightOf(nowMs)) return verificationFit.calibration;
    const { sums: daySums } = this.ledger.since(firstDay(nowMs, PROVEN_DAYS));
    const { replayed } = this.ledger;
    const isRecent = replayed !== undefined && replayed.toMs > nowMs - PROVEN_DAYS * DAY_MS;
    const sums = isRecent ? withReplayed(daySums, replayed.sums) : daySums;
    const calibration = refit(sums);
    this.ledger.storeFit({
      atMs: nowMs,
      cases: sums.within30.cases,
      calibration,
      withReplayed: !isSame(sums, daySums),
    });
    return calibration;
  }

  memory(): NowcastMemory | undefined {
    return this.ledger.memory;
  }

  remember(memory: NowcastMemory): void {
    this.ledger.storeMemory(memory);
  }

  withheld(nowMs: number): Withheld[] {
    return withheldOf(this.ledger.since(firstDay(nowMs, RECENT_DAYS)).sums);
  }

  reported(nowMs: number): NowcastVerification {
    const fromDay = firstDay(nowMs, PROVEN_DAYS);
    const { sums, days, upMinutes: up, ofMinutes } = this.ledger.since(fromDay);
    const recent = this.ledger.since(firstDay(nowMs, RECENT_DAYS)).sums;
    return {
      fromMs: (days[0] ?? fromDay) * DAY_MS,
      toMs: nowMs,
      days: days.length,
      ...gradesOf(sums),
      withheld: withheldOf(recent).map((part) => ({ part, why: WHY[part] })),
      recent: { days: RECENT_DAYS, arrivals: recent.arrivals.cases, held: recent.arrivals.held },
      fit: reportedFit(this.ledger.fit),
      uptime: { upMinutes: up, ofMinutes },
    };
  }
}

function isSame(a: DaySums, b: DaySums): boolean {
  return a.within30 === b.within30 && a.within60 === b.within60 && a.arrivals === b.arrivals;
}

function reportedFit(fit: VerificationFit | undefined): NowcastVerification['fit'] {
  if (!fit) return null;
  const { atMs, cases, calibration, withReplayed } = fit;
  const [a30, s30, a60, s60] = calibration.odds;
  const isAsFitted = calibration.odds.every((value, index) => value === AS_FITTED[index]) && !calibration.ranges;
  return isAsFitted ? null : { atMs, cases, logOdds: [a30, s30, a60, s60], withReplayed };
}

function nightOf(atMs: number): number {
  return utcDay(atMs - REFIT_HOUR_MS);
}

export function firstDay(nowMs: number, days: number): number {
  return utcDay(nowMs) - days + 1;
}

/** A forecast uses the ten minutes before it. */
const BASIS_MINUTES = 10;
/** How far back an outcome issued now may reach. */
const DOUBT_MS = (BASIS_MINUTES + OUTCOME_MINUTES + 1) * MINUTE_MS;

/** Drops outcomes whose time has gaps, because lightning or cell movement in gaps may be missing. */
export function knownOutcomes({ forecasts, positions }: Outcomes, atMs: number, gaps: readonly Span[]): Outcomes {
  if (gaps.length === 0) return { forecasts, positions };
  const isKnown = (fromMs: number, toMs: number) =>
    !gaps.some(([from, to]) => from < toMs && to > fromMs - BASIS_MINUTES * MINUTE_MS);
  return {
    forecasts: forecasts.filter(({ requestedMs }) => isKnown(requestedMs, requestedMs + OUTCOME_MINUTES * MINUTE_MS)),
    positions: positions.filter(({ leadMinutes }) => isKnown(atMs - leadMinutes * MINUTE_MS, atMs)),
  };
}
