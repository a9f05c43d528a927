import { describe, expect, test } from 'vitest';
import { newAreaState, watchArea } from '#shared/watch/watchArea.ts';
import { AreaPlay, MINUTE, pulseAt, SOFIA, START, strikeAt } from './AreaPlay.ts';

const NEAR_SOFIA = [23, 42, 24, 43] as const;
const OVER_CRETE = [24, 35, 25, 36] as const;

describe('rising', () => {
  test.each([
    [29.9, 'watch'],
    [15.9, 'warning'],
    [9.9, 'stop'],
  ] as const)('[WA1] a strike %d km away holds %s', (km, level) => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(0.9, km)]);
    expect(watched.state).toMatchObject({ level, sight: 'seen' });
    expect(watched.said).toEqual(['sight clear>clear', `raise clear>${level}`]);
  });

  test('a strike outside the outermost ring changes nothing', () => {
    const quiet = new AreaPlay().at(0).at(1);
    expect(new AreaPlay().at(0).at(1, [strikeAt(0.9, 30.1)])).toEqual(quiet);
  });

  test('[WA2] a strike raises at once while nothing was read for an hour, and the area stays unknown', () => {
    const watched = new AreaPlay().at(0).silent(60, 0);
    expect(watched.state.sight).toBe('unknown');
    watched.step({
      strikes: [strikeAt(60, 5)],
      pulse: null,
      heardMs: null,
      replayed: true,
      nowMs: START + 60 * MINUTE,
    });
    expect(watched.state).toMatchObject({ level: 'stop', sight: 'unknown' });
    expect(watched.said.at(-1)).toBe('raise clear>stop');
  });

  test('[WA13] a further strike within the ring holds it anew, and is noted once a minute', () => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(0.9, 5)]);
    watched
      .at(1.5, [strikeAt(1.4, 5)])
      .at(2.2, [strikeAt(2.1, 5)])
      .at(2.4, [strikeAt(2.3, 5)]);
    expect(watched.said.slice(2)).toEqual(['same stop>stop']);
    expect(watched.state.lastMs[2]).toBe(START + 2.3 * MINUTE);
  });
});

describe('falling', () => {
  test('[WA3] stop falls through what is still held, and each fall waits for the watermark, not for the clock', () => {
    const watched = new AreaPlay()
      .at(0)
      .at(1, [strikeAt(1, 5)])
      .at(11, [strikeAt(11, 25)]);
    watched.at(32.1, [], 31.9);
    expect(watched.state.level).toBe('stop');
    watched.at(32.1, [], 32);
    expect(watched.state.level).toBe('watch');
    watched.at(42, [], 41.99).at(42, [], 42);
    expect(watched.said.slice(2)).toEqual(['countdown stop>stop', 'fall stop>watch', 'fall watch>clear']);
  });

  test('[WA3] nothing falls while nothing is told, however much time passes', () => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(1, 5)]);
    for (const minute of [2, 10, 33, 60, 600]) watched.silent(minute, 1);
    expect(watched.state).toMatchObject({ level: 'stop', sight: 'unknown' });
  });

  test('an all-clear comes between 31 min and 31 min 10 s after the last strike when polls are 10 s apart', () => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(1, 5)]);
    for (let tenth = 7; tenth < 200; tenth += 1) watched.at(tenth / 6, [], tenth / 6);
    const fall = watched.changes.find(({ kind }) => kind === 'fall');
    expect(fall?.atMs).toBeGreaterThanOrEqual(START + 32 * MINUTE);
    expect(fall?.atMs).toBeLessThanOrEqual(START + 32 * MINUTE + 10_000);
  });

  test('[WA10] the countdown begins five minutes after the last strike within the stop ring, and anew with the next', () => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(1, 5)]);
    expect(watched.at(5.9).state.countdown).toBeNull();
    expect(watched.at(6.2).state.countdown).toEqual({
      stopNotBeforeMs: START + 32 * MINUTE,
      allClearNotBeforeMs: START + 32 * MINUTE,
    });
    expect(watched.at(8, [strikeAt(7.9, 8)]).state.countdown).toBeNull();
    expect(watched.at(13.1).state.countdown).toEqual({
      stopNotBeforeMs: START + 38.9 * MINUTE,
      allClearNotBeforeMs: START + 38.9 * MINUTE,
    });
    expect(watched.said.slice(2)).toEqual(['countdown stop>stop', 'again stop>stop', 'countdown stop>stop']);
  });
});

describe('seeing', () => {
  test('[WA8] 60 s behind is delayed, 120 s unknown, and the level is kept beneath', () => {
    const watched = new AreaPlay().at(0).at(1, [strikeAt(1, 20)]);
    expect(watched.at(2, [], 1).state.sight).toBe('seen');
    expect(watched.at(2.1, [], 1).state.sight).toBe('delayed');
    expect(watched.at(3.1, [], 1).state).toMatchObject({ sight: 'unknown', level: 'watch' });
    expect(watched.said.slice(2)).toEqual(['delayed watch>watch', 'blind watch>watch']);
  });

  test('[WA8] a pulse that says nothing new is as old as it is: 125 s after the last success the area is unknown', () => {
    const watched = new AreaPlay().at(0);
    expect(watched.silent(110 / 60, 0).state.sight).toBe('delayed');
    expect(watched.silent(111 / 60, 0).state.sight).toBe('unknown');
  });

  test('[WA9] after blindness it takes 60 s of being told in time; then what was kept may fall', () => {
    const watched = new AreaPlay()
      .at(0)
      .at(1, [strikeAt(1, 5)])
      .silent(40, 1);
    for (const minute of [41, 41.5, 41.9]) expect(watched.at(minute).state.sight).toBe('unknown');
    expect(watched.at(42.1).state).toMatchObject({ sight: 'seen', level: 'clear' });
    expect(watched.said.slice(2)).toEqual(['blind stop>stop', 'sight stop>stop', 'fall stop>clear']);
  });

  test('[WA9] a second failure within that minute begins it anew', () => {
    const watched = new AreaPlay().at(0).silent(40, 0).at(41).at(41.5, [], 40).at(42.3);
    expect(watched.state.sight).toBe('unknown');
    expect(watched.at(43.4).state.sight).toBe('seen');
  });

  test('[WA9] the first look is not seen before the hold was read, and what fell before it is no news', () => {
    const strikes = [strikeAt(-20, 5)];
    const pulse = pulseAt(START, START);
    const unread = watchArea(SOFIA, newAreaState(), { strikes, pulse, heardMs: START, replayed: false, nowMs: START });
    expect(unread).toMatchObject({
      state: { sight: 'unknown', level: 'stop' },
      changes: [{ kind: 'raise', found: true }],
    });
    const watched = new AreaPlay().at(0, strikes);
    expect(watched.state).toMatchObject({ sight: 'seen', level: 'stop' });
    expect(watched.said).toEqual(['sight clear>clear', 'raise clear>stop', 'countdown stop>stop']);
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
      const watched = new AreaPlay().at(0).at(1, [strikeAt(1, 5)]);
      for (let minute = 12; minute <= 33; minute += 0.5) watched.at(minute, [], minute, [[...box, ...gap]]);
      expect(watched.state.level).toBe(level);
    }
  });

  test('[WA7] the watermark never runs back: a gap that opens later lowers nothing and makes the area unknown', () => {
    const watched = new AreaPlay()
      .at(0)
      .at(1, [strikeAt(1, 5)])
      .at(31.9, [], 31.9);
    watched.at(33, [], 33, [[...NEAR_SOFIA, START + 20 * MINUTE, START + 21 * MINUTE]]);
    expect(watched.state).toMatchObject({ level: 'stop', sight: 'unknown', watermarkMs: START + 31.9 * MINUTE });
  });

  test('[WA11] a strike told 12 min late raises as a correction and is marked late', () => {
    const watched = new AreaPlay()
      .at(0)
      .at(20)
      .at(20.1, [strikeAt(8, 12)]);
    expect(watched.changes.at(-1)).toMatchObject({ kind: 'raise', to: 'warning', correction: true, late: true });
    const timely = new AreaPlay()
      .at(0)
      .at(20)
      .at(20.1, [strikeAt(19.9, 12)]);
    expect(timely.changes.at(-1)).toMatchObject({ kind: 'raise', correction: false, late: false });
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
  watched
    .at(1, [strikeAt(1, 20)])
    .at(9, [strikeAt(9, 20)])
    .at(12, [strikeAt(12, 20)]);
  expect(watched.state.level).toBe('clear');
  watched.at(13, [strikeAt(10, 20)]);
  expect(watched.state).toMatchObject({ level: 'watch', lastMs: [START + 12 * MINUTE, null, null] });
  watched.at(30, [strikeAt(30, 20)]).at(42.5);
  expect(watched.state).toMatchObject({ level: 'watch', lastMs: [START + 30 * MINUTE, null, null] });
  expect(watched.at(43, [strikeAt(43, 9)]).state.level).toBe('stop');
});
