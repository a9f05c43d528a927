import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { MOST_WALLS, WallTable } from '#worker/walls/WallTable.ts';
import { emptyOutbox } from './testEnv.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const SETUP = '{"title":"Plovdiv"}';
const digits = (number: number) => number.toString(16).padStart(32, '0');
const wallOf = (number: number, network: string | null = null) => ({
  id: digits(number),
  viewKey: digits(1_000_000 + number),
  editKey: digits(2_000_000 + number),
  setup: SETUP,
  network,
});

test('of the keys of a wall only hashes are stored', async () => {
  const db = await emptyOutbox();
  const wall = wallOf(1, 'net');
  expect(await new WallTable(db).add(wall, NOW, 10)).toBe('added');
  const stored = JSON.stringify((await db.prepare('SELECT * FROM wall').all()).results);
  expect(stored).toContain(wall.id);
  expect(stored).not.toContain(wall.viewKey);
  expect(stored).not.toContain(wall.editKey);
});

test('each key has its right, and a view key that was replaced or whose wall was deleted has none', async () => {
  const table = new WallTable(await emptyOutbox());
  const { id, viewKey, editKey } = wallOf(1);
  await table.add(wallOf(1), NOW, 10);
  const rightOf = async (key: string) => (await table.read(id, key, NOW))?.right;
  expect([await rightOf(viewKey), await rightOf(editKey), await rightOf(digits(9))]).toEqual([
    'view',
    'edit',
    undefined,
  ]);
  await table.replaceViewKey(id, digits(7));
  expect([await rightOf(viewKey), await rightOf(digits(7)), await rightOf(editKey)]).toEqual([
    undefined,
    'view',
    'edit',
  ]);
  await table.change(id, '{"title":"Varna"}');
  expect(await table.read(id, digits(7), NOW)).toEqual({ right: 'view', setup: '{"title":"Varna"}' });
  await table.remove(id);
  expect(await rightOf(editKey)).toBeUndefined();
});

test('from half of a day’s walls on a network has only its share, and others still have theirs', async () => {
  const table = new WallTable(await emptyOutbox());
  const add = (number: number, network: string) => table.add(wallOf(number, network), NOW, 10);
  for (let number = 0; number < 5; number += 1) expect(await add(number, 'greedy')).toBe('added');
  expect(await add(5, 'greedy')).toBe('share');
  expect(await add(6, 'honest')).toBe('added');
  for (let number = 7; number < 11; number += 1) expect(await add(number, `net ${number}`)).toBe('added');
  expect(await add(11, 'late')).toBe('full');
  expect(await table.add(wallOf(12, 'greedy'), NOW + DAY_MS, 10)).toBe('added');
});

test('the networks of a day are forgotten with it, and a wall that nobody read for 400 days is deleted', async () => {
  const db = await emptyOutbox();
  const table = new WallTable(db);
  await table.add(wallOf(1, 'net'), NOW, 10);
  await table.add(wallOf(2, 'net'), NOW, 10);
  expect(await table.tidy(NOW + DAY_MS)).toBe(0);
  expect((await db.prepare('SELECT DISTINCT network FROM wall').all()).results).toEqual([{ network: null }]);
  await table.read(digits(1), wallOf(1).viewKey, NOW + 200 * DAY_MS);
  expect(await table.tidy(NOW + 401 * DAY_MS)).toBe(1);
  expect(await table.read(digits(1), wallOf(1).viewKey, NOW)).toBeDefined();
});

test('where there are as many as there may be, the oldest unused gives way, then the longest idle, and none that is in use', async () => {
  const db = await emptyOutbox();
  const table = new WallTable(db);
  const day = Math.floor(NOW / DAY_MS);
  // All are in use but three: one that was used long ago, and two that nobody read after they were made.
  await db
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO wall (id, view_hash, edit_hash, setup, created_at_ms, seen_day, network)
       SELECT printf('%032x', i), '', '', '{}', ?2, iif(i = 1, ?3 - 40, iif(i = 2, ?3 - 90, iif(i = 3, ?3 - 91, ?3 - 1))), NULL FROM n`,
    )
    .bind(MOST_WALLS, NOW - 90 * DAY_MS, day)
    .run();
  await db
    .prepare('UPDATE wall SET created_at_ms = ? WHERE id = ?')
    .bind(NOW - 91 * DAY_MS, digits(3))
    .run();
  const held = async () => {
    const { results } = await db
      .prepare('SELECT id FROM wall WHERE id IN (?, ?, ?)')
      .bind(digits(1), digits(2), digits(3))
      .all();
    return results.map(({ id }) => Number.parseInt(String(id), 16)).sort();
  };
  const add = (number: number, nowMs = NOW) => table.add(wallOf(MOST_WALLS + number), nowMs, 1_000);
  expect([await add(1), await held()]).toEqual(['added', [1, 2]]);
  expect([await add(2), await held()]).toEqual(['added', [1]]);
  expect([await add(3), await held()]).toEqual(['added', []]);
  expect(await add(4)).toBe('full');
  expect(await add(5, NOW + DAY_MS)).toBe('added');
  expect(await db.prepare('SELECT count(*) AS walls FROM wall').first('walls')).toBe(MOST_WALLS);
});
