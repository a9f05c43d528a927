import { bboxContains, grownBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { ProviderAnswer, StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { splitWindow, type TimeSpan } from './plan/planWindows.ts';

/** A strike may lie this far outside its window, because clocks and roundings differ. */
const SLACK_MS = 5 * 60_000;
const SLACK_DEGREES = 0.1;

export type FailedRead = Exclude<ProviderAnswer, { kind: 'strikes' } | { kind: 'oversized' }>;

export const TOO_LONG: FailedRead = { kind: 'failed', reason: 'the answer is too long' };
export const UNREADABLE: FailedRead = { kind: 'failed', reason: 'many events are unreadable' };

export interface Believed extends Omit<Extract<ProviderAnswer, { kind: 'strikes' }>, 'kind'> {
  readonly kind: 'believed';
  readonly parts: readonly StrikeWindow[];
  /** The answer did not hold all of it, and the window cannot be split further. */
  readonly unsplittable: boolean;
}

type Judgement =
  | Believed
  /** The answer was too long and was not read. */
  | { readonly kind: 'split'; readonly parts: readonly StrikeWindow[] }
  | FailedRead;

/** Checks an answer against its window. `misplaced`: strikes outside the window, left out. */
export function judgeAnswer(
  answer: ProviderAnswer,
  window: StrikeWindow,
): { readonly judgement: Judgement; readonly misplaced: number } {
  if (answer.kind === 'oversized') {
    const parts = splitWindow(window);
    if (parts.length > 0) return { judgement: { kind: 'split', parts }, misplaced: 0 };
    return { judgement: { kind: 'failed', reason: answer.reason }, misplaced: 0 };
  }
  if (answer.kind !== 'strikes') return { judgement: answer, misplaced: 0 };
  const strikes = answer.strikes.filter((strike) => isAskedFor(strike, window));
  const misplaced = answer.strikes.length - strikes.length;
  if (misplaced > answer.strikes.length / 2) {
    return { judgement: { kind: 'failed', reason: 'most events lie outside the window' }, misplaced };
  }
  const parts = answer.truncated ? splitWindow(window) : [];
  const unsplittable = answer.truncated && parts.length === 0;
  return { judgement: { ...answer, kind: 'believed', strikes, parts, unsplittable }, misplaced };
}

function isAskedFor({ atMs, longitude, latitude }: Strike, { bbox, fromMs, toMs }: StrikeWindow): boolean {
  if (atMs < fromMs - SLACK_MS || atMs > toMs + SLACK_MS) return false;
  return bboxContains(grownBox(bbox, SLACK_DEGREES), longitude, latitude);
}

const WITHIN_MS = 60_000;
const MIN_UNREADABLE = 10;
const MAX_SHARE = 0.2;

interface Sample {
  readonly atMs: number;
  readonly rows: number;
  readonly unreadable: number;
}

/** Of the rows of one answer. */
export function isFormatBroken(rows: number, unreadable: number): boolean {
  return unreadable >= MIN_UNREADABLE && isMuchUnreadable(rows, unreadable);
}

/** Of events that were read in several answers, each of them once. */
export function isTrickleBroken(events: number, unreadable: number): boolean {
  return unreadable >= MIN_TRICKLED && isMuchUnreadable(events, unreadable);
}

export function isMuchUnreadable(rows: number, unreadable: number): boolean {
  return unreadable > rows * MAX_SHARE;
}

/** How many windows of a poll a slow trickle is judged over, and how many of their events must be unreadable. */
const TRICKLE_WINDOWS = 10;
const LEAST_TRICKLE_MS = 10 * 60_000;
const MIN_TRICKLED = 5;
/** So many readable rows at once end every doubt. */
const CLEAN_ROWS = 10;

/** What one poll added to what the polls before it told: fractions of rows, which add up to one for each event. */
interface Share extends Sample {
  readonly windowMs: number;
}

/**
 * Unreadable rows of home's polls: many in the last minute, or a trickle, however thin, over the last ten minutes. Each
 * poll reads most of the time of the one before again, so that an event is told a dozen times. For the trickle a row
 * counts only as far as its window is new: one bad event comes to one, and one bad row in every answer to one a minute.
 */
export class UnreadableShare {
  private samples: Sample[] = [];
  private shares: Share[] = [];
  private readToMs = Number.NEGATIVE_INFINITY;

  /** An answer with rows, all of them readable, ends the minute's count, and one with ten the trickle's. */
  note({ fromMs, toMs }: TimeSpan, rows: number, unreadable: number, atMs: number): void {
    const isClean = rows > 0 && unreadable === 0;
    const kept = isClean ? [] : this.samples.filter((sample) => sample.atMs > atMs - WITHIN_MS);
    this.samples = [...kept, { atMs, rows, unreadable }];
    const windowMs = Math.max(1, toMs - fromMs);
    const isNew = Math.min(1, Math.max(0, (toMs - this.readToMs) / windowMs));
    this.readToMs = Math.max(this.readToMs, toMs);
    const share = { atMs, rows: rows * isNew, unreadable: unreadable * isNew, windowMs };
    this.shares = isClean && rows >= CLEAN_ROWS ? [] : [...this.trickling(atMs), ...(rows > 0 ? [share] : [])];
  }

  broken(nowMs: number): boolean {
    const lately = this.samples.filter((sample) => sample.atMs > nowMs - WITHIN_MS);
    // Polls overlap, so one bad event in a drizzle is told a dozen times, but only once in each answer.
    const several = lately.some(({ unreadable }) => unreadable > 1);
    if (several && isFormatBroken(total(lately, 'rows'), total(lately, 'unreadable'))) return true;
    const trickle = this.trickling(nowMs);
    return isTrickleBroken(total(trickle, 'rows'), total(trickle, 'unreadable'));
  }

  private trickling(nowMs: number): Share[] {
    return this.shares.filter(
      ({ atMs, windowMs }) => atMs > nowMs - Math.max(LEAST_TRICKLE_MS, TRICKLE_WINDOWS * windowMs),
    );
  }
}

function total(samples: readonly Sample[], count: 'rows' | 'unreadable'): number {
  return samples.reduce((sum, sample) => sum + sample[count], 0);
}

/**
 * The strikes recent enough to be in the ledger if they were ever numbered. Older ones could be numbered twice: time
 * older than a repair reaches that was not asked for (`fromMs`) may be read back into the archive without a number.
 */
export function recentEnough(strikes: readonly Strike[], fromMs: number, nowMs: number): Strike[] {
  const repairedMs = nowMs - REPAIR_LIMIT_MS;
  return strikes.filter(({ atMs }) => atMs >= repairedMs - HOUR_MS && atMs >= Math.min(fromMs, repairedMs));
}
