import { expect, test } from 'vitest';
import { readShare } from '#worker/archive/readExtent.ts';

test('what was not read is missing, what is newer than the last reading, too', () => {
  const record = {
    completeToMs: 900,
    unread: [
      [150, 200],
      [500, 600],
    ] as const,
  };
  expect(readShare(record, 100, 1_000)).toEqual({ readMs: 650, ofMs: 900 });
});

test('what lies before the first reading of all is not missed', () => {
  expect(readShare({ completeToMs: 1_000, unread: [[0, 400]] }, 100, 1_000)).toEqual({ readMs: 600, ofMs: 600 });
});

test('a record that stopped before the time that is asked about has read none of it', () => {
  expect(readShare({ completeToMs: 50, unread: [] }, 100, 1_000)).toEqual({ readMs: 0, ofMs: 900 });
  expect(readShare({ completeToMs: 50, unread: [[0, 40]] }, 100, 1_000)).toEqual({ readMs: 0, ofMs: 900 });
});

test('nothing is said where nothing was ever read', () => {
  expect(readShare({ completeToMs: null, unread: [] }, 100, 1_000)).toBeNull();
});
