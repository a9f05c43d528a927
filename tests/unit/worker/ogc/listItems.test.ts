import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { dayFeatures } from '#worker/ogc/dayItems.ts';
import type { Feature } from '#worker/ogc/features.ts';
import { ItemsQuery } from '#worker/ogc/itemsQuery.ts';
import { featureList, listPage } from '#worker/ogc/listItems.ts';

const NOW_MS = Date.parse('2026-07-20T10:00:00Z');
const TIME = ['start_datetime', 'end_datetime'] as const;
const DAYS = dayFeatures(
  { hours: [{ hour: NOW_MS / 3_600_000 - 24 * 16, strikes: 3 }], unread: [] },
  HOME,
  NOW_MS - 30 * DAY_MS,
  NOW_MS,
);
const list = featureList(DAYS, 'falling');

const ask = (query: Record<string, string>) => listPage(list, v.parse(ItemsQuery, query), TIME);
const ids = (features: readonly Feature[]) => features.map(({ id }) => id);

describe('pages of a list', () => {
  test.each([1, 4, 7, 31, 100])('from %d on hold every feature once, in order, and none is empty', (limit) => {
    const seen: string[] = [];
    let query: ItemsQuery | undefined = v.parse(ItemsQuery, { limit: `${limit}` });
    while (query) {
      const page = listPage(list, query, TIME);
      expect(page.features.length).toBeGreaterThan(0);
      expect(page.matched).toBe(31);
      seen.push(...ids(page.features));
      query = page.next;
    }
    expect(seen).toEqual(ids(DAYS).toReversed());
  });

  test('go on where they ended though a feature came before', () => {
    const first = ask({ limit: '2' });
    const later = featureList([...DAYS, { ...(DAYS[0] as Feature), id: '2026-07-21' }], 'falling');
    expect(ids(listPage(later, first.next ?? v.parse(ItemsQuery, {}), TIME).features.slice(0, 2))).toEqual([
      '2026-07-18',
      '2026-07-17',
    ]);
  });

  test('hold what an interval touches, both ends included', () => {
    expect(ids(ask({ datetime: '2026-07-03T23:59:59.999Z/2026-07-05T00:00:00Z' }).features)).toEqual([
      '2026-07-05',
      '2026-07-04',
      '2026-07-03',
    ]);
    expect(ids(ask({ datetime: '2026-07-19T00:00:00Z/..' }).features)).toEqual(['2026-07-20', '2026-07-19']);
    expect(ask({ datetime: '1999-07-04T12:00:00Z' })).toMatchObject({ features: [], matched: 0 });
  });

  test.each([
    ['12,33,13,34', 31],
    ['20,40,21,41', 31],
    ['0,0,12.9,90', 0],
    ['31.1,34,40,48', 0],
    ['170,34,-170,48', 0],
    ['170,34,20,48', 31],
  ])('hold what the box %s touches: %d', (bbox, count) => {
    expect(ask({ bbox }).features).toHaveLength(count);
  });

  test('leave out of every box what has no place, and take it for every time', () => {
    const placeless = featureList([{ type: 'Feature', id: 'a', geometry: null, properties: {} }], 'rising');
    expect(listPage(placeless, v.parse(ItemsQuery, { datetime: '2026-07-04T12:00:00Z' }), TIME).features).toHaveLength(
      1,
    );
    expect(listPage(placeless, v.parse(ItemsQuery, { bbox: '-180,-90,180,90' }), TIME).features).toEqual([]);
  });
});
