import { bboxContains } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';
import { splitWindow } from '#worker/feed/plan/splitWindow.ts';
import type { ProviderAnswer, StrikeWindow } from '#worker/provider/StrikeProvider.ts';

/** A strike may lie this far outside the window it was asked by: clocks and roundings differ. */
const SLACK_MS = 5 * 60_000;
const SLACK_DEGREES = 0.1;

export type FailedAnswer = Exclude<ProviderAnswer, { kind: 'strikes' } | { kind: 'oversized' }>;

export const TOO_LONG: FailedAnswer = { kind: 'failed', reason: 'the answer is too long' };
export const UNREADABLE: FailedAnswer = { kind: 'failed', reason: 'many events are unreadable' };

/** An answer to what was asked. */
export interface Believed extends Omit<Extract<ProviderAnswer, { kind: 'strikes' }>, 'kind'> {
  readonly kind: 'believed';
  /** Windows to read in place of this one: the answer did not hold all of it. */
  readonly parts: readonly StrikeWindow[];
  /** The answer did not hold all of it, and the window cannot be split any further. */
  readonly unsplittable: boolean;
}

export type Judgement =
  | Believed
  /** Nothing of the answer was read: it was too long. */
  | { readonly kind: 'split'; readonly parts: readonly StrikeWindow[] }
  | FailedAnswer;

/** Checks what the provider said against what it was asked. `misplaced`: strikes outside the window, left out. */
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
  const { west, south, east, north } = bbox;
  const wide = {
    west: west - SLACK_DEGREES,
    south: south - SLACK_DEGREES,
    east: east + SLACK_DEGREES,
    north: north + SLACK_DEGREES,
  };
  return bboxContains(wide, longitude, latitude);
}
