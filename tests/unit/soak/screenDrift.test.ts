import { expect, test } from 'vitest';
import { screenDrift } from '#tests/soak/screenDrift.ts';

test.each([
  ['is the truth', 100, 100, 100, 0],
  ['still counts what has just left the hour', 103, 100, 105, 0],
  ['lacks a strike', 99, 100, 105, -1],
  ['shows one that never was', 106, 100, 105, 1],
])('a screen that %s', (_, onScreen, truthNow, truthBefore, drift) => {
  expect(screenDrift(onScreen, truthNow, truthBefore)).toBe(drift);
});
