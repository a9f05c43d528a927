import { describe, expect, test } from 'vitest';
import { affordableHours } from '#worker/archive/DayArchive.ts';

const HOURS = [
  { hour: 10, strikes: 50 },
  { hour: 12, strikes: 30 },
  { hour: 13, strikes: 60 },
  { hour: 14, strikes: 500 },
];

describe('the hours that are read while somebody waits', () => {
  test.each([
    ['all of them where they hold no more than may be read', 140, 9],
    ['the newest of them where they hold more', 139, 11],
    ['the newest of them where they hold more', 89, 13],
    ['the last one, whatever it holds', 0, 14],
  ])('are %s: %d strikes', (_, most, first) => {
    expect(affordableHours(HOURS, 9, 15, most)).toBe(first);
  });

  test('are those that were asked for', () => {
    expect(affordableHours(HOURS, 13, 14, 10)).toBe(13);
  });
});
