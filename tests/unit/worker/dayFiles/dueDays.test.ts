import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { type ArchiveDays, dueDays, type MadeOf, unreadOfDay } from '#worker/dayFiles/dueDays.ts';

const NOW_MS = 104 * DAY_MS + 2 * HOUR_MS;
/** Days 100 to 103 are over; 103 and 102 have strikes, 101 had none, 100 was read from noon on. */
const ARCHIVE: ArchiveDays = {
  home: '13,34,31,48',
  fromDay: 100,
  toDay: 104,
  marks: new Map([
    [103, 7],
    [102, 6],
  ]),
  completeToMs: NOW_MS,
  unread: [[0, 100.5 * DAY_MS]],
};
const made = (mark: number, changes: Partial<MadeOf> = {}): MadeOf => {
  return { home: ARCHIVE.home, mark, unread: [], madeMs: NOW_MS - HOUR_MS, ...changes };
};
const HALF_UNREAD = [[100 * DAY_MS, 100.5 * DAY_MS]] as const;
const ALL = new Map([
  [103, made(7)],
  [102, made(6)],
  [101, made(0)],
  [100, made(0, { unread: HALF_UNREAD })],
]);
const due = (changes: Iterable<[number, MadeOf]> = [], archive: Partial<ArchiveDays> = {}) =>
  dueDays({ ...ARCHIVE, ...archive }, new Map([...ALL, ...changes]), NOW_MS).map(({ day }) => day);

describe('the days whose files are due', () => {
  test('are all that have none, newest first, with what their files are to be made of', () => {
    expect(dueDays(ARCHIVE, new Map(), NOW_MS)).toEqual([
      { day: 103, mark: 7, unread: [] },
      { day: 102, mark: 6, unread: [] },
      { day: 101, mark: 0, unread: [] },
      { day: 100, mark: 0, unread: HALF_UNREAD },
    ]);
  });

  test('are none while nothing has changed', () => expect(due()).toEqual([]));

  test.each<[string, Partial<MadeOf>]>([
    ['another mark: strikes came or went', { mark: 5 }],
    ['another unread span: a gap was repaired without strikes', { unread: [[103 * DAY_MS, 103 * DAY_MS + 1]] }],
    ['another home', { home: '13,34,31,47' }],
  ])('are those with %s', (_, changes) => expect(due([[103, made(7, changes)]])).toEqual([103]));

  test('are left alone for five minutes after they were made', () => {
    expect(due([[103, made(5, { madeMs: NOW_MS - 5 * MINUTE_MS + 1 })]])).toEqual([]);
    expect(due([[103, made(5, { madeMs: NOW_MS - 5 * MINUTE_MS })]])).toEqual([103]);
  });

  test('begin with those made longest ago, so that none waits for ever behind one that keeps changing', () => {
    const changed = new Map([
      [103, made(5, { madeMs: NOW_MS - 6 * MINUTE_MS })],
      [102, made(5, { madeMs: NOW_MS - 9 * MINUTE_MS })],
    ]);
    expect(due(changed)).toEqual([102, 103]);
    expect(dueDays(ARCHIVE, changed, NOW_MS).map(({ day }) => day)).toEqual([101, 100, 102, 103]);
  });

  test('are no quiet days of which nothing was read', () => {
    const unread = { unread: [[0, 102 * DAY_MS]] } as const;
    expect(dueDays({ ...ARCHIVE, ...unread }, new Map(), NOW_MS).map(({ day }) => day)).toEqual([103, 102]);
    expect(dueDays({ ...ARCHIVE, completeToMs: null }, new Map(), NOW_MS).map(({ day }) => day)).toEqual([103, 102]);
  });

  test('are due again when what lay beyond the last reading was read', () => {
    const beyond = { completeToMs: 103.5 * DAY_MS };
    expect(unreadOfDay(103, { ...ARCHIVE, ...beyond })).toEqual([[103.5 * DAY_MS, 104 * DAY_MS]]);
    expect(due([], beyond)).toEqual([103]);
  });
});
