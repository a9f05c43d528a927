import { expect, test } from 'vitest';
import { isNight } from '#web/kit/wall/isNight.ts';

test.each([
  [21, 59, false],
  [22, 0, true],
  [3, 0, true],
  [5, 59, true],
  [6, 0, false],
  [13, 0, false],
])('%d:%d on the wall is night: %s', (hour, minute, night) => {
  expect(isNight(new Date(2026, 6, 1, hour, minute).getTime())).toBe(night);
});

test('night hours are those of the wall: over midnight, within a day, or never', () => {
  const nights = ([22, 5] as const).map((hour) => {
    const atMs = new Date(2026, 6, 1, hour, 30).getTime();
    return ([[20, 5], [1, 6], null] as const).map((hours) => isNight(atMs, hours));
  });
  expect(nights).toEqual([
    [true, false, false],
    [false, true, false],
  ]);
});
