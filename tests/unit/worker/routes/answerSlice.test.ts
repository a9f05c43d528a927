import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { tileAt } from '#shared/geo/tile.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { answerSlice } from '#worker/routes/tiles.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12, 20);
const SOFIA = tileAt(23.3, 42.7, 8);
const EDGE = tileAt(13.01, 42.7, 6);
const MADRID = tileAt(-3.7, 40.4, 8);
const hour = (back: number) => Date.UTC(2026, 6, 1, 12 - back);
const READ = {
  completeToMs: NOW_MS - 4_000,
  unread: [[0, hour(200)] as const, [hour(40), hour(40) + 1] as const],
  lastSuccessMs: NOW_MS - 4_000,
  cause: null,
  droppedToMs: 0,
};
const answer = (hoursBack: number, tile = SOFIA, record: typeof READ | object = {}) =>
  answerSlice(
    { tile, fromMs: hour(hoursBack), toMs: hour(hoursBack) + HOUR_MS },
    { seq: 77, record: { ...READ, ...record }, strikes: [] },
    HOME,
    NOW_MS - 400 * 24 * HOUR_MS,
    NOW_MS,
  );
const flags = (...asked: Parameters<typeof answer>) => {
  const { unread, outsideHome, feed } = answer(...asked).slice;
  return { unread, outsideHome, feed };
};

describe('[AP6] a slice is kept by caches', () => {
  test.each([
    ['of the open hour', 0, SOFIA, 'public, max-age=5'],
    ['of the hour before, which is not settled', 1, SOFIA, 'public, max-age=5'],
    ['of a settled hour that may be repaired', 5, SOFIA, 'public, max-age=60'],
    ['of the last hour that may be', 26, SOFIA, 'public, max-age=60'],
    ['of a whole hour that is not read again', 27, SOFIA, 'public, max-age=86400, immutable'],
    ['of an old hour that was not read whole', 40, SOFIA, 'public, max-age=60'],
    ['of an hour before the first reading', 300, SOFIA, 'public, max-age=60'],
    ['of an old hour, partly outside home', 30, EDGE, 'public, max-age=60'],
    ['of an old hour abroad', 30, MADRID, 'public, max-age=60'],
  ] as const)('%s', (_, hoursBack, tile, cacheControl) => {
    expect(answer(hoursBack, tile).cacheControl).toBe(cacheControl);
  });

  test('for good only with a seq that no stream can be behind', () => {
    expect([answer(27).slice.seq, answer(26).slice.seq]).toEqual([Number.MAX_SAFE_INTEGER, 77]);
  });
});

describe('[AP7] a slice says', () => {
  test('whether its hour was not read whole, and whether it reaches beyond home', () => {
    expect(flags(5)).toEqual({});
    expect(flags(40)).toEqual({ unread: true });
    expect(flags(300)).toEqual({ unread: true });
    expect(flags(5, EDGE)).toEqual({ outsideHome: true });
    expect(flags(5, MADRID)).toEqual({ unread: true, outsideHome: true });
    expect(flags(5, SOFIA, { completeToMs: null, unread: [] })).toEqual({ unread: true });
  });

  test('that an hour ran on in which the feed read nothing', () => {
    const stopped = { completeToMs: hour(3), lastSuccessMs: hour(3) };
    expect(flags(4, SOFIA, stopped)).toEqual({});
    expect(flags(3, SOFIA, stopped)).toEqual({ unread: true });
    expect(flags(0, SOFIA, stopped)).toEqual({ unread: true, feed: 'down' });
  });

  test('how the feed is, while its hour is not over', () => {
    expect(flags(0)).toEqual({ feed: 'live' });
    expect(flags(0, SOFIA, { cause: 'format' })).toEqual({ feed: 'delayed' });
    expect(flags(0, SOFIA, { lastSuccessMs: NOW_MS - 70_000 })).toEqual({ feed: 'delayed' });
    expect(flags(0, SOFIA, { lastSuccessMs: null })).toEqual({ feed: 'down' });
  });
});
