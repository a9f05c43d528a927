import type { Outcomes } from '#shared/nowcast/createNowcast.ts';
import { OUTCOME_MINUTES } from '#shared/nowcast/grade/ForecastBook.ts';
import type { Span } from '#shared/time/spans.ts';
import { MINUTE_MS } from './minutesDue.ts';

/** A forecast rests on the ten minutes before it. */
const BASIS_MINUTES = 10;
/** An outcome that is told now may go back so far. */
export const DOUBT_MS = (BASIS_MINUTES + OUTCOME_MINUTES + 1) * MINUTE_MS;

/**
 * The outcomes at `atMs` of whose time all was read. Where some of it was not, that nothing came means nothing, and a
 * cell that stood still may have moved.
 */
export function knownOutcomes({ forecasts, positions }: Outcomes, atMs: number, unread: readonly Span[]): Outcomes {
  if (unread.length === 0) return { forecasts, positions };
  const isKnown = (fromMs: number, toMs: number) =>
    !unread.some(([from, to]) => from < toMs && to > fromMs - BASIS_MINUTES * MINUTE_MS);
  return {
    forecasts: forecasts.filter(({ askedMs }) => isKnown(askedMs, askedMs + OUTCOME_MINUTES * MINUTE_MS)),
    positions: positions.filter(({ leadMinutes }) => isKnown(atMs - leadMinutes * MINUTE_MS, atMs)),
  };
}
