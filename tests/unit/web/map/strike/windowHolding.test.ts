import { expect, test } from 'vitest';
import { windowHolding } from '#web/map/strike/windowHolding.ts';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

test.each([
  { age: 5, window: 10, held: 10 },
  { age: 5, window: 1_440, held: 1_440 },
  { age: 59, window: 10, held: 60 },
  { age: 60, window: 60, held: 360 },
  { age: 700, window: 60, held: 1_440 },
  { age: 2_000, window: 60, held: 60 },
])('a strike $age min old turns a range of $window min into $held min', ({ age, window, held }) => {
  expect(windowHolding(NOW - age * MINUTE, NOW, window * MINUTE)).toBe(held * MINUTE);
});
