import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { WallTable } from '#worker/walls/WallTable.ts';
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
