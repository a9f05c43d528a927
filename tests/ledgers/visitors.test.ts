import { expect, test } from 'vitest';
import { forgetSalts, saltOf } from '#worker/http/visitors.ts';
import { emptyOutbox } from './testEnv.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 6, 14, 12);

test('all hashes of networks of a day have one salt, which is forgotten when the day is over', async () => {
  const db = await emptyOutbox();
  expect(await saltOf(db, NOON_MS, 'first')).toBe('first');
  expect(await saltOf(db, NOON_MS + 1_000, 'second')).toBe('first');
  await forgetSalts(db, NOON_MS + DAY_MS / 4);
  expect(await saltOf(db, NOON_MS, 'third')).toBe('first');
  await forgetSalts(db, NOON_MS + DAY_MS);
  expect((await db.prepare('SELECT * FROM network_salt').all()).results).toEqual([]);
});
