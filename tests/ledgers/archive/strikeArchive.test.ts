import { beforeEach, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { emptyArchive, testEnv, withLedger } from '#tests/ledgers/testEnv.ts';
import { ArchiveRetention } from '#worker/archive/ArchiveRetention.ts';
import { CountArchive } from '#worker/archive/CountArchive.ts';
import { countHours } from '#worker/archive/countHours.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import type { StrikeQuery } from '#worker/archive/windowQuery.ts';
import { recoverLedger } from '#worker/feed/ArchiveDrain.ts';

const FROM_MS = Date.UTC(2026, 6, 1, 12);
const ALL = { bbox: HOME, fromMs: 0, toMs: FROM_MS + 999 * HOUR_MS, before: undefined, limit: 10_000 };

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
beforeEach(emptyArchive);

/** Everything the query asks for, in one look. */
const windowOf = async (query: StrikeQuery) => (await archive.window(query, 1_000_000)).strikes;

/** Strikes all over the home region, many of them in the same millisecond, some on its corners. */
function sky(count: number): NumberedStrike[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `s${String((index * 7_919) % count).padStart(5, '0')}`,
    ordinal: index + 1,
    latitude: 34 + ((index * 37) % 141) / 10,
    longitude: 13 + ((index * 53) % 181) / 10,
    atMs: FROM_MS + Math.floor(index / 9) * 400_000,
  }));
}

const newestFirst = (strikes: readonly NumberedStrike[]) =>
  [...strikes].sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1));

describe('inserting', () => {
  test('[FD10] may be repeated: the same strikes change nothing, and seq never goes back', async () => {
    const strikes = sky(50);
    await archive.insert(strikes, 50);
    await archive.insert(strikes.slice(0, 20), 20);
    expect(await windowOf(ALL)).toHaveLength(50);
    expect(await archive.seq()).toBe(50);
  });

  test('[CU6] says seq only with the strikes up to it: both or neither', async () => {
    const broken = { ...sky(1)[0], latitude: null } as unknown as NumberedStrike;
    await expect(archive.insert([...sky(3), { ...broken, id: 'broken', ordinal: 4 }], 4)).rejects.toThrow();
    expect(await archive.seq()).toBe(0);
    expect(await windowOf(ALL)).toEqual([]);
  });

  test('takes a thousand strikes at once, and ids of every kind', async () => {
    const ids = ["'; DROP TABLE strike;--", '"', '\\', 'é', '😀', '1', '01', ' a'];
    const odd = ids.map((id, index) => ({ ...(sky(1)[0] as NumberedStrike), id, ordinal: 2_000 + index }));
    await archive.insert([...sky(992), ...odd], 3_000);
    for (const strike of odd) expect(await archive.byId(strike.id)).toEqual(strike);
  });
});

describe('a window', () => {
  test('is cut at the box, edges included, and at the times, the first included and the last not', async () => {
    const strikes = sky(900);
    await archive.insert(strikes, 900);
    const bbox = { west: 16.9, south: 38, east: 25.3, north: 44.2 };
    const span = { fromMs: FROM_MS + 400_000, toMs: FROM_MS + 8_000_000 };
    const expected = strikes.filter(
      ({ longitude, latitude, atMs }) =>
        bboxContains(bbox, longitude, latitude) && atMs >= span.fromMs && atMs < span.toMs,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(await windowOf({ ...ALL, bbox, ...span })).toEqual(newestFirst(expected));
  });

  test('includes strikes exactly on its edges where they are also edges of index cells', async () => {
    const bbox = { ...tileBounds({ z: 6, x: 35, y: 23 }) };
    const corners = [
      [bbox.west, bbox.south],
      [bbox.east, bbox.south],
      [bbox.west, bbox.north],
      [bbox.east, bbox.north],
    ].map(([longitude = 0, latitude = 0], index) => ({
      id: `c${index}`,
      ordinal: index + 1,
      longitude,
      latitude,
      atMs: FROM_MS,
    }));
    await archive.insert(corners, 4);
    expect(await windowOf({ ...ALL, bbox })).toHaveLength(4);
  });

  test('of a single strike in the farthest corner of the world is found', async () => {
    const corner = { id: 'c', ordinal: 1, latitude: -89.9, longitude: 179.9, atMs: FROM_MS };
    await archive.insert([corner], 1);
    const world = { west: -180, south: -90, east: 180, north: 90 };
    expect(await windowOf({ ...ALL, bbox: world })).toEqual([corner]);
    expect(await windowOf({ ...ALL, bbox: { west: 179, south: -90, east: 180, north: -89 } })).toEqual([corner]);
  });
});

describe('a tile', () => {
  test('[CU6] holds its strikes in order of number, and says up to which seq it is complete', async () => {
    const strikes = sky(600);
    await archive.insert(strikes, 600);
    for (const z of [4, 6, 8]) {
      const tile = { z, x: Math.floor((9.03 / 16) * 2 ** z), y: Math.floor((5.9 / 16) * 2 ** z) };
      const { west, south, east, north } = tileBounds(tile);
      const { seq, strikes: found } = await archive.tile(tile, FROM_MS, FROM_MS + 6 * HOUR_MS);
      const expected = strikes
        .filter(
          ({ longitude, latitude }) => longitude >= west && longitude < east && latitude > south && latitude <= north,
        )
        .filter(({ atMs }) => atMs < FROM_MS + 6 * HOUR_MS)
        .map(({ id: _, ...strike }) => strike);
      expect(found).toEqual(expected);
      expect(seq).toBe(600);
    }
  });

  test('puts every strike into exactly one tile of a zoom', async () => {
    const strikes = sky(400);
    await archive.insert(strikes, 400);
    const told: number[] = [];
    for (let x = 8; x <= 9; x += 1) {
      for (let y = 5; y <= 6; y += 1) {
        const tile = await archive.tile({ z: 4, x, y }, FROM_MS, FROM_MS + 99 * HOUR_MS);
        told.push(...tile.strikes.map(({ ordinal }) => ordinal));
      }
    }
    expect(told.sort((a, b) => a - b)).toEqual(strikes.map(({ ordinal }) => ordinal));
  });
});

describe('single strikes', () => {
  test('are found by id and by ordinal, and unknown ones are not', async () => {
    const strikes = sky(20);
    await archive.insert(strikes, 20);
    expect(await archive.byId(strikes[7]?.id ?? '')).toEqual(strikes[7]);
    expect(await archive.byOrdinal(8)).toEqual(strikes[7]);
    expect(await archive.byId('nobody')).toBeUndefined();
    expect(await archive.byOrdinal(21)).toBeUndefined();
    expect(await archive.numberedBefore(4, 2)).toEqual([strikes[2], strikes[1]]);
  });
});

/** `count` strikes of an hour, newest first. */
const hourOf = (name: string, hour: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name}${index}`,
    latitude: 42 + (index % 10) / 10,
    longitude: 23 + (index % 7) / 10,
    atMs: FROM_MS + (hour + 1) * HOUR_MS - 1 - index * 1_000,
  }));
const numbered = (count: number): NumberedStrike[] =>
  hourOf('n', 0, count)
    .reverse()
    .map((strike, index) => ({ ...strike, ordinal: index + 1 }));
const ordinalOf = async (id: string) => (await archive.byId(id))?.ordinal;

test('[HI8] strikes read back are numbered from -1 down, behind those of the stream, and each but once', async () => {
  await archive.insert(numbered(40), 40);
  expect(await archive.insertPast(hourOf('a', -30, 30))).toBe(70);
  expect(await archive.insertPast(hourOf('b', -31, 20))).toBe(90);
  expect(await archive.insertPast(hourOf('b', -31, 20))).toBe(90);
  expect(await archive.insertPast(hourOf('c', -32, 5))).toBe(95);
  expect(await Promise.all(['a0', 'a29', 'b0', 'b19', 'c0', 'n39'].map(ordinalOf))).toEqual([
    -1, -30, -31, -50, -51, 1,
  ]);
  expect(await archive.byOrdinal(-31)).toMatchObject({ id: 'b0' });
  expect([await archive.size(), await archive.seq()]).toEqual([95, 40]);
});

test('[HI8] a strike that a stream has told keeps its number, and a Feed that forgot everything takes up none of the past', async () => {
  await archive.insert(numbered(3), 3);
  const told = numbered(3).map(({ ordinal: _, ...strike }) => strike);
  expect(await archive.insertPast([...told, ...hourOf('a', -40, 4)])).toBe(7);
  expect(await ordinalOf('n0')).toBe(3);
  await withLedger(async (ledger) => {
    await recoverLedger(ledger, archive, FROM_MS + HOUR_MS);
    expect(ledger.strikes.seq).toBe(3);
    expect(ledger.strikes.byId('n0')?.ordinal).toBe(3);
    expect(ledger.strikes.byId('a0')).toBeUndefined();
  });
});

test('[HI1] what is read back into hours that were counted is counted anew', async () => {
  await archive.insert(numbered(10), 10);
  await countHours(db, HOME, FROM_MS + HOUR_MS);
  await archive.insertPast(hourOf('a', -30, 25));
  await archive.insertPast(hourOf('b', -30, 5));
  await countHours(db, HOME, FROM_MS + HOUR_MS);
  const [from, to] = [FROM_MS / HOUR_MS - 40, FROM_MS / HOUR_MS + 1];
  const { hours } = await new CountArchive(db, HOME).hours(undefined, from, to);
  const sums = hours.map(({ hour, tenths }) => [hour - FROM_MS / HOUR_MS, tenths.reduce((sum, tenth) => sum + tenth)]);
  expect(sums).toEqual([
    [-30, 30],
    [0, 10],
  ]);
});

const RECORD: HomeRecord = {
  completeToMs: 9_000,
  unread: [
    [0, 1_000],
    [4_000, 5_000],
  ],
  lastSuccessMs: 9_100,
  cause: 'unread',
};
const UNKNOWN = { completeToMs: null, unread: [], lastSuccessMs: null, cause: null, droppedToMs: 0 };

const THREE = [1, 2, 3].map((ordinal) => ({
  id: `s${ordinal}`,
  ordinal,
  atMs: ordinal,
  latitude: 42.7,
  longitude: 23.3,
}));

describe('[AP7] the record of what was read', () => {
  test('knows of nothing at first, and comes back as it was told', async () => {
    expect(await archive.record()).toEqual(UNKNOWN);
    await archive.insert(THREE, 3, RECORD);
    expect(await archive.record()).toEqual({ ...RECORD, droppedToMs: 0 });
    expect(await archive.seq()).toBe(3);
  });

  test('takes the place of the last one, with or without strikes, and stays when strikes come without one', async () => {
    await archive.insert([], 0, RECORD);
    const later = { ...RECORD, completeToMs: 12_000, unread: [[0, 1_000] as const], cause: null };
    await archive.insert([], 0, later);
    await archive.insert(THREE, 3);
    expect(await archive.record()).toEqual({ ...later, droppedToMs: 0 });
    expect([await archive.size(), await archive.seq()]).toEqual([3, 3]);
  });

  test('is written in one transaction with the strikes it speaks of: if they fail, it does not say they were read', async () => {
    await db.prepare('ALTER TABLE unread_span RENAME TO unread_away').run();
    await expect(archive.insert(THREE, 3, RECORD)).rejects.toThrow('unread_span');
    await db.prepare('ALTER TABLE unread_away RENAME TO unread_span').run();
    expect([await archive.seq(), await archive.size()]).toEqual([0, 0]);
    expect(await archive.record()).toEqual(UNKNOWN);
  });

  test('is forgotten with the strikes: spans that end before what is kept go', async () => {
    await archive.insert([], 0, RECORD);
    const retention = new ArchiveRetention(db, HOME);
    await retention.forgetUnread(999);
    expect((await archive.record()).unread).toHaveLength(2);
    await retention.forgetUnread(1_000);
    expect((await archive.record()).unread).toEqual([[4_000, 5_000]]);
  });

  test('comes with the strikes of a tile', async () => {
    await archive.insert(THREE, 3, RECORD);
    const { seq, record } = await archive.tile({ z: 4, x: 9, y: 5 }, 0, 1_000);
    expect([seq, record]).toEqual([3, { ...RECORD, droppedToMs: 0 }]);
  });
});
