import { expect, test } from 'vitest';
import { relayCount } from '#worker/relay/relayLoads.ts';

test.each([
  [0, 1],
  [700, 1],
  [800, 2],
  [5_000, 7],
  [1_000_000, 20],
])('%s viewers are spread over %s relays of a thousand, with room left in each', (viewers, relays) => {
  expect(relayCount(viewers, 1_000, 20)).toBe(relays);
});
