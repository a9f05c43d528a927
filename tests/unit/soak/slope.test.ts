import { expect, test } from 'vitest';
import { slope } from '#tests/soak/slope.ts';

test('the slope is that of the best line, in y per x', () => {
  expect(
    slope([
      [0, 5],
      [1, 7],
      [2, 9],
    ]),
  ).toBeCloseTo(2);
  expect(
    slope([
      [0, 1],
      [1, -1],
      [2, 1],
      [3, -1],
    ]),
  ).toBeCloseTo(-0.4);
});

test('two points of no extent have none', () => {
  expect(slope([[1, 1]])).toBeNaN();
});
