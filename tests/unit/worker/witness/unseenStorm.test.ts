import { describe, expect, test } from 'vitest';
import { cellOf, type SlotCell } from '#worker/witness/slotCells.ts';
import { chanceOfNone, unseenStorm, usualPerFlash } from '#worker/witness/unseenStorm.ts';

const storm = (flashes: number, strikes = 0, longitude = 23.25, latitude = 42.25): SlotCell => ({
  cell: cellOf({ latitude, longitude }),
  flashes,
  flashesMatched: 0,
  strikes,
  strikesMatched: 0,
});

describe('a storm that only the witness sees', () => {
  test('is told with fifty flashes in two slots, at which chance would be silent in 0.7 % of cases', () => {
    expect(unseenStorm([storm(25)], [storm(25)], 0.1)).toEqual({
      latitude: 42.25,
      longitude: 23.25,
      flashes: 50,
      expected: 5,
    });
    expect(unseenStorm([storm(25)], [storm(24)], 0.1)).toBeUndefined();
    expect(chanceOfNone(5)).toBeCloseTo(0.0067, 4);
  });

  test('is none in one slot alone, however many flashes it has', () => {
    expect(unseenStorm([], [storm(500)], 0.1)).toBeUndefined();
    expect(unseenStorm([storm(500)], [], 0.1)).toBeUndefined();
  });

  test.each([
    ['its cell', 23.25],
    ['the next cell', 23.75],
  ])('is none with a single strike in %s, in either slot', (_, longitude) => {
    const seen = storm(0, 1, longitude);
    const both = [storm(100), storm(0, 0, longitude)];
    const withStrike = longitude === 23.25 ? [storm(100, 1)] : [storm(100), seen];
    expect(unseenStorm(both, withStrike, 0.1)).toBeUndefined();
    expect(unseenStorm(withStrike, both, 0.1)).toBeUndefined();
  });

  test('is still told with a strike two cells away, and moves on to the next cell between two slots', () => {
    const found = unseenStorm([storm(30)], [storm(30, 0, 23.75), storm(0, 9, 21.75)], 0.1);
    expect(found).toMatchObject({ flashes: 60 });
  });

  test('is the one with most flashes', () => {
    const slot = [storm(40), storm(90, 0, 28.25)];
    expect(unseenStorm(slot, slot, 0.1)).toMatchObject({ longitude: 28.25, flashes: 180 });
  });
});

describe('strikes for each flash', () => {
  const ratios = (count: number, ratio: (index: number) => number) => Array.from({ length: count }, (_, i) => ratio(i));

  test('are a tenth until a hundred slots were compared, then their lower quartile', () => {
    expect(usualPerFlash(ratios(99, () => 0.4))).toBe(0.1);
    expect(usualPerFlash(ratios(101, (index) => (100 - index) / 100))).toBe(0.25);
  });

  test('stay between 0.02 and 1, so that an alarm takes 5 to 250 flashes', () => {
    expect(usualPerFlash(ratios(200, () => 0))).toBe(0.02);
    expect(usualPerFlash(ratios(200, () => 3))).toBe(1);
  });
});
