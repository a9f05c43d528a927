import { expect, test } from 'vitest';
import { minuteOf, upMinutes } from '#worker/nowcast/ProofLedger.ts';

const MINUTE_MS = 60_000;
const DAY = 20_000;
const NOON_MS = DAY * 86_400_000 + 12 * 60 * MINUTE_MS;

test('[PR4] a minute is up while the newest data is at most 2 minutes old', () => {
  const at = (dataMs: number | null) => upMinutes(minuteOf(NOON_MS) - 1, NOON_MS, dataMs);
  expect(at(NOON_MS - 2 * MINUTE_MS)).toEqual([{ day: DAY, upMinutes: 1, ofMinutes: 1 }]);
  expect(at(NOON_MS - 2 * MINUTE_MS - 1)).toEqual([{ day: DAY, upMinutes: 0, ofMinutes: 1 }]);
  expect(at(null)).toEqual([{ day: DAY, upMinutes: 0, ofMinutes: 1 }]);
});

test('[PR4] minutes in which nobody looked count as down, each in its day', () => {
  const midnightMs = (DAY + 1) * 86_400_000;
  expect(upMinutes(minuteOf(midnightMs) - 11, midnightMs + 2 * MINUTE_MS, midnightMs + MINUTE_MS)).toEqual([
    { day: DAY, upMinutes: 0, ofMinutes: 10 },
    { day: DAY + 1, upMinutes: 1, ofMinutes: 3 },
  ]);
});

test('[PR4] a minute is counted once, and the count begins with the first', () => {
  expect(upMinutes(minuteOf(NOON_MS), NOON_MS + 30_000, NOON_MS)).toEqual([]);
  expect(upMinutes(undefined, NOON_MS, NOON_MS)).toEqual([{ day: DAY, upMinutes: 1, ofMinutes: 1 }]);
});
