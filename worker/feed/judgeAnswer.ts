import { bboxContains, grownBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import type { ProviderAnswer, StrikeWindow } from '#worker/sources/port/StrikeSource.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';
import { splitWindow } from './plan/planWindows.ts';

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

export function isFormatBroken(rows: number, unreadable: number): boolean {
  return unreadable >= MIN_UNREADABLE && unreadable > rows * MAX_SHARE;
}

/** Unreadable rows of home over the last minute's reads. */
export class UnreadableShare {
  private samples: Sample[] = [];

  /** An answer with rows, all of them readable, resets the count: every poll reads the last minute again. */
  note(rows: number, unreadable: number, atMs: number): void {
    const kept = rows > 0 && unreadable === 0 ? [] : this.samples.filter((sample) => sample.atMs > atMs - WITHIN_MS);
    this.samples = [...kept, { atMs, rows, unreadable }];
  }

  broken(nowMs: number): boolean {
    const lately = this.samples.filter((sample) => sample.atMs > nowMs - WITHIN_MS);
    const sum = (count: (sample: Sample) => number) => lately.reduce((total, sample) => total + count(sample), 0);
    // Polls overlap, so one bad event in a drizzle is told a dozen times, but only once in each answer.
    const several = lately.some(({ unreadable }) => unreadable > 1);
    return (
      several &&
      isFormatBroken(
        sum(({ rows }) => rows),
        sum(({ unreadable }) => unreadable),
      )
    );
  }
}

/**
 * The strikes recent enough to be in the ledger if they were ever numbered. Older ones could be numbered twice: time
 * older than a repair reaches that was not asked for (`fromMs`) may be read back into the archive without a number.
 */
export function recentEnough(strikes: readonly Strike[], fromMs: number, nowMs: number): Strike[] {
  const repairedMs = nowMs - REPAIR_LIMIT_MS;
  return strikes.filter(({ atMs }) => atMs >= repairedMs - HOUR_MS && atMs >= Math.min(fromMs, repairedMs));
}
