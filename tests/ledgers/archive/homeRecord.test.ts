import { beforeEach, describe, expect, test } from 'vitest';
import { HOME } from '#tests/ledgers/runFeed.ts';
import { emptyArchive, testEnv } from '#tests/ledgers/testEnv.ts';
import { ArchiveRetention } from '#worker/archive/ArchiveRetention.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';

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

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
beforeEach(emptyArchive);

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
