import { expect, it } from 'vitest';
import { ageClass } from '#shared/ageClass.ts';

it.each([
  [-1, 'fresh'],
  [300_000, 'fresh'],
  [300_001, 'recent'],
  [1_800_000, 'recent'],
  [1_800_001, 'old'],
])('a strike of %s ms is %s', (ageMs, expected) => {
  expect(ageClass(ageMs)).toBe(expected);
});
