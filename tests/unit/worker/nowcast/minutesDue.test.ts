import { describe, expect, test } from 'vitest';
import { isPartial, minutesDue, nextAskMs } from '#worker/nowcast/minutesDue.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12);
const S = 1_000;

describe('the minutes of a nowcast', () => {
  test.each([
    ['the watermark stands', 0, []],
    ['it ran back', -90 * S, []],
    ['a minute is not over', 59.9 * S, []],
    ['one is over', 60 * S, [60 * S]],
    ['two are over', 179 * S, [60 * S, 120 * S]],
  ])('[NC1] are due once each and whole: %s', (_, movedMs, due) => {
    expect(minutesDue(AT_MS, AT_MS + movedMs)).toEqual(due.map((ms) => AT_MS + ms));
  });

  test('[NC2] are too many after half an hour', () => {
    expect(minutesDue(AT_MS, AT_MS + 30 * 60 * S)).toHaveLength(30);
    expect(minutesDue(AT_MS, AT_MS + 31 * 60 * S)).toBe('too-many');
  });
});

test.each([
  ['nothing is known', null, 10 * S],
  ['the minute was just told', 0, 60 * S],
  ['half of the next was read', 30 * S, 32 * S],
  ['it should be over by now', 59 * S, 10 * S],
])('the Feed is asked again when it should have read the next minute: %s', (_, readMs, expected) => {
  const heard = readMs === null ? null : { atMs: AT_MS, watermarkMs: AT_MS + readMs };
  expect(nextAskMs(heard)).toBe(expected);
});

test.each([
  ['in the last ten minutes', -60 * S, -30 * S, true],
  ['that reaches into them', -3_600 * S, -599 * S, true],
  ['that ended before them', -3_600 * S, -600 * S, false],
  ['that begins after them', 0, 30 * S, false],
])('[NC4] a gap %s is heeded only if it could hide flashes', (_, fromMs, toMs, partial) => {
  expect(isPartial([[13, 34, 31, 48, AT_MS + fromMs, AT_MS + toMs]], AT_MS)).toBe(partial);
});
