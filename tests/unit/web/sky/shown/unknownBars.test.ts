import { describe, expect, test } from 'vitest';
import { unknownBars } from '#web/sky/shown/unknownBars.ts';

const MINUTE = 60_000;
const counts = { barsFromMs: 0, barMs: MINUTE, bars: [3, 0, 2, 0, 1] };
const live = { kind: 'live', checkedMs: 5 * MINUTE, whole: true } as const;

describe('a bar is hatched, never drawn as zero,', () => {
  test('not at all in a sky that is known', () => {
    expect(unknownBars(counts, { truth: live, complete: true, unread: [] })).toEqual(Array(5).fill(false));
  });

  test('from the first minute that a delayed feed has not answered for', () => {
    const truth = { kind: 'delayed', checkedMs: 3.5 * MINUTE, slicesOnly: false } as const;
    expect(unknownBars(counts, { truth, complete: true, unread: [] })).toEqual([false, false, false, true, true]);
  });

  test('not for a server that is merely busy: its slices are whole', () => {
    const truth = { kind: 'delayed', checkedMs: 3.5 * MINUTE, slicesOnly: true } as const;
    expect(unknownBars(counts, { truth, complete: true, unread: [] })).toEqual(Array(5).fill(false));
  });

  test('where the provider was never read, whatever was found in the rest of the bar', () => {
    const unread = [[1.5 * MINUTE, 2.5 * MINUTE]] as const;
    expect(unknownBars(counts, { truth: live, complete: true, unread })).toEqual([false, true, true, false, false]);
  });

  test('while strikes of the window are missing, if it shows none', () => {
    expect(unknownBars(counts, { truth: live, complete: false, unread: [] })).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});
