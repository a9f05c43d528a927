import { beforeEach, describe, expect, test } from 'vitest';
import { type Tile, tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { emptyArchive } from '#tests/isolate/testEnv.ts';
import { refileArchive } from '#worker/archive/refileArchive.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { strikePage } from '#worker/archive/strikePage.ts';
import { seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import operations from '../../../docs/operations.md?raw';

const FROM_MS = Date.UTC(2026, 6, 1);
const TO_MS = FROM_MS + 86_400_000;
const STRIKES = 3_000;
const CITY = { west: 22.5, south: 42, east: 24.5, north: 43.5 };

let db: D1Database;
let archive: StrikeArchive;
let strikes: NumberedStrike[];

/** An archive as the releases before left it: every strike under its tile at zoom 6. */
beforeEach(async () => {
  db = await emptyArchive();
  archive = new StrikeArchive(db);
  const random = seededRandom(9);
  strikes = Array.from({ length: STRIKES }, (_, index) => ({
    id: `s${index}`,
    ordinal: index + 1,
    longitude: 14 + random() * 16,
    latitude: 35 + random() * 12,
    atMs: FROM_MS + Math.floor(random() * (TO_MS - FROM_MS)),
  }));
  await archive.insert(strikes, STRIKES);
  const old = strikes.map(({ id, longitude, latitude }) => {
    const { x, y } = tileAt(longitude, latitude, 6);
    return [id, x * 64 + y];
  });
  await db
    .prepare('UPDATE strike SET cell = old.value ->> 1 FROM json_each(?1) AS old WHERE strike.id = old.value ->> 0')
    .bind(JSON.stringify(old))
    .run();
});

const filedOld = async () =>
  (await db.prepare('SELECT count(*) AS old FROM strike WHERE cell < 4096').first<{ old: number }>())?.old;

async function idsInCity(): Promise<string[]> {
  const query = { bbox: CITY, fromMs: FROM_MS, toMs: TO_MS, before: undefined, limit: STRIKES };
  const page = await strikePage(query, (...look) => archive.window(...look));
  expect(page.next).toBeUndefined();
  return page.strikes.map(({ id }) => id);
}

async function idsOfTile(tile: Tile): Promise<string[]> {
  return (await archive.tile(tile, FROM_MS, TO_MS)).strikes.map(({ id }) => id);
}

describe('filing the archive under finer cells', () => {
  test('before, half-way and after, pages and slices hold the same strikes', async () => {
    const tile = tileAt(23.3, 42.7, 7);
    const [page, slice] = [await idsInCity(), await idsOfTile(tile)];
    expect(page.length).toBeGreaterThan(20);
    expect(slice.length).toBeGreaterThan(20);
    expect(await filedOld()).toBe(STRIKES);
    expect(await refileArchive(db, 1_500)).toBe(1_500);
    expect(await filedOld()).toBe(STRIKES - 1_500);
    expect(await idsInCity()).toEqual(page);
    expect(await idsOfTile(tile)).toEqual(slice);
    expect(await refileArchive(db)).toBe(STRIKES - 1_500);
    expect(await filedOld()).toBe(0);
    expect(await idsInCity()).toEqual(page);
    expect(await idsOfTile(tile)).toEqual(slice);
    expect(await refileArchive(db)).toBe(0);
  });

  test('a strike told again while it is filed as before stays one', async () => {
    await archive.insert(strikes.slice(0, 100), STRIKES);
    await refileArchive(db);
    expect(await archive.size()).toBe(STRIKES);
    expect((await idsInCity()).length).toBe(new Set(await idsInCity()).size);
  });

  test('after a rollback, the statement of the operations page files all of it back', async () => {
    const cells = async () => (await db.prepare('SELECT id, cell FROM strike ORDER BY id').all()).results;
    const before = await cells();
    await refileArchive(db);
    expect(await cells()).not.toEqual(before);
    const [statement = ''] = /UPDATE strike SET cell[^"]+/.exec(operations) ?? [];
    await db.prepare(statement).run();
    expect(await cells()).toEqual(before);
  });
});
