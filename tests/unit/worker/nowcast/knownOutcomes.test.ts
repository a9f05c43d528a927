import { expect, test } from 'vitest';
import { knownOutcomes } from '#worker/nowcast/Proof.ts';

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 6, 1, 12);
const forecast = {
  askedMs: NOW_MS - 90 * MINUTE_MS,
  place: 1,
  nearestKm: 20,
  odds: [0, 0],
  answer: { state: 'unclear', p30: 0.2, p60: 0.3 },
  waitMinutes: Number.POSITIVE_INFINITY,
} as const;
const outcomes = {
  forecasts: [forecast],
  positions: [15, 30].map((lead) => ({ leadMinutes: lead as 15 | 30, errorKm: 4, stayingKm: 6 })),
};
const countsAt = (fromMin: number, toMin: number) => {
  const { forecasts, positions } = knownOutcomes(outcomes, NOW_MS, [
    [NOW_MS + fromMin * MINUTE_MS, NOW_MS + toMin * MINUTE_MS],
  ]);
  return [forecasts.length, positions.length];
};

test('[PR2] a forecast is not graded if some of its ninety minutes, or of the ten before, was not read', () => {
  expect(knownOutcomes(outcomes, NOW_MS, [])).toEqual(outcomes);
  expect(countsAt(-120, -100)).toEqual([1, 2]);
  expect(countsAt(-120, -99)).toEqual([0, 2]);
  expect(countsAt(-60, -59)).toEqual([0, 2]);
  expect(countsAt(-30, -29)).toEqual([0, 1]);
  expect(countsAt(-3, 0)).toEqual([0, 0]);
});
