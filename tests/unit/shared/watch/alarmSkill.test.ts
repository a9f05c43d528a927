import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { seededRandom } from '#shared/numbers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, mergedSpans, type Span } from '#shared/time.ts';
import {
  AlarmTally,
  countAlarms,
  countReturns,
  QUIET_MINUTES,
  ReturnTally,
  shareOfDays,
} from '#shared/watch/alarmSkill.ts';
import { gridSites, positionColumns, type SiteStrikes, StrikeCells } from '#shared/watch/siteStrikes.ts';

const SITE_KM = 2;
const RULE = { ringKm: 10, dwellMin: 30 } as const;

/** Strikes as minutes and kilometres, oldest first. */
const strikesAt = (...rows: readonly (readonly [minute: number, km: number])[]): SiteStrikes => ({
  atMs: Float64Array.from(rows, ([minute]) => minute * MINUTE_MS),
  km: Float64Array.from(rows, ([, km]) => km),
});

function counted(
  strikes: SiteStrikes,
  rule = RULE as { ringKm: number; dwellMin: number },
  gaps: readonly Span[] = [],
) {
  const tally = new AlarmTally();
  countAlarms(strikes, rule, SITE_KM, gaps, tally);
  return { ...tally.total, leadsMs: tally.leadsMs };
}

const anyStrikes = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.double({ min: 0, max: 30, noNaN: true })), { maxLength: 80 })
  .map((rows) => strikesAt(...rows.sort(([a], [b]) => a - b)));
const anyRule = fc.record({
  ringKm: fc.constantFrom(5, 8, 10, 16, 20, 30),
  dwellMin: fc.constantFrom(10, 15, 20, 30, 45),
});

/** The same from the definitions: an alarm is a run of strikes in the ring with no pause longer than the dwell. */
function byDefinition({ atMs, km }: SiteStrikes, { ringKm, dwellMin }: { ringKm: number; dwellMin: number }) {
  const dwellMs = dwellMin * MINUTE_MS;
  const inRing = [...atMs].map((at, index) => ({ at, km: km[index] ?? 99 })).filter((strike) => strike.km <= ringKm);
  const runs: { at: number; km: number }[][] = [];
  for (const strike of inRing) {
    const last = runs.at(-1)?.at(-1);
    if (last && strike.at - last.at <= dwellMs) runs.at(-1)?.push(strike);
    else runs.push([strike]);
  }
  const ends = runs.map((run) => (run.at(-1)?.at ?? 0) + dwellMs);
  const starts = runs.map((run) => run[0]?.at ?? 0);
  const hits = inRing
    .filter((strike) => strike.km <= SITE_KM)
    .filter(({ at }, index, all) => index === 0 || at - (all[index - 1]?.at ?? 0) > dwellMs)
    .map(({ at }) => at - Math.max(...starts.filter((start) => start <= at)));
  return {
    hits: hits.length,
    warned: hits.filter((lead) => lead > 0).length,
    alarms: runs.length,
    withoutHit: runs.filter((run) => run.every((strike) => strike.km > SITE_KM)).length,
    tooEarly: starts.filter((start, index) => index > 0 && start - (ends[index - 1] ?? 0) <= HOUR_MS).length,
    alarmMs: ends.reduce((sum, end, index) => sum + end - (starts[index] ?? 0), 0),
    leadsMs: hits.filter((lead) => lead > 0),
  };
}

describe('how good alarms would have been', () => {
  test('a hit is warned with its lead, one that comes first is not, and an alarm without a hit is told apart', () => {
    const { leadsMs, ...counts } = counted(strikesAt([0, 9], [12, 1], [100, 1.5], [200, 8]));
    const alarmMs = (12 + 30 + 30 + 30) * MINUTE_MS;
    expect(counts).toEqual({ hits: 2, warned: 1, alarms: 3, withoutHit: 1, tooEarly: 1, alarmMs });
    expect(leadsMs).toEqual([12 * MINUTE_MS]);
  });

  test('of random storms every count is that of the definitions', () => {
    fc.assert(
      fc.property(anyStrikes, anyRule, (strikes, rule) => {
        expect(counted(strikes, rule)).toEqual(byDefinition(strikes, rule));
      }),
      { numRuns: 500, seed: 20_261_128 },
    );
  });

  test.each<[what: string, gaps: readonly Span[], alarms: number, hits: number]>([
    ['in which an alarm ends', [[20, 25]], 0, 1],
    ['just before an alarm begins', [[-20, -10]], 0, 0],
    ['longer before it than the dwell', [[-60, -31]], 1, 1],
    ['after its end', [[41, 50]], 1, 1],
  ])('time without data %s leaves unknown what it hides', (_, minutes, alarms, hits) => {
    const gaps = minutes.map(([from, to]): Span => [from * MINUTE_MS, to * MINUTE_MS]);
    expect(counted(strikesAt([0, 9], [10, 1]), RULE, gaps)).toMatchObject({ alarms, hits });
  });

  test('time without data never adds to a count', () => {
    const anyGaps = fc
      .array(fc.tuple(fc.integer({ min: -50, max: 3_000 }), fc.integer({ min: 1, max: 300 })), { maxLength: 4 })
      .map((gaps) => mergedSpans(gaps.map(([from, min]) => [from * MINUTE_MS, (from + min) * MINUTE_MS])));
    fc.assert(
      fc.property(anyStrikes, anyRule, anyGaps, (strikes, rule, gaps) => {
        const { leadsMs: _, ...whole } = counted(strikes, rule);
        const { leadsMs: __, ...part } = counted(strikes, rule, gaps);
        for (const name of Object.keys(whole) as (keyof typeof whole)[])
          expect(part[name], name).toBeLessThanOrEqual(whole[name]);
      }),
      { numRuns: 500, seed: 20_261_128 },
    );
  });
});

describe('the odds of return', () => {
  const returned = (strikes: SiteStrikes, gaps: readonly Span[]) => {
    const tallies = QUIET_MINUTES.map((quietMin) => new ReturnTally(quietMin));
    countReturns(strikes, 10, gaps, tallies);
    return Object.fromEntries(
      tallies.map(({ quietMin, days }) => {
        const sum = { cases: 0, back: 0 };
        for (const { of, among } of days.values()) {
          sum.cases += among;
          sum.back += of;
        }
        return [quietMin, [sum.cases, sum.back]];
      }),
    );
  };

  test('count each quiet after a strike in the ring, and whether one came within 30 minutes after it', () => {
    const returnRates = returned(strikesAt([0, 3], [20, 12], [40, 9], [100, 5]), [
      [1_000 * MINUTE_MS, Number.POSITIVE_INFINITY],
    ]);
    expect(returnRates).toMatchObject({ 5: [3, 0], 15: [3, 1], 30: [3, 2], 45: [2, 1], 60: [1, 0] });
  });

  test('are not counted where the quiet or what follows was not read', () => {
    expect(returned(strikesAt([0, 3]), [[40 * MINUTE_MS, 50 * MINUTE_MS]])).toMatchObject({ 5: [1, 0], 15: [0, 0] });
  });
});

describe('a share of days', () => {
  test('lies in its interval, which is wide where days differ and narrow where they do not', () => {
    const alike = shareOfDays(
      Array.from({ length: 14 }, () => ({ of: 8, among: 10 })),
      seededRandom(7),
    );
    expect(alike).toEqual({ share: 0.8, low: 0.8, high: 0.8 });
    const different = shareOfDays(
      [1, 9, 2, 10, 0, 7].map((of) => ({ of, among: 10 })),
      seededRandom(7),
    );
    expect(different?.share).toBeCloseTo(29 / 60);
    expect(different?.low).toBeLessThan(0.35);
    expect(different?.high).toBeGreaterThan(0.6);
  });

  test('of one or two days may be anything, and of none is no share', () => {
    expect(shareOfDays([{ of: 1, among: 4 }], seededRandom(7))).toEqual({ share: 0.25, low: 0, high: 1 });
    expect(shareOfDays([{ of: 0, among: 0 }], seededRandom(7))).toBeUndefined();
  });
});

test('strikes near a site are those within reach, with their distance and in order of time', () => {
  const sites = gridSites({ west: 23, south: 42, east: 24, north: 43, side: 2 });
  expect(sites[0]).toEqual({ latitude: 42.25, longitude: 23.25 });
  expect(sites[1]).toEqual({ latitude: 42.25, longitude: 23.75 });
  const position = fc.record({
    latitude: fc.double({ min: 41.5, max: 43.5, noNaN: true }),
    longitude: fc.double({ min: 22, max: 25, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(position, { maxLength: 300 }), fc.constantFrom(5, 30, 60), (positions, reachKm) => {
      const strikes = positions.map((at, index) => ({ ...at, atMs: DAY_MS + index }));
      const cells = new StrikeCells(positionColumns(strikes));
      for (const _ of cells.fill());
      for (const site of sites) {
        const near = cells.near(site, reachKm);
        const expected = strikes.filter((strike) => distanceKm(site, strike) <= reachKm);
        expect([...near.atMs]).toEqual(expected.map(({ atMs }) => atMs));
        for (const [index, strike] of expected.entries())
          expect(near.km[index]).toBeCloseTo(distanceKm(site, strike), 9);
      }
    }),
    { numRuns: 50, seed: 20_261_128 },
  );
});
