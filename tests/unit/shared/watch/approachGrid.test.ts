import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NearStrike } from '#shared/watch/AreaState.ts';
import { gridWith, isApproaching } from '#shared/watch/approachGrid.ts';
import { AreaPlay, MINUTE, pulseAt, SOFIA, START, strikeAt } from './AreaPlay.ts';

/** Three strikes in each of the three bins that end at minute 15, so many km away. */
const bins = (...kms: readonly number[]) =>
  kms.flatMap((km, bin) => [1, 2, 3].map((minute) => strikeAt(bin * 5 + minute, km)));
const atEnd = (strikes: readonly NearStrike[]) => isApproaching(gridWith([], strikes), START + 15 * MINUTE - 1);

describe('whether strikes come closer', () => {
  test('[WA14] is told by the nearest tenth over three bins of five minutes, and by nothing less than 2 km', () => {
    expect(atEnd(bins(28, 25, 22))).toBe(true);
    expect(atEnd(bins(28, 27.5, 27))).toBe(false);
    expect(atEnd(bins(22, 25, 28))).toBe(false);
    expect(atEnd(bins(25, 25, 25))).toBe(false);
  });

  test('[WA14] cannot be denied where a bin has fewer than three strikes', () => {
    expect(atEnd([])).toBe(true);
    expect(atEnd(bins(22, 25, 28).slice(0, 8))).toBe(true);
  });
});

test('[WA14] strikes of one cell of 30 s × 1 km count once, in whichever order and however often they are told', () => {
  const told = fc.array(fc.record({ atMs: fc.integer({ min: START, max: START + 40 * MINUTE }), km: fc.nat(60) }));
  fc.assert(
    fc.property(told, told, (some, others) => {
      const apart = gridWith(gridWith([], some), [...others, ...some].reverse());
      expect(apart).toEqual(gridWith([], [...some, ...others]));
      expect(apart.length).toBeLessThanOrEqual(30);
    }),
  );
});

describe('an area of which only what approaches is to be told', () => {
  const area = { ...SOFIA, approachOnly: true };
  const levels = (watched: AreaPlay) => watched.changes.flatMap(({ kind, to }) => (kind === 'raise' ? [to] : []));

  /** A storm that moves from one distance to another in 20 minutes, four strikes a minute, told as it falls. */
  function storm(fromKm: number, toKm: number, watched = new AreaPlay(area)): AreaPlay {
    for (let minute = 1; minute <= 20; minute += 1) {
      const km = fromKm + ((toKm - fromKm) * minute) / 20;
      watched.at(minute, minute < 2 ? [] : [0, 0.2, 0.4, 0.6].map((part) => strikeAt(minute - 1 + part, km)));
    }
    return watched;
  }

  test('[WA14] is raised by a storm that comes closer, and goes on to its end when that turns away', () => {
    const watched = storm(29, 12);
    expect(levels(watched)[0]).toBe('watch');
    expect(watched.state.level).toBe('warning');
  });

  test('[WA14] at stop is never held back', () => {
    const watched = new AreaPlay(area);
    for (let minute = 1; minute <= 16; minute += 1) {
      watched.at(
        minute,
        [0.1, 0.3, 0.5].map((part) => strikeAt(minute - 1 + part, 29)),
      );
    }
    watched.at(17, [strikeAt(16.9, 5)]);
    expect(watched.state.level).toBe('stop');
  });

  test('[WA14] stays clear beside a storm that passes by, once enough of it was seen', () => {
    const quiet = new AreaPlay(area);
    // What fell before it was watched, far enough back to fill each bin.
    const before = Array.from({ length: 45 }, (_, index) => strikeAt(-15 + index / 3, 25));
    quiet.at(0.1, before);
    for (let minute = 1; minute <= 30; minute += 1) {
      quiet.at(
        minute,
        [0.2, 0.5, 0.8].map((part) => strikeAt(minute - 1 + part, 25)),
      );
    }
    expect(levels(quiet)).toEqual([]);
    expect(quiet.state.level).toBe('clear');
  });

  test('[WA14] is not raised by the part of a storm that was read first, but for stop', () => {
    const passing = Array.from({ length: 45 }, (_, index) => strikeAt(-15 + index / 3, 25));
    const reading = (strikes: readonly NearStrike[], replayed: boolean) => ({
      strikes,
      pulse: pulseAt(START - MINUTE / 6, START),
      heardMs: START,
      replayed,
      nowMs: START,
    });
    const watched = new AreaPlay(area).step(reading(passing.slice(-4), false));
    expect([watched.state.level, watched.state.sight]).toEqual(['clear', 'unknown']);
    watched.step(reading(passing, true));
    expect(watched.state.level).toBe('clear');
    const near = new AreaPlay(area).step(reading([strikeAt(-1, 5)], false));
    expect(near.state.level).toBe('stop');
  });
});
