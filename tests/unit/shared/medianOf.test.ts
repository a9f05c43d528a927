import { expect, test } from 'vitest';
import { medianOf } from '#shared/medianOf.ts';

test.each([
  [[], null],
  [[3], 3],
  [[10, 9, 100], 10],
  [[4, 1, 3, 2], 3],
])('the middle of %j is %s', (values, expected) => {
  const given = [...values];
  expect(medianOf(given)).toBe(expected);
  expect(given).toEqual(values);
});
