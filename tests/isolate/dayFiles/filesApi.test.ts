import { createExecutionContext } from 'cloudflare:test';
import { hexToBytes } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { dayKey, dayStartMs, utcDay } from '#shared/utcDay.ts';
import { dayFilePath } from '#shared/wire/apiPaths.ts';
import { readParquet } from '#tests/isolate/dayFiles/closedDays.ts';
import { emptyArchive, emptyOutbox, testEnv } from '#tests/isolate/testEnv.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { app } from '#worker/app.ts';
import { countHours } from '#worker/archive/counts.ts';
import { packDays } from '#worker/archive/days.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { type DayFiles, DayFileTable, sha256Of } from '#worker/features/gis/DayFileTable.ts';
import { makeDayFiles, objectKey } from '#worker/features/gis/makeDayFiles.ts';
import { newApiKey } from '#worker/http/keys/apiKeys.ts';

const YESTERDAY_MS = dayStartMs(Date.now()) - DAY_MS;
const DAY = dayKey(YESTERDAY_MS);
/** When the files were created; they cannot be requested before. */
const CREATED_MS = YESTERDAY_MS + DAY_MS + 71 * MINUTE_MS;
const STRIKES = numberedStrikes(1, 40, { atMs: YESTERDAY_MS + 23 * HOUR_MS });
const BIG_SHA = 'b1'.repeat(32);
const BIG = dayFilePath(`${DAY}.${BIG_SHA}.csv.gz`);
const BIG_BYTES = 2_500_000;

const { DB: db } = testEnv;
const bucket = testEnv.ARCHIVE_BUCKET as R2Bucket;
let files: DayFiles;
let key = '';

beforeAll(async () => {
  await emptyArchive();
  await emptyOutbox();
  const gap = [YESTERDAY_MS, YESTERDAY_MS + 1_000] as const;
  await new StrikeArchive(db).insert(STRIKES, 40, {
    completeToMs: CREATED_MS,
    gaps: [gap],
    lastSuccessMs: 0,
    cause: null,
  });
  while ((await countHours(db, HOME, CREATED_MS)) > 0);
  await packDays(db, HOME, CREATED_MS, 0);
  const deps = { db, bucket, home: HOME, attribution: () => '', license: '' };
  await makeDayFiles(deps, CREATED_MS, YESTERDAY_MS);
  const day = utcDay(YESTERDAY_MS);
  files = (await new DayFileTable(db).between(day, day + 1))[0] as DayFiles;
  await bucket.put(objectKey(`${DAY}.${BIG_SHA}.csv.gz`), new Uint8Array(BIG_BYTES));
  const newKey = newApiKey((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  key = newKey.text;
  const row = "INSERT INTO api_key VALUES (?1, ?2, ?1, 'A reader', 'professional', 'read', 0, NULL, NULL)";
  await testEnv.OUTBOX_DB.prepare(row).bind(newKey.id, newKey.hash).run();
});

interface FilesRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly env?: Record<string, unknown>;
}

const request = (path: string, { env = {}, ...init }: FilesRequest = {}) =>
  app.request(path, init, { ...testEnv, ARCHIVE_ACCESS: 'open', ...env }, createExecutionContext());
const withKey = () => ({ authorization: `Bearer ${key}` });

describe('a file of a day', () => {
  test('is where its short name leads, and is what its name says', async () => {
    for (const [ending, { name, bytes }] of [
      ['parquet', files.files.parquet],
      ['csv.gz', files.files.csv],
    ] as const) {
      const short = await request(dayFilePath(`${DAY}.${ending}`));
      expect([short.status, short.headers.get('location')]).toEqual([307, dayFilePath(name)]);
      expect(short.headers.get('cache-control')).toBe('public, max-age=60');
      const response = await request(dayFilePath(name));
      expect(response.status).toBe(200);
      const body = await response.arrayBuffer();
      expect(body.byteLength).toBe(bytes);
      const sha256 = sha256Of({ name, bytes });
      expect(new Uint8Array(await crypto.subtle.digest('SHA-256', body))).toEqual(hexToBytes(sha256));
      const digest = /^sha-256=:(.+):$/.exec(response.headers.get('repr-digest') ?? '')?.[1] ?? '';
      expect(Uint8Array.from(atob(digest), (byte) => byte.charCodeAt(0))).toEqual(hexToBytes(sha256));
      expect(response.headers.get('etag')).toBe(`"${sha256}"`);
      expect(response.headers.get('data-gaps')).toBe(`${DAY}T00:00:00.000Z/${DAY}T00:00:01.000Z`);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="strikes-${DAY}.${ending}"`);
    }
    const parquet = await request(dayFilePath(files.files.parquet.name));
    expect(parquet.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect((await readParquet(await parquet.arrayBuffer())).strikes).toHaveLength(40);
  });

  test('is sent in part, not at all to whoever has it, and described to HEAD', async () => {
    const { name, bytes } = files.files.parquet;
    const path = dayFilePath(name);
    const whole = new Uint8Array(await (await request(path)).arrayBuffer());
    for (const [range, from, to] of [
      ['bytes=4-9', 4, 10],
      ['bytes=-8', bytes - 8, bytes],
      [`bytes=100-${bytes * 2}`, 100, bytes],
    ] as const) {
      const part = await request(path, { headers: { range } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${bytes}`]);
      expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(from, to));
    }
    const beyond = await request(path, { headers: { range: `bytes=${bytes}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
    const replaced = await request(path, { headers: { range: 'bytes=0-3', 'if-range': '"other"' } });
    expect([replaced.status, (await replaced.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    const tag = (await request(path)).headers.get('etag') ?? '';
    const had = await request(path, { headers: { 'if-none-match': `W/${tag}` } });
    expect([had.status, await had.text(), had.headers.get('etag')]).toEqual([304, '', tag]);
    const head = await request(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(bytes),
      'bytes',
    ]);
    expect(await head.text()).toBe('');
  });

  test('is handed out to keys, to all or to nobody, as ARCHIVE_ACCESS says', async () => {
    const paths = [dayFilePath(`${DAY}.parquet`), dayFilePath(files.files.parquet.name)];
    for (const path of paths) {
      const refused = await request(path, { env: { ARCHIVE_ACCESS: undefined } });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await refused.json()).toMatchObject({
        code: 'unauthorized',
        detail: expect.stringContaining('require an API key'),
      });
      const response = await request(path, { env: { ARCHIVE_ACCESS: 'key' }, headers: withKey() });
      expect(response.status).toBeLessThan(400);
      expect(response.headers.get('cache-control')).toMatch(/^private/);
      for (const [env, detail] of [
        [{ ARCHIVE_ACCESS: 'off' }, 'This deployment does not serve daily files.'],
        [{ ARCHIVE_BUCKET: undefined }, 'This deployment does not produce daily files.'],
      ] as const) {
        const result = await request(path, { env, headers: withKey() });
        expect([result.status, await result.json()]).toMatchObject([404, { code: 'not-found', detail }]);
      }
    }
  });

  test('costs a unit, and one more for each whole MB that is sent', async () => {
    const left = async (headers: Record<string, string> = {}, method = 'GET') => {
      const response = await request(BIG, { headers: { ...withKey(), ...headers }, method });
      await response.arrayBuffer();
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await left({}, 'HEAD');
    expect(await left()).toBe(before - 3);
    expect(await left({ range: 'bytes=0-1' })).toBe(before - 4);
    expect(await left({ 'if-none-match': `"${BIG_SHA}"` })).toBe(before - 5);
  });

  test('[AP5] comes out of a network’s share of history without a key', async () => {
    let units = 0;
    const rate = { limit: async () => ({ success: ++units < 2 }) };
    const statuses: number[] = [];
    // 3 of our units each; one of the limiter is 50 of them.
    while (statuses.length < 60 && !statuses.includes(429)) {
      const response = await request(BIG, {
        headers: { 'cf-connecting-ip': '203.0.113.9' },
        env: { HISTORY_RATE: rate },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses).toHaveLength(34);
  });

  test.each([
    [`${DAY}.csv`, { file: 'format' }, /2026-07-01\.parquet/],
    ['2026-02-30.parquet', { file: 'format' }, /\.csv\.gz/],
    [`${dayKey(Date.now() + 2 * DAY_MS)}.parquet`, { day: 'range' }, /future/],
    ['2020-01-01.parquet', { day: 'not-kept' }, /older than the retention period/],
    [`${DAY}.parquet?version=1`, { version: 'unknown' }, /version/],
  ])('[AP1] is refused under a wrong name: %s', async (name, errors, pattern) => {
    const response = await request(dayFilePath(name));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors, detail: expect.stringMatching(pattern) });
  });

  test.each([
    [`${dayKey(Date.now())}.parquet`, /not ready. Files are produced about 75 minutes after/],
    [`${dayKey(Date.now() - 9 * DAY_MS)}.csv.gz`, /there is no data, or the file is not ready/],
    [`${DAY}.${'0'.repeat(64)}.parquet`, new RegExp(`/api/v1/files/${DAY}.parquet redirects to the current version`)],
  ])('that is not there says why, and where to look: %s', async (name, pattern) => {
    const response = await request(dayFilePath(name));
    expect([response.status, await response.json()]).toMatchObject([404, { detail: expect.stringMatching(pattern) }]);
  });
});
