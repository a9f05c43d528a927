import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareLevels, type NearStrike } from '#shared/watch/Area.ts';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import { AreaPlay, HOLD_MS, MINUTE, SOFIA, START, snapshotAt, strikeAt } from './AreaPlay.ts';

describe('watch area', () => {
  const NEAR_SOFIA = [23, 42, 24, 43] as const;
  const OVER_CRETE = [24, 35, 25, 36] as const;
  /** A quiet area near which a strike fell after a minute. */
  const struck = (km: number) => new AreaPlay().at(0).at(1, [strikeAt(1, km)]);

  describe('rising', () => {
    test.each([
      [29.9, 'watch'],
      [15.9, 'warning'],
      [9.9, 'stop'],
    ] as const)('[WA1] a strike %d km away holds %s', (km, level) => {
      const watched = new AreaPlay().at(0).at(1, [strikeAt(0.9, km)]);
      expect(watched.state).toMatchObject({ level, dataStatus: 'seen' });
      expect(watched.reportedTexts).toEqual(['sight clear>clear', `raise clear>${level}`]);
    });

    test('a strike outside the outermost ring changes nothing', () => {
      const quiet = new AreaPlay().at(0).at(1);
      expect(new AreaPlay().at(0).at(1, [strikeAt(0.9, 30.1)])).toEqual(quiet);
    });

    test('[WA2] a strike raises at once while nothing was read for an hour, and the area stays unknown', () => {
      const watched = new AreaPlay().at(0).silent(60, 0);
      expect(watched.state.dataStatus).toBe('unknown');
      const nowMs = START + 60 * MINUTE;
      watched.step({ strikes: [strikeAt(60, 5)], snapshot: null, receivedMs: null, replayed: true, nowMs });
      expect(watched.state).toMatchObject({ level: 'stop', dataStatus: 'unknown' });
      expect(watched.reportedTexts.at(-1)).toBe('raise clear>stop');
    });

    test('[WA13] a further strike within the ring holds it anew, and is noted once a minute', () => {
      const watched = struck(5);
      for (const minute of [1.5, 2.2, 2.4]) watched.at(minute, [strikeAt(minute - 0.1, 5)]);
      expect(watched.reportedTexts.slice(2)).toEqual(['same stop>stop']);
      expect(watched.state.lastMs[2]).toBe(START + 2.3 * MINUTE);
    });
  });

  describe('falling', () => {
    test('[WA3] stop falls through what is still held, and each fall waits for the watermark, not for the clock', () => {
      const watched = struck(5).at(11, [strikeAt(11, 25)]);
      watched.at(32.1, [], 31.9);
      expect(watched.state.level).toBe('stop');
      watched.at(32.1, [], 32);
      expect(watched.state.level).toBe('watch');
      watched.at(42, [], 41.99).at(42, [], 42);
      expect(watched.reportedTexts.slice(2)).toEqual(['countdown stop>stop', 'fall stop>watch', 'fall watch>clear']);
    });

    test('[WA3] nothing falls while nothing is told, however much time passes', () => {
      const watched = struck(5);
      for (const minute of [2, 10, 33, 60, 600]) watched.silent(minute, 1);
      expect(watched.state).toMatchObject({ level: 'stop', dataStatus: 'unknown' });
    });

    test('an all-clear comes between 31 min and 31 min 10 s after the last strike when polls are 10 s apart', () => {
      const watched = struck(5);
      for (let tenth = 7; tenth < 200; tenth += 1) watched.at(tenth / 6, [], tenth / 6);
      const fall = watched.changes.find(({ kind }) => kind === 'fall');
      expect(fall?.atMs).toBeGreaterThanOrEqual(START + 32 * MINUTE);
      expect(fall?.atMs).toBeLessThanOrEqual(START + 32 * MINUTE + 10_000);
    });

    test('[WA10] the countdown begins five minutes after the last strike within the stop ring, and anew with the next', () => {
      const watched = struck(5);
      const both = (minute: number) => {
        const atMs = START + minute * MINUTE;
        return { stopNotBeforeMs: atMs, allClearNotBeforeMs: atMs };
      };
      expect(watched.at(5.9).state.countdown).toBeNull();
      expect(watched.at(6.2).state.countdown).toEqual(both(32));
      expect(watched.at(8, [strikeAt(7.9, 8)]).state.countdown).toBeNull();
      expect(watched.at(13.1).state.countdown).toEqual(both(38.9));
      expect(watched.reportedTexts.slice(2)).toEqual(['countdown stop>stop', 'again stop>stop', 'countdown stop>stop']);
    });
  });

  describe('seeing', () => {
    test('[WA8] 60 s behind is delayed, 120 s unknown, and the level is kept beneath', () => {
      const watched = struck(20);
      expect(watched.at(2, [], 1).state.dataStatus).toBe('seen');
      expect(watched.at(2.1, [], 1).state.dataStatus).toBe('delayed');
      expect(watched.at(3.1, [], 1).state).toMatchObject({ dataStatus: 'unknown', level: 'watch' });
      expect(watched.reportedTexts.slice(2)).toEqual(['delayed watch>watch', 'blind watch>watch']);
    });

    test('[WA8] a pulse that says nothing new is as old as it is: 125 s after the last success the area is unknown', () => {
      const watched = new AreaPlay().at(0);
      expect(watched.silent(110 / 60, 0).state.dataStatus).toBe('delayed');
      expect(watched.silent(111 / 60, 0).state.dataStatus).toBe('unknown');
    });

    test('[WA9] after blindness it takes 60 s of being told in time; then what was kept may fall', () => {
      const watched = struck(5).silent(40, 1);
      for (const minute of [41, 41.5, 41.9]) expect(watched.at(minute).state.dataStatus).toBe('unknown');
      expect(watched.at(42.1).state).toMatchObject({ dataStatus: 'seen', level: 'clear' });
      expect(watched.reportedTexts.slice(2)).toEqual(['blind stop>stop', 'sight stop>stop', 'fall stop>clear']);
    });

    test('[WA9] a second failure within that minute begins it anew', () => {
      const watched = new AreaPlay().at(0).silent(40, 0).at(41).at(41.5, [], 40).at(42.3);
      expect(watched.state.dataStatus).toBe('unknown');
      expect(watched.at(43.4).state.dataStatus).toBe('seen');
    });

    test('[WA9] the first look is not seen before the hold was read, and what fell before it is no news', () => {
      const strikes = [strikeAt(-20, 5)];
      const snapshot = snapshotAt(START, START);
      const first = { strikes, snapshot, receivedMs: START, replayed: false, nowMs: START };
      const { state, changes } = watchArea(SOFIA, newAreaState(), first);
      expect(state).toMatchObject({ dataStatus: 'unknown', level: 'stop' });
      expect(changes).toMatchObject([{ kind: 'raise', found: true }]);
      const watched = new AreaPlay().at(0, strikes);
      expect(watched.state).toMatchObject({ dataStatus: 'seen', level: 'stop' });
      expect(watched.reportedTexts).toEqual(['sight clear>clear', 'raise clear>stop', 'countdown stop>stop']);
      expect(watched.changes[1]).toMatchObject({ found: true, late: false, correction: false });
    });
  });

  describe('gaps and late strikes', () => {
    test('[WA7] a gap near the area keeps its level, one far away does not', () => {
      const gap = [START + 10 * MINUTE, START + 11 * MINUTE] as const;
      for (const [box, level] of [
        [NEAR_SOFIA, 'stop'],
        [OVER_CRETE, 'clear'],
      ] as const) {
        const watched = struck(5);
        for (let minute = 12; minute <= 33; minute += 0.5) watched.at(minute, [], minute, [[...box, ...gap]]);
        expect(watched.state.level).toBe(level);
      }
    });

    test('[WA7] the watermark never runs back: a gap that opens later lowers nothing and makes the area unknown', () => {
      const watched = struck(5).at(31.9, [], 31.9);
      watched.at(33, [], 33, [[...NEAR_SOFIA, START + 20 * MINUTE, START + 21 * MINUTE]]);
      expect(watched.state).toMatchObject({ level: 'stop', dataStatus: 'unknown', watermarkMs: START + 31.9 * MINUTE });
    });

    test('[WA11] a strike told 12 min late raises as a correction and is marked late', () => {
      const late = (minute: number) =>
        new AreaPlay()
          .at(0)
          .at(20)
          .at(20.1, [strikeAt(minute, 12)])
          .changes.at(-1);
      expect(late(8)).toMatchObject({ kind: 'raise', to: 'warning', correction: true, late: true });
      expect(late(19.9)).toMatchObject({ kind: 'raise', correction: false, late: false });
    });

    test('a strike told after its whole hold was read raises nothing', () => {
      const watched = new AreaPlay()
        .at(0)
        .at(40, [], 40)
        .at(40.1, [strikeAt(8.9, 5)]);
      expect(watched.state.level).toBe('clear');
    });
  });

  test('[WA12] where three strikes are wanted, two hold nothing, a third within ten minutes does, and stop needs but one', () => {
    const watched = new AreaPlay({ ...SOFIA, least: 3 }).at(0);
    for (const minute of [1, 9, 12]) watched.at(minute, [strikeAt(minute, 20)]);
    expect(watched.state.level).toBe('clear');
    watched.at(13, [strikeAt(10, 20)]);
    expect(watched.state).toMatchObject({ level: 'watch', lastMs: [START + 12 * MINUTE, null, null] });
    watched.at(30, [strikeAt(30, 20)]).at(42.5);
    expect(watched.state).toMatchObject({ level: 'watch', lastMs: [START + 30 * MINUTE, null, null] });
    expect(watched.at(43, [strikeAt(43, 9)]).state.level).toBe('stop');
  });
});

describe('watch properties', () => {
  interface Moment {
    readonly minute: number;
    readonly behind: number;
    readonly strikes: readonly NearStrike[];
  }

  /** Two hours: each moment tells some strikes, up to fifteen minutes late, and reads up to four minutes behind. */
  const aReported = fc.record({ lateSixths: fc.integer({ min: 0, max: 90 }), km: fc.integer({ min: 0, max: 35 }) });
  const aMoment = fc.record({
    minute: fc.integer({ min: 1, max: 720 }).map((sixth) => sixth / 6),
    behind: fc.oneof({ weight: 4, arbitrary: fc.constant(0.1) }, { weight: 1, arbitrary: fc.constantFrom(1.5, 4) }),
    reported: fc.array(aReported, { maxLength: 3 }),
  });
  const story = fc.array(aMoment, { minLength: 1, maxLength: 60 }).map((moments): Moment[] => {
    let ordinal = 0;
    const strikeOf = (minute: number, km: number) => ({
      ordinal: ++ordinal,
      atMs: START + minute * MINUTE,
      km,
      bearing: 0,
    });
    return moments
      .sort((a, b) => a.minute - b.minute)
      .map(({ minute, behind, reported }) => {
        return { minute, behind, strikes: reported.map(({ lateSixths, km }) => strikeOf(minute - lateSixths / 6, km)) };
      });
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
        const nearStrikes: NearStrike[] = [];
        for (const { minute, behind, strikes } of moments) {
          watched.at(minute, strikes, minute - behind);
          nearStrikes.push(...strikes);
          const young = nearStrikes.filter(
            ({ atMs, km }) => km <= 30 && atMs + SOFIA.dwellMs > START + minute * MINUTE,
          );
          if (watched.state.dataStatus !== 'unknown' && young.length > 0) expect(watched.state.level).not.toBe('clear');
        }
      }),
      { numRuns: 1_000 },
    ));

  /** Every combination of what an area may want. */
  const requested = fc
    .record({
      least: fc.constantFrom(1, 2, 3, 20),
      approachOnly: fc.boolean(),
      dwellMs: fc.constantFrom(10 * MINUTE, 30 * MINUTE, 60 * MINUTE),
    })
    .map((rules) => ({ ...SOFIA, ...rules }));
  const shuffledBy = (random: { next(): { value: number } }, strikes: readonly NearStrike[]) =>
    strikes
      .map((strike) => ({ strike, key: random.next().value }))
      .sort((a, b) => a.key - b.key)
      .map(({ strike }) => strike);

  test('[WA5] the order, the repetition and the batches of strikes change nothing of what is known', () =>
    fc.assert(
      fc.property(story, requested, fc.infiniteStream(fc.nat()), (moments, area, random) => {
        const shuffled = moments.map((moment, index) => {
          const before = moments.slice(Math.max(0, index - 2), index).flatMap(({ strikes }) => strikes);
          const mixed = shuffledBy(random, [...moment.strikes, ...before, ...moment.strikes]);
          return { ...moment, strikes: mixed };
        });
        expect(play(shuffled, area)).toEqual(play(moments, area));
      }),
      { numRuns: 1_000 },
    ));

  test('[WA5] strikes that are told late, each by itself, come to what the same ones told at once do', () => {
    const aStrike = fc.record({ second: fc.nat(40 * 60), km: fc.integer({ min: 0, max: 30 }) });
    const fallen = fc.array(aStrike, { maxLength: 60 });
    fc.assert(
      fc.property(fallen, requested, fc.infiniteStream(fc.nat()), (strikes, { approachOnly, ...area }, random) => {
        const all = strikes.map(
          ({ second, km }, index): NearStrike => ({ ordinal: index, atMs: START + second * 1_000, km, bearing: 0 }),
        );
        // Everything before was read, and nothing since.
        const apart = new AreaPlay(area).at(0);
        // What is told when its hold is over by the newest strike is too late to make up a number.
        let newestMs = 0;
        const inTime = shuffledBy(random, all).filter(({ atMs }) => {
          newestMs = Math.max(newestMs, atMs);
          return atMs >= newestMs - area.dwellMs;
        });
        for (const strike of inTime) apart.at(40, [strike], -1 / 6);
        const atOnce = new AreaPlay(area).at(0).at(40, inTime, -1 / 6);
        const known = ({ level, lastMs, frontier, waiting }: typeof apart.state) => ({
          level,
          lastMs,
          frontier,
          waiting,
        });
        expect(known(apart.state)).toEqual(known(atOnce.state));
        const expected = [30, 16].map((km) => beganAndWentOn(area, km, inTime));
        expect(atOnce.state.lastMs.slice(0, 2)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  /** What WA12 says, of everything that fell within the ring. */
  function beganAndWentOn(
    { least, dwellMs, settleMs: lateReportMs }: typeof SOFIA,
    ringKm: number,
    strikes: readonly NearStrike[],
  ) {
    const times = strikes.flatMap(({ km, atMs }) => (km <= ringKm ? [atMs] : [])).sort((a, b) => a - b);
    return times.reduce<number | null>((lastMs, atMs, index) => {
      const first = times[index + 1 - least];
      const isEnough = first !== undefined && atMs - first < 10 * MINUTE;
      return isEnough || (lastMs !== null && atMs < lastMs + dwellMs + lateReportMs) ? atMs : lastMs;
    }, null);
  }

  test('[WA12] of what waits to make up a number, fewer than that lie in any ten minutes, blind or not', () =>
    fc.assert(
      fc.property(story, fc.constantFrom(2, 3, 20), fc.boolean(), (moments, least, isDataLost) => {
        const reported = isDataLost ? moments.map((one) => ({ ...one, behind: one.minute })) : moments;
        const { state } = play(reported, { ...SOFIA, least });
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
        const changesOfState = watched.changes.filter(
          ({ from, to }) => from !== to && (from === 'clear' || to === 'clear'),
        );
        expect(watched.state.level).toBe('clear');
        expect(changesOfState.map(({ to }) => to === 'clear')).toEqual(
          changesOfState.map((_, index) => index % 2 === 1),
        );
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
        const nearStrikes: NearStrike[] = [];
        for (const { minute, behind, strikes } of moments) {
          nearStrikes.push(...strikes);
          const before = watched.changes.length;
          watched.at(minute, strikes, minute - behind);
          for (const fall of watched.changes.slice(before).filter(({ kind }) => kind === 'fall')) {
            const stop = nearStrikes.filter(({ km }) => km <= 10).map(({ atMs }) => atMs);
            if (fall.from === 'stop') expect(Math.max(...stop) + HOLD_MS).toBeLessThanOrEqual(fall.watermarkMs ?? 0);
          }
        }
      }),
      { numRuns: 1_000 },
    ));
});

describe('waiting strikes', () => {
  const area = { ...SOFIA, least: 3 };
  /** What a feed that has numbered anew tells at the third minute. */
  const anew = (strikes: readonly NearStrike[], nowMs = START + 3 * MINUTE) => ({
    strikes,
    snapshot: { ...snapshotAt(nowMs - 1_000, nowMs), epoch: 'b' },
    receivedMs: nowMs,
    replayed: true,
    nowMs,
  });

  describe('where more than one strike is wanted', () => {
    test('[WA5] [WA12] a late strike begins the ring with those before it, and all that followed holds it', () => {
      const inTime = [0, 9, 20, 29, 38].map((minute) => strikeAt(minute, 20));
      const watched = new AreaPlay(area).at(-1);
      for (const strike of inTime) watched.at((strike.atMs - START) / MINUTE + 0.1, [strike]);
      expect(watched.state.level).toBe('clear');
      watched.at(38.2, [strikeAt(5, 20)], 30);
      expect(watched.state).toMatchObject({ level: 'watch', lastMs: [START + 38 * MINUTE, null, null] });
    });

    test('[WA12] a ring that has begun keeps nothing of what lies before its last strike', () => {
      const watched = new AreaPlay(area).at(0);
      const many = Array.from({ length: 500 }, (_, index) => strikeAt(index / 300, 12));
      watched.at(2, many);
      expect(watched.state.waiting).toEqual([[], []]);
    });

    test('[WA12] what is repeated counts once, also in a later step', () => {
      const strike = strikeAt(1, 20);
      const watched = new AreaPlay(area).at(0).at(1, [strike, strike]).at(2, [strike]).at(3, [strike]);
      expect(watched.state.level).toBe('clear');
    });

    test('[WA15] the numbers of another epoch replace those before: one strike with two numbers counts once', () => {
      const nearStrikes = [strikeAt(1, 20), strikeAt(2, 20)];
      const watched = new AreaPlay(area).at(0).at(2, nearStrikes);
      const again = nearStrikes.map((strike, index): NearStrike => ({ ...strike, ordinal: index + 1 }));
      watched.step(anew(again));
      expect(watched.state.level).toBe('clear');
      expect(watched.state.frontier.map(({ ordinal }) => ordinal)).toEqual([2]);
    });

    test('[WA15] another epoch lowers nothing', () => {
      const watched = new AreaPlay(SOFIA).at(0).at(2, [strikeAt(1, 5)]);
      watched.step(anew([]));
      expect(watched.state).toMatchObject({ level: 'stop', frontier: [] });
    });
  });

  test('[WA16] of a storm that moves off, a strike in each half kilometre is kept, and the newest within each ring', () => {
    const rings = { ...SOFIA, ringsKm: [60, 16, 10.2] as const };
    const watched = new AreaPlay(rings).at(0);
    const leaving = Array.from({ length: 6_000 }, (_, index) => strikeAt(index / 200, index / 100));
    watched.at(30, leaving);
    expect(watched.state.frontier.length).toBeLessThanOrEqual(124);
    const lastWithin = (strikes: readonly NearStrike[], km: number) => strikes.findLast((strike) => strike.km <= km);
    for (const km of rings.ringsKm) expect(lastWithin(watched.state.frontier, km)).toEqual(lastWithin(leaving, km));
  });
});
