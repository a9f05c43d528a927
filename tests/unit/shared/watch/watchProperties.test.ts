import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { compareLevels } from '#shared/watch/rings.ts';
import { AreaPlay, HOLD_MS, MINUTE, SOFIA, START } from './AreaPlay.ts';

interface Moment {
  readonly minute: number;
  readonly behind: number;
  readonly strikes: readonly NearStrike[];
}

/** Two hours: each moment tells some strikes, up to fifteen minutes late, and reads up to four minutes behind. */
const story = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 1, max: 720 }).map((sixth) => sixth / 6),
      behind: fc.oneof({ weight: 4, arbitrary: fc.constant(0.1) }, { weight: 1, arbitrary: fc.constantFrom(1.5, 4) }),
      told: fc.array(fc.record({ lateSixths: fc.integer({ min: 0, max: 90 }), km: fc.integer({ min: 0, max: 35 }) }), {
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((moments): Moment[] => {
    let ordinal = 0;
    return moments
      .sort((a, b) => a.minute - b.minute)
      .map(({ minute, behind, told }) => ({
        minute,
        behind,
        strikes: told.map(({ lateSixths, km }) => ({
          ordinal: ++ordinal,
          atMs: START + (minute - lateSixths / 6) * MINUTE,
          km,
          bearing: 0,
        })),
      }));
  });

const play = (moments: readonly Moment[], area = SOFIA) => {
  const watched = new AreaPlay(area);
  for (const { minute, behind, strikes } of moments) watched.at(minute, strikes, minute - behind);
  return watched;
};

test('[WA4] never clear and seen while a told strike within the outer ring is younger than the dwell', () =>
  fc.assert(
    fc.property(story, (moments) => {
      const watched = new AreaPlay();
      const told: NearStrike[] = [];
      for (const { minute, behind, strikes } of moments) {
        watched.at(minute, strikes, minute - behind);
        told.push(...strikes);
        const young = told.filter(({ atMs, km }) => km <= 30 && atMs + SOFIA.dwellMs > START + minute * MINUTE);
        if (watched.state.sight !== 'unknown' && young.length > 0) expect(watched.state.level).not.toBe('clear');
      }
    }),
    { numRuns: 1_000 },
  ));

/** Every combination of what an area may want. */
const wanted = fc
  .record({
    least: fc.constantFrom(1, 2, 3, 20),
    approachOnly: fc.boolean(),
    dwellMs: fc.constantFrom(10 * MINUTE, 30 * MINUTE, 60 * MINUTE),
  })
  .map((rules) => ({ ...SOFIA, ...rules }));

test('[WA5] the order, the repetition and the batches of strikes change nothing of what is known', () =>
  fc.assert(
    fc.property(story, wanted, fc.infiniteStream(fc.nat()), (moments, area, random) => {
      const shuffled = moments.map((moment, index) => {
        const before = moments.slice(Math.max(0, index - 2), index).flatMap(({ strikes }) => strikes);
        const mixed = [...moment.strikes, ...before, ...moment.strikes].map((strike) => ({
          strike,
          key: random.next().value as number,
        }));
        return { ...moment, strikes: mixed.sort((a, b) => a.key - b.key).map(({ strike }) => strike) };
      });
      expect(play(shuffled, area)).toEqual(play(moments, area));
    }),
    { numRuns: 1_000 },
  ));

test('[WA5] strikes that are told late, each by itself, come to what the same ones told at once do', () => {
  const fallen = fc.array(fc.record({ second: fc.nat(40 * 60), km: fc.integer({ min: 0, max: 30 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fallen, wanted, fc.infiniteStream(fc.nat()), (strikes, { approachOnly, ...area }, random) => {
      const all = strikes.map(
        ({ second, km }, index): NearStrike => ({ ordinal: index, atMs: START + second * 1_000, km, bearing: 0 }),
      );
      const mixed = all.map((strike) => ({ strike, key: random.next().value as number })).sort((a, b) => a.key - b.key);
      // Everything before was read, and nothing since.
      const apart = new AreaPlay(area).at(0);
      // What is told when its hold is over by the newest strike is too late to make up a number.
      let newestMs = 0;
      const inTime = mixed.filter(({ strike }) => {
        newestMs = Math.max(newestMs, strike.atMs);
        return strike.atMs >= newestMs - area.dwellMs;
      });
      for (const { strike } of inTime) apart.at(40, [strike], -1 / 6);
      const atOnce = new AreaPlay(area).at(0).at(
        40,
        inTime.map(({ strike }) => strike),
        -1 / 6,
      );
      const known = ({ level, lastMs, front, waiting }: typeof apart.state) => ({ level, lastMs, front, waiting });
      expect(known(apart.state)).toEqual(known(atOnce.state));
      expect(atOnce.state.lastMs.slice(0, 2)).toEqual(
        [30, 16].map((km) =>
          beganAndWentOn(
            area,
            km,
            inTime.map(({ strike }) => strike),
          ),
        ),
      );
    }),
    { numRuns: 2_000 },
  );
});

/** What WA12 says, of everything that fell within the ring. */
function beganAndWentOn({ least, dwellMs, settleMs }: typeof SOFIA, ringKm: number, strikes: readonly NearStrike[]) {
  const times = strikes.flatMap(({ km, atMs }) => (km <= ringKm ? [atMs] : [])).sort((a, b) => a - b);
  return times.reduce<number | null>((lastMs, atMs, index) => {
    const first = times[index + 1 - least];
    const isEnough = first !== undefined && atMs - first < 10 * MINUTE;
    return isEnough || (lastMs !== null && atMs < lastMs + dwellMs + settleMs) ? atMs : lastMs;
  }, null);
}

test('[WA12] of what waits to make up a number, fewer than that lie in any ten minutes, blind or not', () =>
  fc.assert(
    fc.property(story, fc.constantFrom(2, 3, 20), fc.boolean(), (moments, least, isBlind) => {
      const { state } = play(isBlind ? moments.map((one) => ({ ...one, behind: one.minute })) : moments, {
        ...SOFIA,
        least,
      });
      for (const waiting of state.waiting) {
        for (const [, fromMs] of waiting) {
          const within = waiting.filter(([, atMs]) => atMs >= fromMs && atMs < fromMs + 10 * MINUTE);
          expect(within.length).toBeLessThan(least);
        }
      }
    }),
    { numRuns: 500 },
  ));

test('[WA6] every rise from clear has one fall to clear', () =>
  fc.assert(
    fc.property(story, (moments) => {
      const watched = play(moments);
      const last = moments.at(-1)?.minute ?? 0;
      for (const minute of [last + 1, last + 2, last + 3, last + 40]) watched.at(minute);
      const turns = watched.changes.filter(({ from, to }) => from !== to && (from === 'clear' || to === 'clear'));
      expect(watched.state.level).toBe('clear');
      expect(turns.map(({ to }) => to === 'clear')).toEqual(turns.map((_, index) => index % 2 === 1));
      for (const { kind, from, to } of watched.changes) {
        if (kind === 'raise') expect(compareLevels(to, from)).toBeGreaterThan(0);
        if (kind === 'fall') expect(compareLevels(to, from)).toBeLessThan(0);
      }
    }),
    { numRuns: 1_000 },
  ));

test('[WA3] no fall comes before the hold of the last told strike of its ring was read', () =>
  fc.assert(
    fc.property(story, (moments) => {
      const watched = new AreaPlay();
      const told: NearStrike[] = [];
      for (const { minute, behind, strikes } of moments) {
        told.push(...strikes);
        const before = watched.changes.length;
        watched.at(minute, strikes, minute - behind);
        for (const fall of watched.changes.slice(before).filter(({ kind }) => kind === 'fall')) {
          const stop = told.filter(({ km }) => km <= 10).map(({ atMs }) => atMs);
          if (fall.from === 'stop') expect(Math.max(...stop) + HOLD_MS).toBeLessThanOrEqual(fall.watermarkMs ?? 0);
        }
      }
    }),
    { numRuns: 1_000 },
  ));
