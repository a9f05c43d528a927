import { describe, expect, test } from 'vitest';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { AreaPlay, MINUTE, pulseAt, SOFIA, START, strikeAt } from './AreaPlay.ts';

const area = { ...SOFIA, least: 3 };

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
    watched.at(
      2,
      Array.from({ length: 500 }, (_, index) => strikeAt(index / 300, 12)),
    );
    expect(watched.state.waiting).toEqual([[], []]);
  });

  test('[WA12] what is repeated counts once, also in a later step', () => {
    const strike = strikeAt(1, 20);
    const watched = new AreaPlay(area).at(0).at(1, [strike, strike]).at(2, [strike]).at(3, [strike]);
    expect(watched.state.level).toBe('clear');
  });

  test('[WA15] the numbers of another epoch replace those before: one strike with two numbers counts once', () => {
    const told = [strikeAt(1, 20), strikeAt(2, 20)];
    const watched = new AreaPlay(area).at(0).at(2, told);
    const nowMs = START + 3 * MINUTE;
    const again = told.map((strike, index): NearStrike => ({ ...strike, ordinal: index + 1 }));
    const pulse = { ...pulseAt(nowMs - 1_000, nowMs), epoch: 'b' };
    watched.step({ strikes: again, pulse, heardMs: nowMs, replayed: true, nowMs });
    expect(watched.state.level).toBe('clear');
    expect(watched.state.front.map(({ ordinal }) => ordinal)).toEqual([2]);
  });

  test('[WA15] another epoch lowers nothing', () => {
    const watched = new AreaPlay(SOFIA).at(0).at(2, [strikeAt(1, 5)]);
    const nowMs = START + 3 * MINUTE;
    const pulse = { ...pulseAt(nowMs - 1_000, nowMs), epoch: 'b' };
    watched.step({ strikes: [], pulse, heardMs: nowMs, replayed: true, nowMs });
    expect(watched.state).toMatchObject({ level: 'stop', front: [] });
  });
});

test('[WA16] of a storm that moves off, a strike in each half kilometre is kept, and the newest within each ring', () => {
  const rings = { ...SOFIA, ringsKm: [60, 16, 10.2] as const };
  const watched = new AreaPlay(rings).at(0);
  const leaving = Array.from({ length: 6_000 }, (_, index) => strikeAt(index / 200, index / 100));
  watched.at(30, leaving);
  expect(watched.state.front.length).toBeLessThanOrEqual(124);
  for (const km of rings.ringsKm) {
    expect(watched.state.front.findLast((strike) => strike.km <= km)).toEqual(
      leaving.findLast((strike) => strike.km <= km),
    );
  }
});
