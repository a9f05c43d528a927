import { expect, test } from 'vitest';
import { knownQuiet } from '#web/sky/shown/knownQuiet.ts';

const LIVE = { kind: 'live', checkedMs: 0, whole: true } as const;

test('a sky is known to be quiet only if the feed is live, all is held and every minute was read', () => {
  expect(knownQuiet(LIVE, 0, [false, false])).toBe(true);
  expect(knownQuiet(LIVE, 1, [false, false])).toBe(false);
  expect(knownQuiet(LIVE, 0, [false, true])).toBe(false);
  expect(knownQuiet({ ...LIVE, whole: false }, 0, [false, false])).toBe(false);
  expect(knownQuiet({ kind: 'delayed', checkedMs: 0, slicesOnly: false }, 0, [false, false])).toBe(false);
});
