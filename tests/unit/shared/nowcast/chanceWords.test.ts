import { expect, test } from 'vitest';
import { chanceWords } from '#shared/nowcast/place/chanceWords.ts';

test.each([
  [0, 'less than 1 in 20'],
  [0.049, 'less than 1 in 20'],
  [0.05, 'about 1 in 20'],
  [0.09, 'about 1 in 10'],
  [0.19, 'about 1 in 5'],
  [0.25, 'about 1 in 4'],
  [0.34, 'about 1 in 3'],
  [0.45, 'about 1 in 2'],
  [0.65, 'about 2 in 3'],
  [0.74, 'about 3 in 4'],
  [0.91, 'about 9 in 10'],
  [0.96, 'more than 9 in 10'],
  [1, 'more than 9 in 10'],
  [Number.NaN, 'less than 1 in 20'],
])('a chance of %s is told as %s: never as none, never as sure', (chance, told) => {
  const { bound, times, of } = chanceWords(chance);
  expect(`${bound === 'about' ? bound : `${bound} than`} ${times} in ${of}`).toBe(told);
});

test('a higher chance is never told as a lower one', () => {
  const told = Array.from({ length: 1_001 }, (_, index) => chanceWords(index / 1_000)).map(
    ({ bound, times, of }) => times / of + { less: -0.01, about: 0, more: 0.01 }[bound],
  );
  expect(told.every((value, index) => value >= (told[index - 1] ?? 0))).toBe(true);
});
