import { expect, test } from 'vitest';
import { clearOf } from '#web/map/layers/openStrike/clearOf.ts';

test('a strike above a sheet stays where it is', () => {
  expect(clearOf({ x: 180, y: 300 }, { left: 0, top: 400 })).toEqual([0, 0]);
});

test('a strike below the upper edge of a sheet rises above it', () => {
  expect(clearOf({ x: 180, y: 420 }, { left: 0, top: 400 })).toEqual([0, 52]);
});

test('beside a sheet that leaves room at its left, a strike goes the shorter way', () => {
  expect(clearOf({ x: 360, y: 350 }, { left: 380, top: 100 })).toEqual([12, 0]);
  expect(clearOf({ x: 300, y: 350 }, { left: 380, top: 100 })).toEqual([0, 0]);
});
