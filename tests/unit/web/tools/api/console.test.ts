import { describe, expect, test } from 'vitest';
import { consolePath, MOST_HOURS } from '#web/tools/api/console/consolePath.ts';
import { MOST_SHOWN, shownBody } from '#web/tools/api/console/shownBody.ts';

const NOW_MS = Date.UTC(2026, 6, 31, 12, 0, 0, 789);
const fields = { place: '42.6977, 23.3219', radiusKm: '2', hours: '24', format: 'json' } as const;

describe('the console', () => {
  test('asks for strikes near the place, up to the whole second', () => {
    expect(consolePath(fields, NOW_MS)).toEqual({
      ok: true,
      path: '/api/v1/strikes?near=42.6977,23.3219&radiusKm=2&from=2026-07-30T12:00:00Z&to=2026-07-31T12:00:00Z&limit=20&format=json',
    });
  });

  test.each(['42.6977,23.3219', ' 42.6977 23.3219 ', '42,6977; 23,3219', 'N42.6977 E23.3219'])(
    'reads a place as people write it: %s',
    (place) => {
      expect(consolePath({ ...fields, place }, NOW_MS)).toMatchObject({ ok: true });
      expect(JSON.stringify(consolePath({ ...fields, place }, NOW_MS))).toContain('near=42.6977,23.3219&');
    },
  );

  test.each([
    ['place', { place: '91, 23' }],
    ['place', { place: 'Sofia' }],
    ['place', { place: '42.7' }],
    ['radiusKm', { radiusKm: '0' }],
    ['radiusKm', { radiusKm: '101' }],
    ['hours', { hours: '' }],
    ['hours', { hours: String(MOST_HOURS + 1) }],
  ])('says that %s is wrong in %j', (field, typed) => {
    expect(consolePath({ ...fields, ...typed }, NOW_MS)).toEqual({ ok: false, wrong: [field] });
  });

  test('sets JSON out in lines, and cuts what is too long', () => {
    expect(shownBody('{"a":[1]}', 'application/problem+json')).toEqual({
      text: '{\n  "a": [\n    1\n  ]\n}',
      all: 22,
      cut: false,
    });
    expect(shownBody('id\r\n', 'text/csv').text).toBe('id\r\n');
    expect(shownBody('x'.repeat(MOST_SHOWN + 1), 'text/csv')).toMatchObject({ all: MOST_SHOWN + 1, cut: true });
  });
});
