import { expect, test } from 'vitest';
import { nextAlarmMs, nextLookMs } from '#worker/watch/wakings.ts';

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

test('the next look comes when somebody is due, and a look that is overdue does not come again at once', () => {
  const look = { isHeld: true, wasHeard: true };
  expect(nextLookMs(1_000, { ...look, dueMs: Number.POSITIVE_INFINITY })).toBe(6_000);
  expect(nextLookMs(1_000, { ...look, dueMs: 3_400 })).toBe(3_400);
  expect(nextLookMs(1_000, { ...look, dueMs: 900 })).toBe(6_000);
  expect(nextLookMs(1_000, { isHeld: false, wasHeard: true, dueMs: 30_000 })).toBe(11_000);
  expect(nextLookMs(1_000, { isHeld: true, wasHeard: false, dueMs: 30_000 })).toBe(3_000);
});
