import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownUntilMs } from '#web/sky/feed/knownUntilMs.ts';
import { windowEndMs } from '#web/sky/shown/windowEndMs.ts';

const NOW = 1_800_000_000_000;

test('a window ends now, unless the feed is down: then where the last answer ended it, for a minute or a week', () => {
  expect(windowEndMs({ kind: 'live', checkedMs: NOW - 4_000, whole: true }, NOW)).toBe(NOW);
  expect(windowEndMs({ kind: 'delayed', checkedMs: NOW - 90_000, slicesOnly: false }, NOW)).toBe(NOW);
  const outage = fc.integer({ min: 60_000, max: 7 * 86_400_000 });
  fc.assert(
    fc.property(outage, fc.integer({ min: 0, max: 3_600_000 }), (agoMs, laterMs) => {
      const truth = { kind: 'down', sinceMs: NOW - agoMs, cause: 'feed' } as const;
      expect(windowEndMs(truth, NOW + laterMs)).toBe(NOW - agoMs);
    }),
  );
});

test('of a feed that never answered there is no last instant to show', () => {
  expect(windowEndMs({ kind: 'down', sinceMs: null, cause: 'connection' }, NOW)).toBe(NOW);
});

test('what is held is kept from the last answer on, once the feed is down', () => {
  expect(knownUntilMs({ lastSuccessMs: NOW - 100_000 }, NOW)).toBe(NOW);
  expect(knownUntilMs({ lastSuccessMs: NOW - 4_320_000 }, NOW)).toBe(NOW - 4_320_000);
  expect(knownUntilMs({ lastSuccessMs: null }, NOW)).toBe(NOW);
  expect(knownUntilMs(null, NOW)).toBe(NOW);
});
