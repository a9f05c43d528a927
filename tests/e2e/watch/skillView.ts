import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { QUIET_MINUTES } from '#shared/watch/alarmSkill.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';

const TO_MS = Date.UTC(2026, 10, 28, 12);
const share = (value: number) => ({ share: value, low: Math.max(0, value - 0.06), high: Math.min(1, value + 0.04) });

/** Unwarned falls with the ring and the dwell, time under stop rises with both. */
const choices = [5, 8, 10, 16, 20, 30].flatMap((ringKm) =>
  [10, 15, 20, 30, 45].map((dwellMin) => ({
    ringKm,
    dwellMin,
    hits: 316,
    warned: share(1 - 0.9 / ringKm - 0.5 / dwellMin),
    stopMsASite: Math.round(ringKm ** 1.1 * dwellMin ** 0.6 * 6 * MINUTE_MS),
  })),
);

/** What the API says of a place with a stormy fortnight. */
export function skillView(parts: Partial<SkillView> = {}): SkillView {
  return {
    fromMs: TO_MS - 14 * DAY_MS,
    toMs: TO_MS,
    gapMs: 0,
    cut: false,
    siteKm: 2,
    ringsKm: [30, 16, 10],
    dwellMin: 30,
    here: {
      siteKm: 2,
      hits: 4,
      warned: 3,
      stops: 12,
      withoutHit: 9,
      liftedTooEarly: 2,
      stopMs: 610 * MINUTE_MS,
      alerts: 15,
      atNight: 4,
      longestStopMs: 112 * MINUTE_MS,
      unwarned: [{ atMs: TO_MS - 5 * DAY_MS, level: 'watch' }],
    },
    around: {
      sites: 400,
      radiusKm: 100,
      hits: 316,
      warned: 288,
      stops: 1_415,
      withoutHit: 1_115,
      liftedTooEarly: 214,
      stopMs: 400 * 580 * MINUTE_MS,
      warnedShare: share(0.911),
      withoutHitShare: share(0.788),
      liftedTooEarlyShare: share(0.151),
      lead: { medianMs: 16.3 * MINUTE_MS, shortestTenthMs: 1.7 * MINUTE_MS },
    },
    choices,
    returns: QUIET_MINUTES.map((quietMin) => {
      const cases = Math.round(4_000 / quietMin);
      return { quietMin, cases, ...(quietMin < 60 ? { back: share(0.32 - quietMin * 0.006) } : {}) };
    }),
    attribution: 'Test network',
    ...parts,
  };
}
