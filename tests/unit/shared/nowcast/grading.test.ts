import { describe, expect, test } from 'vitest';
import { createNowcast } from '#shared/nowcast/createNowcast.ts';
import { chanceSkill, chanceSumsOf } from '#shared/nowcast/grade/ChanceSums.ts';
import { addSums, type DaySums, emptySums, sumsOf } from '#shared/nowcast/grade/DaySums.ts';
import type { ForecastOutcome } from '#shared/nowcast/grade/ForecastBook.ts';
import { hiddenOf, refit } from '#shared/nowcast/grade/refit.ts';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { CENTRE, strokesOf } from './movingCell.ts';

const MINUTE_MS = 60_000;
const row = (index: number) => ({
  from: { xKm: -100, yKm: 12 * index - 60 },
  east: 60,
  north: 0,
  perMinute: 3,
  spreadKm: 4,
  seed: index + 1,
});

/** A front of ten storms that moves east for so many minutes. */
function front(minutes: number) {
  const nowcast = createNowcast(CENTRE);
  const outcomes: ForecastOutcome[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const strokes = Array.from({ length: 10 }, (_, index) => strokesOf(row(index), minute)).flat();
    nowcast.tick((minute + 1) * MINUTE_MS, strokes);
    outcomes.push(...nowcast.outcomes().forecasts);
  }
  return { nowcast, outcomes };
}

test('a forecast is made before its outcome: each is told 90 minutes later, with the first strike after it', () => {
  const { outcomes } = front(200);
  expect(outcomes.length).toBeGreaterThan(100);
  for (const { askedMs, waitMinutes, nearestKm } of outcomes) {
    expect(askedMs).toBeLessThanOrEqual(110 * MINUTE_MS);
    expect(waitMinutes).toBeGreaterThan(0);
    expect(nearestKm).toBeGreaterThan(10);
  }
});

test('a day on which storms strike more often than fitted raises the chances within hours', () => {
  const { nowcast } = front(240);
  const [a30, , a60] = nowcast.learnt().odds;
  expect(nowcast.memory().drift.within30.count.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
  expect(Math.abs(a30) + Math.abs(a60)).toBeGreaterThan(0.01);
  const after = createNowcast(CENTRE, 1, nowcast.memory());
  expect(after.learnt().odds).toEqual(nowcast.learnt().odds);
});

describe('sums', () => {
  test('of two days are those of both together', () => {
    const { outcomes } = front(200);
    const half = Math.floor(outcomes.length / 2);
    const added = addSums(sumsOf(outcomes.slice(0, half), []), sumsOf(outcomes.slice(half), []));
    const whole = sumsOf(outcomes, []);
    expect(added.within60.hits).toBe(whole.within60.hits);
    expect(added.within60.squares).toBeCloseTo(whole.within60.squares, 9);
    expect(added.arrivals).toEqual(whole.arrivals);
    expect(addSums(emptySums(), whole)).toEqual(whole);
  });

  test('tell a perfect forecast from one that says the base rate, and from none', () => {
    const cases = Array.from({ length: 1_000 }, (_, i) => ({ odds: 0, nearestKm: 20, hit: i % 4 === 0 }));
    const perfect = chanceSkill(chanceSumsOf(cases.map((one) => ({ ...one, said: Number(one.hit) }))));
    expect(perfect.overBaseRate).toBe(1);
    const flat = chanceSkill(chanceSumsOf(cases.map((one) => ({ ...one, said: 0.25 }))));
    expect(flat.overBaseRate).toBeCloseTo(0, 9);
    expect(flat.worstGap).toBeCloseTo(0, 9);
    expect(chanceSkill(chanceSumsOf([])).overBaseRate).toBeNull();
  });
});

/** A day in which `came` of `cases` came true of what was told with odds of nought. */
function dayOf(cases: number, came: number, held = 0, arrivals = 0): DaySums {
  const sums = chanceSumsOf(
    Array.from({ length: cases }, (_, i) => ({ said: 0.5, odds: 0, nearestKm: 20, hit: i < came })),
  );
  const empty = emptySums();
  return { ...empty, within30: sums, within60: sums, arrivals: { ...empty.arrivals, cases: arrivals, held } };
}

describe('what days teach', () => {
  test('too few cases teach nothing', () => {
    expect(refit(dayOf(400, 200))).toEqual({ odds: AS_FITTED });
  });

  test('chances that were told too low are told higher', () => {
    const { odds } = refit(dayOf(20_000, 14_000));
    expect(1 / (1 + Math.exp(-odds[0]))).toBeGreaterThan(0.65);
    expect(1 / (1 + Math.exp(-odds[0]))).toBeLessThan(0.71);
  });

  test('the time of arrival is not told while fewer than 7 in 10 came within its range; 50 cases are needed to say so', () => {
    expect(hiddenOf(dayOf(0, 0, 60, 100))).toEqual(['eta']);
    expect(hiddenOf(dayOf(0, 0, 80, 100))).toEqual([]);
    expect(hiddenOf(dayOf(0, 0, 20, 40))).toEqual([]);
  });

  test('chances are not told while what was said and what came are far apart', () => {
    expect(hiddenOf(dayOf(400, 100))).toEqual(['chance']);
    expect(hiddenOf(dayOf(400, 190))).toEqual([]);
    expect(hiddenOf(dayOf(200, 20))).toEqual([]);
  });
});
