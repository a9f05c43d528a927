import { expect, test } from 'vitest';
import { gatherFires } from '#shared/fires/gatherFires.ts';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { staticFires } from '#shared/fires/staticFires.ts';
import { aHotspot } from './aHotspot.ts';

const countStatic = (hotspots: readonly Hotspot[]) => staticFires(gatherFires(hotspots), hotspots).size;
const onDays = (days: readonly number[], eastKmOf = (_: number) => 0) =>
  days.map((day) => aHotspot(eastKmOf(day), 0, day * 24));

test('a place that is hot on five of thirty days without growth is a static source', () => {
  expect(countStatic(onDays([0, 2, 4, 6]))).toBe(0);
  expect(countStatic(onDays([0, 2, 4, 6, 8]))).toBe(1);
});

test('days count although each is a fire of its own', () => {
  const hotspots = onDays([0, 6, 12, 18, 24]);
  expect(gatherFires(hotspots)).toHaveLength(5);
  // The last one is the first that has five days behind it.
  expect(staticFires(gatherFires(hotspots), hotspots)).toEqual(new Set([gatherFires(hotspots).at(-1)?.id]));
});

test('days more than thirty ago count for nothing', () => {
  expect(countStatic(onDays([0, 10, 20, 30, 40]))).toBe(0);
});

test('a long fire that moves on is none', () => {
  expect(countStatic(onDays([0, 1, 2, 3, 4, 5, 6], (day) => day * 0.5))).toBe(0);
});
