import { beforeEach, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { emptyArchive, testEnv, withLedger } from '#tests/ledgers/testEnv.ts';
import { CountArchive } from '#worker/archive/CountArchive.ts';
import { countHours } from '#worker/archive/countHours.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { recoverLedger } from '#worker/feed/ArchiveDrain.ts';

const FROM_MS = Date.UTC(2026, 6, 1, 12);

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
beforeEach(emptyArchive);

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
