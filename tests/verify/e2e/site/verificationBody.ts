import { DAY_MS } from '#shared/time.ts';
import type { ChanceScoring, ReplayedBody, VerificationBody } from '#shared/wire/VerificationBody.ts';

const EDGES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1];

/** A month as it may be: thousands of small chances, few large ones. */
export function verificationBody(toMs: number, more: Partial<VerificationBody> = {}): VerificationBody {
  return {
    source: 'live',
    fromMs: toMs - 29 * DAY_MS,
    toMs,
    days: 24,
    chance30: chance([41_250, 9_800, 7_420, 3_610, 1_840, 920, 610, 118], 0.93, 0.138, 0.031),
    chance60: chance([31_904, 10_120, 9_305, 5_480, 3_260, 1_900, 1_720, 402], 1.06, 0.121, 0.037),
    eta: { cases: 1_284, held: 1_066, widthMin: 31.4 },
    position15: { cases: 2_310, errorKm: 5.4, stayingKm: 11.7 },
    position30: { cases: 1_120, errorKm: 11.9, stayingKm: 24.8 },
    states: { approaching: { cases: 2_204, struck: 902 }, others: { cases: 38_420, struck: 4_413 } },
    withheld: [],
    recent: { days: 7, arrivals: 288, held: 239 },
    fit: { atMs: toMs - DAY_MS / 2, cases: 65_568, logOdds: [-0.12, 0.94, 0.05, 1.02], withReplayed: false },
    feed: {
      typicalDelayMs: 4_180,
      completeness: { readMs: 30 * DAY_MS - 1_300_000, ofMs: 30 * DAY_MS },
      uptime: { upMinutes: 43_161, ofMinutes: 43_200 },
      openGaps: 0,
      oldestGapMs: null,
    },
    ...more,
  };
}

/** Twice as many cases in the fortnight before, with a little more said than came. */
export function replayedBody(toMs: number): ReplayedBody {
  const { chance60, eta, position15, position30, states } = verificationBody(toMs);
  const chance30 = chance([82_500, 19_600, 14_840, 7_220, 3_680, 1_840, 1_220, 236], 1.1, 0.141, 0.029);
  return { fromMs: toMs - 14 * DAY_MS, toMs, leftMs: 0, chance30, chance60, eta, position15, position30, states };
}

function chance(counts: readonly number[], tilt: number, overBaseRate: number, overDistance: number): ChanceScoring {
  const bins = counts.map((cases, index) => {
    const [from = 0, to = 1] = [EDGES[index], EDGES[index + 1]];
    const forecast = from + (to - from) * 0.45;
    return { from, to, cases, forecast, observed: Math.min(1, forecast * tilt) };
  });
  const hits = Math.round(bins.reduce((sum, { cases, observed }) => sum + cases * observed, 0));
  const cases = counts.reduce((sum, count) => sum + count, 0);
  return { cases, hits, brier: 0.082, overBaseRate, overDistance, bins };
}
