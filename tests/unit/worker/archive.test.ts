import * as fc from 'fast-check';
import { gunzipSync, strFromU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as bbox, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { pairs } from '#tests/support/pairs.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { binsOf, requestedBins } from '#worker/archive/counts.ts';
import { affordableHours } from '#worker/archive/days.ts';
import type { StoredRecord } from '#worker/archive/HomeRecord.ts';
import {
  decodePageCursor,
  encodePageCursor,
  extentIn,
  readShare,
  strikePage,
  type WindowResult,
} from '#worker/archive/StrikeArchive.ts';
import type { StrikeQuery } from '#worker/archive/windowQuery.ts';
import {
  type ArchiveDays,
  type DayFileSource,
  dayFileName,
  dueDays,
  gapsOfDay,
  parseDayFileName,
} from '#worker/features/gis/DayFileTable.ts';
import { CsvOfDay } from '#worker/features/gis/makeDayFiles.ts';

const HOURS = pairs('10,50 12,30 13,60 14,500').map(([hour, strikes]) => ({ hour, strikes }));

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

describe('bins of', () => {
  const START = 20_000 * DAY_MS;
  const HOUR = START / HOUR_MS;

  test('bins are whole: the first holds the beginning, the last the end, and none begins in the future', () => {
    const request = (nowMs: number) => requestedBins('hour', START + 1, START + 3 * HOUR_MS + 1, nowMs);
    expect(request(START + DAY_MS)).toEqual({ fromMs: START, toMs: START + 4 * HOUR_MS, stepMs: HOUR_MS });
    expect(request(START + HOUR_MS + 5)).toEqual({ fromMs: START, toMs: START + 2 * HOUR_MS, stepMs: HOUR_MS });
    expect(request(START - DAY_MS)).toEqual({ fromMs: START, toMs: START, stepMs: HOUR_MS });
  });

  test('each ten minutes go into the bin that holds them, and what lies outside into none', () => {
    const hours = [
      { hour: HOUR - 1, tenths: [9, 9, 9, 9, 9, 9] },
      { hour: HOUR, tenths: [1, 2, 3, 4, 5, 6] },
      { hour: HOUR + 2, tenths: [0, 0, 0, 0, 0, 7] },
    ];
    const bins = (stepMs: number, toMs: number) => binsOf({ fromMs: START, toMs: START + toMs, stepMs }, hours);
    expect(bins(HOUR_MS, 3 * HOUR_MS)).toEqual([21, 0, 7]);
    expect(bins(HOUR_MS / 6, HOUR_MS)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(bins(DAY_MS, DAY_MS)).toEqual([28]);
  });
});

describe('read extent', () => {
  const SOFIA = { west: 23, south: 42, east: 24, north: 43 };
  const record = (changes: Partial<StoredRecord> = {}): StoredRecord => ({
    completeToMs: 1_000,
    gaps: pairs('0,100 400,500 700,800'),
    lastSuccessMs: 1_000,
    cause: null,
    droppedToMs: 0,
    ...changes,
  });
  const request = (
    fromMs: number,
    toMs: number,
    changes: Partial<StoredRecord> = {},
    bbox = SOFIA,
    retainedSinceMs = 0,
  ) => extentIn({ bbox, fromMs, toMs }, record(changes), HOME, retainedSinceMs);

  describe('[AP7] what of a question was not read', () => {
    test('are the spans within it, up to the watermark', () => {
      const gaps = pairs('50,100 400,500 700,800');
      expect(request(50, 2_000)).toEqual({ completeToMs: 1_000, gaps, outsideHome: false });
      expect(request(450, 750).gaps).toEqual(pairs('450,500 700,750'));
      expect(request(500, 700).gaps).toEqual([]);
      expect(request(1_500, 2_000).gaps).toEqual([]);
    });

    test('is what lies beyond retention, and what went because there was too much', () => {
      expect(request(0, 1_000, {}, SOFIA, 450).gaps).toEqual(pairs('0,500 700,800'));
      expect(request(0, 1_000, { droppedToMs: 750 }).gaps).toEqual([[0, 800]]);
    });

    test('is all of it while nobody has said that anything was read', () => {
      const all = { completeToMs: null, gaps: [[500, 700]], outsideHome: false };
      expect(request(500, 700, { completeToMs: null, gaps: [] })).toEqual(all);
    });

    test.each([
      ['over Spain', { west: -9, south: 36, east: 3, north: 43 }],
      ['partly outside home', { west: 30, south: 42, east: 32, north: 43 }],
    ])('is all of it for a box %s', (_, box) => {
      expect(request(500, 700, {}, box)).toEqual({ completeToMs: null, gaps: [[500, 700]], outsideHome: true });
    });

    test('is told of home itself, edges included', () => {
      expect(request(500, 700, {}, HOME)).toEqual({ completeToMs: 1_000, gaps: [], outsideHome: false });
    });
  });

  test('what was not read is missing, what is newer than the last reading, too', () => {
    const record = { completeToMs: 900, gaps: pairs('150,200 500,600') };
    expect(readShare(record, 100, 1_000)).toEqual({ readMs: 650, ofMs: 900 });
  });

  test('what lies before the first reading of all is not missed; nothing is said where nothing was ever read', () => {
    expect(readShare({ completeToMs: 1_000, gaps: [[0, 400]] }, 100, 1_000)).toEqual({ readMs: 600, ofMs: 600 });
    expect(readShare({ completeToMs: null, gaps: [] }, 100, 1_000)).toBeNull();
  });

  test('a record that stopped before the time that is asked about has read none of it', () => {
    expect(readShare({ completeToMs: 50, gaps: [] }, 100, 1_000)).toEqual({ readMs: 0, ofMs: 900 });
    expect(readShare({ completeToMs: 50, gaps: [[0, 40]] }, 100, 1_000)).toEqual({ readMs: 0, ofMs: 900 });
  });
});

describe('strike page', () => {
  const newestFirst = (a: NumberedStrike, b: NumberedStrike) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);

  /** An archive in an array. A look passes `walkRows` rows, of which every other lies in the box, and all that share an instant. */
  function archiveOf(strikes: readonly NumberedStrike[]) {
    const sorted = [...strikes].sort(newestFirst);
    return async ({ fromMs, toMs, before, limit }: StrikeQuery, walkRows: number): Promise<WindowResult> => {
      const passed = sorted.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
      const edgeMs = passed[walkRows - 1]?.atMs ?? fromMs;
      const searched = passed.filter(({ atMs }) => atMs >= edgeMs);
      const found = searched
        .filter(({ ordinal }) => ordinal % 2 === 1)
        .filter(({ atMs, id }) => !before || atMs < before.atMs || (atMs === before.atMs && id < before.id));
      return { strikes: found.slice(0, limit), edgeMs, rowsRead: Math.min(walkRows, passed.length) + searched.length };
    };
  }

  test('a page that may not go on ends with what it has, and says where the next begins', async () => {
    const read = async (window: StrikeQuery) => ({ strikes: [], edgeMs: window.toMs - 10, rowsRead: 7 });
    const requested: number[] = [];
    const goOn = async (rowsRead: number) => requested.push(rowsRead) < 3;
    const page = await strikePage({ bbox, fromMs: 0, toMs: 100, before: undefined, limit: 5 }, read, 1_000_000, goOn);
    expect(page).toEqual({ strikes: [], next: { atMs: 70, id: '' }, rowsRead: 21 });
    expect(requested).toEqual([7, 7, 7]);
  });

  describe('pages', () => {
    test('[AP2] without strikes say where to go on while there is something left to search', async () => {
      const strikes = [1, 2, 3, 4, 5, 6].map((hour): NumberedStrike => {
        return { id: `s${hour}`, latitude: 42, longitude: 23, atMs: hour * HOUR_MS, ordinal: 2 * hour };
      });
      const query = { bbox, fromMs: 0, toMs: 9 * HOUR_MS, before: undefined, limit: 5 };
      const page = await strikePage(query, archiveOf(strikes), 8);
      expect(page).toEqual({ strikes: [], next: { atMs: 3 * HOUR_MS, id: '' }, rowsRead: 8 });
      const rest = await strikePage({ ...query, before: page.next }, archiveOf(strikes), 8);
      expect(rest).toMatchObject({ strikes: [], next: undefined });
    });

    test('[AP2] that are exactly full and the last say no next', async () => {
      const strikes = [1, 2].map((n) => ({ id: `${n}`, latitude: 42, longitude: 23, atMs: n, ordinal: 2 * n - 1 }));
      const page = await strikePage({ bbox, fromMs: 0, toMs: 10, before: undefined, limit: 2 }, archiveOf(strikes));
      expect(page.next).toBeUndefined();
      expect(page.strikes).toHaveLength(2);
    });

    test('look a little way first, then farther, and never for more than a page may cost', async () => {
      const walked: number[] = [];
      const read = async ({ toMs }: StrikeQuery, walkRows: number): Promise<WindowResult> => {
        walked.push(walkRows);
        return { strikes: [], edgeMs: toMs - 1, rowsRead: 2 * walkRows };
      };
      const page = await strikePage({ bbox, fromMs: 0, toMs: 1e9, before: undefined, limit: 10 }, read);
      expect(walked).toEqual([2_000, 8_000]);
      expect(page).toEqual({ strikes: [], next: { atMs: 1e9 - 2, id: '' }, rowsRead: 20_000 });
    });

    test('of no time ask nothing', async () => {
      const read = () => Promise.reject(new Error('asked'));
      const page = await strikePage({ bbox, fromMs: 5, toMs: 5, before: undefined, limit: 1 }, read);
      expect(page).toEqual({ strikes: [], next: undefined, rowsRead: 0 });
    });
  });

  describe('a page’s cursor', () => {
    test('[AP2] leads back to the place it was made for, whatever the id', () => {
      const id = fc.string({ minLength: 1, maxLength: 64, unit: 'grapheme' }).filter((text) => text.length <= 128);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }), id, (atMs, id) => {
          const token = encodePageCursor({ atMs, id });
          expect(token).toMatch(/^[\w-]+$/);
          expect(decodePageCursor(token)).toEqual({ atMs, id });
        }),
      );
    });

    test('[AP2] names an instant alone where no strike countVersions the place, and one of the release before still leads on', () => {
      const token = encodePageCursor({ atMs: 1_785_342_229_806, id: '' });
      expect(decodePageCursor(token)).toEqual({ atMs: 1_785_342_229_806, id: '' });
      expect(decodePageCursor('MTc4NTM0MjIyOTgwNi5zdHJpa2UtMQ')).toEqual({ atMs: 1_785_342_229_806, id: 'strike-1' });
    });

    const NONE = ['', 'x', '!!!!', 'MTIz', 'LmE', 'x'.repeat(513), "' OR 1=1 --", '__8', 'MTIzNDU2Nzg5MDEyMzQ1Njc4LmE'];
    test.each(NONE)('is not %j', (token) => {
      expect(decodePageCursor(token)).toBeUndefined();
    });

    test('is never an exception, whatever the token', () =>
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.base64String()), (token) => {
          const position = decodePageCursor(token);
          expect(position === undefined || Number.isSafeInteger(position.atMs)).toBe(true);
        }),
      ));
  });
});

async function packed(...chunks: ReturnType<typeof numberedStrikes>[]): Promise<Uint8Array> {
  const csv = new CsvOfDay();
  for (const chunk of chunks) csv.add(chunk);
  return await csv.finish();
}

test('a day as CSV has a column for all that a source may tell, and is the same file for the same strikes', async () => {
  const [first, second] = [numberedStrikes(1, 500), numberedStrikes(501, 500)];
  const file = await packed(first, second);
  expect(file).toEqual(await packed(first, second));
  const lines = strFromU8(gunzipSync(file)).split('\r\n');
  expect(lines).toHaveLength(1_002);
  expect(lines[0]).toBe('id,latitude,longitude,timestamp,type,currentKa,multiplicity,semiMajorKm,semiMinorKm,azimuth');
  expect(lines[1]).toBe('strike-1,42.7,23.3,2026-07-01T12:00:01.000Z,,,,,,');
  expect(strFromU8(gunzipSync(await packed()))).toBe(`${lines[0]}\r\n`);
});

describe('day formats', () => {
  const SHA = 'a5'.repeat(32);

  test('the name of a file says its day, format and SHA-256', () => {
    for (const format of ['parquet', 'csv'] as const) {
      const reported = { day: '2026-07-01', format, sha256: SHA };
      expect(parseDayFileName(dayFileName('2026-07-01', SHA, format))).toEqual(reported);
    }
    expect(parseDayFileName('2026-07-01.csv.gz')).toEqual({ day: '2026-07-01', format: 'csv', sha256: undefined });
  });

  test.each([
    '',
    '2026-07-01',
    '2026-02-30.parquet',
    '2026-07-01.csv',
    `2026-07-01.${SHA.slice(1)}.parquet`,
    `2026-07-01.${SHA.toUpperCase()}.parquet`,
    `2026-07-01.${SHA}.parquet.gz`,
    '../2026-07-01.parquet',
  ])('no file of a day is called %s', (name) => expect(parseDayFileName(name)).toBeUndefined());
});

const NOW_MS = 104 * DAY_MS + 2 * HOUR_MS;
/** Days 100 to 103 are over; 103 and 102 have strikes, 101 had none, 100 was read from noon on. */
const ARCHIVE: ArchiveDays = {
  home: '13,34,31,48',
  fromDay: 100,
  toDay: 104,
  countVersions: new Map(pairs('103,7 102,6')),
  completeToMs: NOW_MS,
  gaps: [[0, 100.5 * DAY_MS]],
};
const create = (countVersion: number, changes: Partial<DayFileSource> = {}): DayFileSource => {
  return { home: ARCHIVE.home, countVersion, gaps: [], createdMs: NOW_MS - HOUR_MS, ...changes };
};
const HALF_MISSING = [[100 * DAY_MS, 100.5 * DAY_MS]] as const;
const ALL = new Map([
  [103, create(7)],
  [102, create(6)],
  [101, create(0)],
  [100, create(0, { gaps: HALF_MISSING })],
]);
const due = (changes: Iterable<[number, DayFileSource]> = [], archive: Partial<ArchiveDays> = {}) =>
  dueDays({ ...ARCHIVE, ...archive }, new Map([...ALL, ...changes]), NOW_MS).map(({ day }) => day);

describe('the days whose files are due', () => {
  test('are all that have none, newest first, with what their files are to be made of', () => {
    expect(dueDays(ARCHIVE, new Map(), NOW_MS)).toEqual([
      { day: 103, countVersion: 7, gaps: [] },
      { day: 102, countVersion: 6, gaps: [] },
      { day: 101, countVersion: 0, gaps: [] },
      { day: 100, countVersion: 0, gaps: HALF_MISSING },
    ]);
  });

  test('are none while nothing has changed', () => expect(due()).toEqual([]));

  test.each<[string, Partial<DayFileSource>]>([
    ['another count version: strikes came or went', { countVersion: 5 }],
    ['another gap: one was repaired without strikes', { gaps: [[103 * DAY_MS, 103 * DAY_MS + 1]] }],
    ['another home', { home: '13,34,31,47' }],
  ])('are those with %s', (_, changes) => expect(due([[103, create(7, changes)]])).toEqual([103]));

  test('are left alone for five minutes after they were made', () => {
    expect(due([[103, create(5, { createdMs: NOW_MS - 5 * MINUTE_MS + 1 })]])).toEqual([]);
    expect(due([[103, create(5, { createdMs: NOW_MS - 5 * MINUTE_MS })]])).toEqual([103]);
  });

  test('begin with those made longest ago, so that none waits for ever behind one that keeps changing', () => {
    const changed = new Map([
      [103, create(5, { createdMs: NOW_MS - 6 * MINUTE_MS })],
      [102, create(5, { createdMs: NOW_MS - 9 * MINUTE_MS })],
    ]);
    expect(due(changed)).toEqual([102, 103]);
    expect(dueDays(ARCHIVE, changed, NOW_MS).map(({ day }) => day)).toEqual([101, 100, 102, 103]);
  });

  test('are no quiet days of which nothing was read', () => {
    const gaps = { gaps: [[0, 102 * DAY_MS]] } as const;
    expect(dueDays({ ...ARCHIVE, ...gaps }, new Map(), NOW_MS).map(({ day }) => day)).toEqual([103, 102]);
    expect(dueDays({ ...ARCHIVE, completeToMs: null }, new Map(), NOW_MS).map(({ day }) => day)).toEqual([103, 102]);
  });

  test('are due again when what lay beyond the last reading was read', () => {
    const beyond = { completeToMs: 103.5 * DAY_MS };
    expect(gapsOfDay(103, { ...ARCHIVE, ...beyond })).toEqual([[103.5 * DAY_MS, 104 * DAY_MS]]);
    expect(due([], beyond)).toEqual([103]);
  });
});
