import { expect, test } from 'vitest';
import { ticksOf } from '#web/map/readouts/SoundSwitch.tsx';

test('of strikes that arrive together the nearest three sound, the nearer the earlier and louder', () => {
  const [first, second, third, ...more] = ticksOf([80, 2, 300, 15]);
  expect(more).toEqual([]);
  expect(first?.gain).toBeCloseTo(0.88, 2);
  expect(second?.gain).toBeCloseTo(0.5, 9);
  expect(third?.gain).toBeCloseTo(0.16, 2);
  expect(first?.afterS).toBeLessThan(second?.afterS ?? 0);
  expect(second?.afterS).toBeLessThan(third?.afterS ?? 0);
});

test('a strike overhead sounds at once and whole; the farthest within two seconds, and can be heard', () => {
  expect(ticksOf([0])).toEqual([{ afterS: 0, gain: 1 }]);
  const [far] = ticksOf([5_000]);
  expect(far?.afterS).toBeLessThan(2);
  expect(far?.gain).toBe(0.1);
});
