import { expect, test } from 'vitest';
import { satelliteStateAt } from '#shared/fires/satelliteTruth.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';

const NOW_MS = Date.UTC(2026, 6, 20);

test.each([
  [0, 'fresh'],
  [6, 'fresh'],
  [6.01, 'late'],
  [12, 'late'],
  [12.01, 'dead'],
])('a satellite whose newest row is %s hours old is %s', (hours, state) => {
  expect(satelliteStateAt(NOW_MS - hours * HOUR_MS, NOW_MS)).toBe(state);
});

test('a satellite of which no row was ever had is dead', () => {
  expect(satelliteStateAt(undefined, NOW_MS)).toBe('dead');
});
