import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { pairs } from '#tests/support/pairs.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import { readShare, unreadOf } from '#worker/archive/readExtent.ts';

const SOFIA = { west: 23, south: 42, east: 24, north: 43 };
const record = (changes: Partial<StoredRecord> = {}): StoredRecord => ({
  completeToMs: 1_000,
  unread: pairs('0,100 400,500 700,800'),
  lastSuccessMs: 1_000,
  cause: null,
  droppedToMs: 0,
  ...changes,
});
const asked = (fromMs: number, toMs: number, changes: Partial<StoredRecord> = {}, bbox = SOFIA, keptSinceMs = 0) =>
  unreadOf({ bbox, fromMs, toMs }, record(changes), HOME, keptSinceMs);

describe('[AP7] what of a question was not read', () => {
  test('are the spans within it, up to the watermark', () => {
    expect(asked(50, 2_000)).toEqual({
      completeToMs: 1_000,
      unread: pairs('50,100 400,500 700,800'),
      outsideHome: false,
    });
    expect(asked(450, 750).unread).toEqual(pairs('450,500 700,750'));
    expect(asked(500, 700).unread).toEqual([]);
    expect(asked(1_500, 2_000).unread).toEqual([]);
  });

  test('is what lies beyond retention, and what went because there was too much', () => {
    expect(asked(0, 1_000, {}, SOFIA, 450).unread).toEqual(pairs('0,500 700,800'));
    expect(asked(0, 1_000, { droppedToMs: 750 }).unread).toEqual([[0, 800]]);
  });

  test('is all of it while nobody has said that anything was read', () => {
    expect(asked(500, 700, { completeToMs: null, unread: [] })).toEqual({
      completeToMs: null,
      unread: [[500, 700]],
      outsideHome: false,
    });
  });

  test.each([
    ['over Spain', { west: -9, south: 36, east: 3, north: 43 }],
    ['partly outside home', { west: 30, south: 42, east: 32, north: 43 }],
  ])('is all of it for a box %s', (_, box) => {
    expect(asked(500, 700, {}, box)).toEqual({ completeToMs: null, unread: [[500, 700]], outsideHome: true });
  });

  test('is told of home itself, edges included', () => {
    expect(asked(500, 700, {}, HOME)).toEqual({ completeToMs: 1_000, unread: [], outsideHome: false });
  });
});

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
