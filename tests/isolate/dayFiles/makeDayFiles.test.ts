import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#shared/time.ts';
import { sha256Of } from '#worker/features/gis/DayFileTable.ts';
import { objectKey } from '#worker/features/gis/makeDayFiles.ts';
import {
  allFiles,
  beginAnew,
  bodyOf,
  bucket,
  count,
  expectFilesOfTable,
  filesOf,
  insert,
  keysInBucket,
  late,
  make,
  makeAll,
  NOW_MS,
  readCsv,
  readParquet,
  strikesOf,
  TODAY,
  YESTERDAY,
} from './closedDays.ts';

beforeEach(beginAnew);

const GAP: Span = [YESTERDAY * DAY_MS + HOUR_MS, YESTERDAY * DAY_MS + 2 * HOUR_MS];

/** All files of 200 strikes. */
async function createdOf(gaps: readonly Span[] = []): Promise<void> {
  await insert(strikesOf(200, 1), gaps);
  await count();
  await makeAll();
}

/** R2 whose `put` is another. */
const bucketWith = (put: R2Bucket['put']): R2Bucket =>
  new Proxy(bucket, {
    get: (target, name: 'put' | 'delete') => (name === 'put' ? put : target[name].bind(target)),
  });

describe('files of days', () => {
  test('are made of each day that is over, hold its strikes, and are named by what they hold', async () => {
    await insert(strikesOf(2_000, 1));
    await count();
    expect(await makeAll()).toEqual(['2026-07-03', '2026-07-02']);
    await expectFilesOfTable();
    const files = await filesOf(YESTERDAY);
    expect(files?.strikes).toBeGreaterThan(200);
    for (const file of Object.values(files?.files ?? {})) {
      const body = await bodyOf(file.name);
      expect(body.byteLength).toBe(file.bytes);
      expect(bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', body)))).toBe(sha256Of(file));
    }
  });

  test('are not made of today, nor before a day is over for 70 minutes, and are made within ten after that', async () => {
    await insert(strikesOf(300, 1));
    const overMs = TODAY * DAY_MS;
    await count(overMs + 69 * MINUTE_MS);
    expect(await makeAll(overMs + 69 * MINUTE_MS)).toEqual(['2026-07-02']);
    await count(overMs + 70 * MINUTE_MS);
    expect(await makeAll(overMs + 70 * MINUTE_MS)).toEqual(['2026-07-03']);
  });

  test('keep what a source tells of a strike beside time and place', async () => {
    const ellipse = { semiMajorKm: 1.5, semiMinorKm: 0.4, azimuth: 12 };
    const detailed = {
      ...late(YESTERDAY),
      detail: { type: 'cloud' as const, currentKa: -12.5, multiplicity: 3, ellipse },
    };
    await insert([...strikesOf(50, 1), detailed]);
    await count();
    await makeAll();
    await expectFilesOfTable();
    const lines = readCsv(await bodyOf((await filesOf(YESTERDAY))?.files.csv.name ?? ''));
    expect(lines).toContain('late-900000,42,23,2026-07-03T22:30:00.000Z,cloud,-12.5,3,1.5,0.4,12');
  });

  test('say which of the day was not read, who owns the data and on which terms', async () => {
    await createdOf([GAP]);
    const name = (await filesOf(YESTERDAY))?.files.parquet.name ?? '';
    const { reported } = await readParquet(await bodyOf(name));
    expect(reported).toMatchObject({
      day: '2026-07-03',
      gaps: '[{"from":"2026-07-03T01:00:00.000Z","to":"2026-07-03T02:00:00.000Z"}]',
      attribution: 'A network',
      license: 'https://example.net/terms',
    });
    const object = await bucket.head(objectKey(name));
    expect(object?.customMetadata?.gaps).toBe('2026-07-03T01:00:00.000Z/2026-07-03T02:00:00.000Z');
  });

  test('of a quiet day are empty, and are not made if nothing of it was read', async () => {
    await insert([late(TODAY)]);
    await count();
    expect(await makeAll()).toEqual(['2026-07-03', '2026-07-02']);
    const { strikes, reported } = await readParquet(await bodyOf((await filesOf(YESTERDAY))?.files.parquet.name ?? ''));
    expect([strikes, reported.gaps]).toEqual([[], '[]']);
    expect(readCsv(await bodyOf((await filesOf(YESTERDAY))?.files.csv.name ?? ''))).toHaveLength(1);
    await insert([late(YESTERDAY, 900_001)]);
    await count();
    expect(await makeAll(NOW_MS + 6 * MINUTE_MS)).toEqual(['2026-07-03']);
    await expectFilesOfTable();
  });

  test('of a day with too many strikes for them are not made; it is named, and holds up no other', async () => {
    await insert(strikesOf(200, 1));
    await count();
    expect(await make(NOW_MS, { mostStrikes: 50 })).toMatchObject({ created: '2026-07-02', tooLarge: ['2026-07-03'] });
    expect(await filesOf(YESTERDAY)).toBeUndefined();
  });

  test('are made anew for a late strike once five minutes have gone by, and for a repaired gap without strikes', async () => {
    await createdOf([GAP]);
    const first = await filesOf(YESTERDAY);
    await insert([late(YESTERDAY)], [GAP]);
    await count();
    expect(await makeAll(NOW_MS + 4 * MINUTE_MS)).toEqual([]);
    expect(await makeAll(NOW_MS + 5 * MINUTE_MS)).toEqual(['2026-07-03']);
    await expectFilesOfTable();
    const second = await filesOf(YESTERDAY);
    expect(second?.files).not.toEqual(first?.files);
    await insert([]);
    await count();
    expect(await makeAll(NOW_MS + 10 * MINUTE_MS)).toEqual(['2026-07-03']);
    const third = await filesOf(YESTERDAY);
    expect(third).toMatchObject({ countVersion: second?.countVersion, gaps: [] });
    expect(third?.files.parquet).not.toEqual(second?.files.parquet);
    expect(third?.files.csv).toEqual(second?.files.csv);
    expect(await makeAll(NOW_MS + 20 * MINUTE_MS)).toEqual([]);
  });

  test('that others took the place of stay for 26 hours and then go', async () => {
    await createdOf();
    const first = await filesOf(YESTERDAY);
    await insert([late(YESTERDAY)]);
    await count();
    await makeAll(NOW_MS + 10 * MINUTE_MS);
    const old = [first?.files.parquet.name, first?.files.csv.name].map((name) => objectKey(name ?? ''));
    expect(await keysInBucket()).toEqual(expect.arrayContaining(old));
    expect(await make(NOW_MS + 26 * HOUR_MS)).toMatchObject({ deleted: 0 });
    expect(await make(NOW_MS + 26 * HOUR_MS + 11 * MINUTE_MS)).toMatchObject({ deleted: 2 });
    const left = await keysInBucket();
    expect(left.filter((key) => old.includes(key))).toEqual([]);
    await expectFilesOfTable();
  });

  test('of days that are no longer kept go with them', async () => {
    await createdOf();
    const retentionMs = YESTERDAY * DAY_MS;
    expect(await make(NOW_MS, { retentionMs })).toEqual({ created: undefined, deleted: 2, tooLarge: [] });
    expect((await keysInBucket()).every((key) => key.startsWith('days/2026-07-03.'))).toBe(true);
    expect((await allFiles()).map(({ day }) => day)).toEqual([YESTERDAY]);
  });

  test('are not kept if a strike came into the day while it was read, and nothing of them stays', async () => {
    await insert(strikesOf(200, 1));
    await count();
    const store = bucketWith(async (...put: Parameters<R2Bucket['put']>) => {
      await insert([late(YESTERDAY)]);
      return await bucket.put(...put);
    });
    expect((await make(NOW_MS, { store })).created).toBeUndefined();
    expect(await filesOf(YESTERDAY)).toBeUndefined();
    expect(await make(NOW_MS + 27 * HOUR_MS)).toMatchObject({ deleted: 2 });
    await count();
    await makeAll();
    await expectFilesOfTable();
  });

  test('equal the archive after any sequence of late strikes, gaps, counts and runs cut short', async () => {
    const step = fc.constantFrom('late', 'gap', 'count', 'make', 'cut') as fc.Arbitrary<
      'late' | 'gap' | 'count' | 'make' | 'cut'
    >;
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), fc.nat(2), async (steps, puts) => {
        await beginAnew();
        let [nowMs, gaps] = [NOW_MS, [] as Span[]];
        await insert(strikesOf(150, ++seed), gaps);
        for (const each of steps) {
          nowMs += 3 * MINUTE_MS;
          if (each === 'late') await insert(strikesOf(20, ++seed), gaps);
          if (each === 'gap') gaps = gaps.length > 0 ? [] : [[YESTERDAY * DAY_MS, YESTERDAY * DAY_MS + HOUR_MS]];
          if (each === 'gap') await insert([], gaps);
          if (each === 'count') await count(nowMs);
          if (each === 'make') await make(nowMs);
          if (each === 'cut') await make(nowMs, { store: mortal(puts) }).catch(() => {});
        }
        await count(nowMs);
        await makeAll(nowMs + 5 * MINUTE_MS);
        await expectFilesOfTable();
        expect(await allFiles()).toHaveLength(2);
        expect((await filesOf(YESTERDAY))?.gaps).toEqual(gaps);
      }),
      { numRuns: 5, seed: 5 },
    );
  });
});

/** R2 that ends after a number of objects were put, as when an isolate is destroyed. */
function mortal(puts: number): R2Bucket {
  let left = puts;
  return bucketWith((...put: Parameters<R2Bucket['put']>) => {
    left -= 1;
    if (left < 0) throw new Error('cut short');
    return bucket.put(...put);
  });
}
