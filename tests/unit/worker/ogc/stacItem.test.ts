import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { utcDay } from '#shared/time/utcDay.ts';
import type { DayFiles } from '#worker/dayFiles/DayFileTable.ts';
import { dayFileName } from '#worker/dayFiles/dayFormats.ts';
import { dayFeatures } from '#worker/ogc/dayItems.ts';
import { stacItem } from '#worker/ogc/stacItem.ts';

const DAY_START_MS = Date.UTC(2026, 6, 1);
const NOW_MS = DAY_START_MS + 2 * DAY_MS + 2 * HOUR_MS;
const [SHA, OTHER_SHA] = ['a5'.repeat(32), 'b6'.repeat(32)];
const SITE = { origin: 'https://example.net', root: 'https://example.net/api/v1/ogc', home: HOME, nowMs: NOW_MS };
const [day] = dayFeatures({ hours: [], unread: [] }, HOME, DAY_START_MS, NOW_MS);
if (!day) throw new Error('there is no day');

const FILES: DayFiles = {
  day: utcDay(DAY_START_MS),
  home: '13,34,31,48',
  mark: 1,
  unread: [],
  strikes: 7,
  madeMs: DAY_START_MS + 25.2 * HOUR_MS,
  files: {
    parquet: { name: dayFileName('2026-07-01', SHA, 'parquet'), bytes: 3_450_000 },
    csv: { name: dayFileName('2026-07-01', OTHER_SHA, 'csv'), bytes: 2_700_000 },
  },
};

describe('a day as an Item of STAC 1.1', () => {
  test('has its files as assets, with size and the multihash of their SHA-256', () => {
    const { assets, ...item } = stacItem(day, FILES, [], SITE);
    expect(assets).toEqual({
      parquet: {
        href: `https://example.net/api/v1/files/2026-07-01.${SHA}.parquet`,
        type: 'application/vnd.apache.parquet',
        title: 'GeoParquet',
        roles: ['data'],
        'file:size': 3_450_000,
        'file:checksum': `1220${SHA}`,
        unread: 'none',
        strikes: 7,
      },
      csv: {
        href: `https://example.net/api/v1/files/2026-07-01.${OTHER_SHA}.csv.gz`,
        type: 'application/gzip',
        title: 'CSV, gzipped',
        roles: ['data'],
        'file:size': 2_700_000,
        'file:checksum': `1220${OTHER_SHA}`,
        unread: 'none',
        strikes: 7,
      },
    });
    expect(item).toMatchObject({
      type: 'Feature',
      stac_version: '1.1.0',
      stac_extensions: ['https://stac-extensions.github.io/file/v2.1.0/schema.json'],
      id: '2026-07-01',
      bbox: [HOME.west, HOME.south, HOME.east, HOME.north],
      collection: 'days',
      properties: {
        datetime: null,
        start_datetime: '2026-07-01T00:00:00.000Z',
        end_datetime: '2026-07-01T23:59:59.999Z',
        updated: '2026-07-02T01:12:00.000Z',
        unread: 'none',
        settled: true,
      },
    });
    expect(item.links.map(({ rel, href }) => [rel, href])).toEqual([
      ['self', `${SITE.root}/collections/days/items/2026-07-01`],
      ['collection', `${SITE.root}/collections/days`],
    ]);
  });

  test('without files has no asset, and is not settled', () => {
    const { assets, properties } = stacItem(day, undefined, [], SITE);
    expect([assets, properties.settled, 'updated' in properties]).toEqual([{}, false, false]);
  });

  test('says what of the day was not read, and is not settled then, nor before 26 hours', () => {
    const unread = [[DAY_START_MS + 23 * HOUR_MS, DAY_START_MS + 25 * HOUR_MS]] as const;
    const gap = stacItem(day, { ...FILES, unread }, unread, SITE).properties;
    expect([gap.unread, gap.settled]).toEqual(['2026-07-01T23:00:00.000Z/2026-07-02T00:00:00.000Z', false]);
    expect(stacItem(day, FILES, [], { ...SITE, nowMs: NOW_MS - 1 }).properties.settled).toBe(false);
  });
});
