import { expect, test } from 'vitest';
import { nextAlarmMs } from '#worker/watch/nextAlarmMs.ts';

const NEVER = Number.POSITIVE_INFINITY;

test('the alarm is set for the next look or the next message, whichever is sooner', () => {
  const at = (nextLookMs: number, dueMs?: number) => nextAlarmMs(1_000, { nextLookMs, dueMs, armedMs: undefined });
  expect(at(11_000)).toBe(11_000);
  expect(at(11_000, 4_000)).toBe(4_000);
  expect(at(NEVER, 4_000)).toBe(4_000);
  expect(at(NEVER)).toBeUndefined();
});

test('no alarm is set for now or before: it would never come', () => {
  expect(nextAlarmMs(1_000, { nextLookMs: 11_000, dueMs: 500, armedMs: undefined })).toBe(1_001);
});

test('an alarm that comes in time is left as it is; one that is late, or should have come, is set anew', () => {
  const armed = (armedMs: number) => nextAlarmMs(1_000, { nextLookMs: 11_000, dueMs: undefined, armedMs });
  expect(armed(8_000)).toBeUndefined();
  expect(armed(11_000)).toBeUndefined();
  expect(armed(12_000)).toBe(11_000);
  expect(armed(900)).toBe(11_000);
});
