import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEventList } from '#worker/sources/provider/parseEventList.ts';

const GOOD = {
  id: 'a1',
  latitude: 42.7,
  longitude: 23.3,
  timestamp: '2026-07-01T12:00:00.123Z',
  event_type: 'strike_cloud_to_ground',
};
const STRIKE = { id: 'a1', latitude: 42.7, longitude: 23.3, atMs: Date.UTC(2026, 6, 1, 12, 0, 0, 123) };
const without = (name: keyof typeof GOOD) => Object.fromEntries(Object.entries(GOOD).filter(([key]) => key !== name));

describe('the provider’s event list', () => {
  test('becomes strikes', () => {
    expect(parseEventList({ events: [GOOD] })).toEqual({ rows: 1, strikes: [STRIKE], skipped: [] });
  });

  test.each([
    ['+03:00', '2026-07-01T15:00:00.123+03:00'],
    ['microseconds', '2026-07-01T12:00:00.123999Z'],
    ['no zone, which is UTC', '2026-07-01T12:00:00.123'],
    ['an offset without a colon', '2026-07-01T15:00:00.123+0300'],
  ])('reads times with %s', (_, timestamp) => {
    expect(parseEventList({ events: [{ ...GOOD, timestamp }] })?.strikes).toEqual([STRIKE]);
  });

  test('takes numbers for ids, and events that do not say their type', () => {
    const events = [{ ...without('event_type'), id: 77 }];
    expect(parseEventList({ events })?.strikes).toEqual([{ ...STRIKE, id: '77' }]);
  });

  test.each([
    ['an empty id', { ...GOOD, id: '' }, 'bad id'],
    ['an id that is an object', { ...GOOD, id: {} }, 'bad id'],
    ['an id longer than 128', { ...GOOD, id: 'x'.repeat(129) }, 'bad id'],
    ['an id with a control character', { ...GOOD, id: 'a\u0000b' }, 'bad id'],
    ['an id that is half a character', { ...GOOD, id: 'a\ud800' }, 'bad id'],
    ['no id', without('id'), 'no id'],
    ['no latitude', without('latitude'), 'no latitude'],
    ['a latitude that is text', { ...GOOD, latitude: '42.7' }, 'bad latitude'],
    ['a latitude beyond the pole', { ...GOOD, latitude: 90.1 }, 'bad latitude'],
    ['a longitude that is null', { ...GOOD, longitude: null }, 'bad longitude'],
    ['a longitude beyond 180', { ...GOOD, longitude: -180.1 }, 'bad longitude'],
    ['a timestamp that is a number', { ...GOOD, timestamp: 1 }, 'bad timestamp'],
    ['a timestamp that is no time', { ...GOOD, timestamp: 'yesterday' }, 'bad timestamp'],
    ['an impossible hour', { ...GOOD, timestamp: '2026-07-01T99:00:00Z' }, 'bad timestamp'],
    ['another type', { ...GOOD, event_type: 'strike_cloud_to_cloud' }, 'other event_type'],
    ['an event that is null', null, 'not an event'],
    ['an event that is text', 'x'.repeat(10_000), 'not an event'],
  ])('[FD11] skips %s with its reason and keeps the rest', (_, bad, reason) => {
    const parsed = parseEventList({ events: [GOOD, bad, { ...GOOD, id: 'a2' }] });
    expect(parsed).toEqual({ rows: 3, strikes: [STRIKE, { ...STRIKE, id: 'a2' }], skipped: [reason] });
  });

  test('[FD1] counts bad rows too: an answer is truncated by its length, not by what could be read of it', () => {
    const events = Array.from({ length: 300 }, (_, index) => (index < 299 ? { ...GOOD, id: index } : null));
    expect(parseEventList({ events })).toMatchObject({ rows: 300, skipped: ['not an event'] });
  });

  test.each([null, undefined, 'text', 7, [], {}, { events: null }, { events: {} }, { error: 'bad_request' }])(
    'is not %j',
    (body) => {
      expect(parseEventList(body)).toBeUndefined();
    },
  );

  test('[FD11] is never an exception, and accounts for every row, whatever the rows', () =>
    fc.assert(
      fc.property(fc.array(fc.anything()), (events) => {
        const parsed = parseEventList({ events });
        expect((parsed?.strikes.length ?? 0) + (parsed?.skipped.length ?? 0)).toBe(events.length);
      }),
    ));
});
