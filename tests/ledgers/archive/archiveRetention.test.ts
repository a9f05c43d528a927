import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { emptyArchive, testEnv } from '#tests/ledgers/testEnv.ts';
import { ArchiveRetention, retainArchive } from '#worker/archive/ArchiveRetention.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.UTC(2026, 6, 31, 12);
const KEPT = { historyDays: 10, maxRows: 40_000_000 };

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
const retention = new ArchiveRetention(db, HOME);
beforeEach(emptyArchive);

/** Strikes of a fortnight on three continents, many around home, numbered in order of time. */
function fortnight(count: number): NumberedStrike[] {
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed: 5, numRuns: 2 * count });
  return Array.from({ length: count }, (_, index) => {
    const wide = index % 4 === 0;
    return {
      id: `s${index}`,
      ordinal: index + 1,
      longitude: wide ? -100 + (random[2 * index] ?? 0) * 200 : 8 + (random[2 * index] ?? 0) * 28,
      latitude: wide ? -60 + (random[2 * index + 1] ?? 0) * 120 : 30 + (random[2 * index + 1] ?? 0) * 22,
      atMs: NOW_MS - 14 * DAY_MS + Math.floor((index / count) * 14 * DAY_MS),
    };
  });
}

async function insert(strikes: readonly NumberedStrike[]): Promise<void> {
  for (let at = 0; at < strikes.length; at += 1_000) {
    const batch = strikes.slice(at, at + 1_000);
    await archive.insert(batch, batch.at(-1)?.ordinal ?? 0);
  }
}

const idsLeft = async () =>
  (await db.prepare('SELECT id FROM strike ORDER BY ordinal').all<{ id: string }>()).results.map(({ id }) => id);
const idsOf = (strikes: readonly NumberedStrike[]) => strikes.map(({ id }) => id);

describe('retention', () => {
  test('keeps home for its days and what is elsewhere for 30 hours, to the strike', async () => {
    const strikes = fortnight(8_000);
    await insert(strikes);
    const kept = strikes.filter(
      ({ longitude, latitude, atMs }) =>
        atMs >= NOW_MS - 30 * HOUR_MS ||
        (atMs >= NOW_MS - KEPT.historyDays * DAY_MS && bboxContains(HOME, longitude, latitude)),
    );
    expect(await retainArchive(archive, retention, KEPT, NOW_MS)).toBe(strikes.length - kept.length);
    expect(await idsLeft()).toEqual(idsOf(kept));
    expect(await archive.size()).toBe(kept.length);
    expect(await archive.seq()).toBe(strikes.length);
    expect(await retainArchive(archive, retention, KEPT, NOW_MS)).toBe(0);
  });

  test('goes on minute after minute: what grows old around home goes then', async () => {
    const strikes = fortnight(3_000);
    await insert(strikes);
    for (let minute = 0; minute <= 30 * 60; minute += 300) {
      await retainArchive(archive, retention, KEPT, NOW_MS + minute * 60_000);
    }
    const endMs = NOW_MS + 30 * HOUR_MS;
    const kept = strikes.filter(
      ({ longitude, latitude, atMs }) =>
        atMs >= endMs - KEPT.historyDays * DAY_MS && bboxContains(HOME, longitude, latitude),
    );
    expect(await idsLeft()).toEqual(idsOf(kept));
  });

  test('deletes 20,000 in a run and no more, of whatever there is too much', async () => {
    const old = Array.from({ length: 21_500 }, (_, index) => ({
      id: `o${index}`,
      ordinal: index + 1,
      longitude: 20,
      latitude: 40,
      atMs: NOW_MS - 11 * DAY_MS,
    }));
    for (let at = 0; at < old.length; at += 5_000) await archive.insert(old.slice(at, at + 5_000), at + 5_000);
    expect(await retainArchive(archive, retention, KEPT, NOW_MS)).toBe(20_000);
    expect(await retainArchive(archive, retention, KEPT, NOW_MS)).toBe(1_500);
    expect(await archive.size()).toBe(0);
  });

  test('lets the first strikes go where there are more than there may be', async () => {
    const strikes = fortnight(4_000).map((strike) => ({ ...strike, longitude: 20, latitude: 40 }));
    await insert(strikes);
    const kept = { historyDays: 400, maxRows: 1_234 };
    await retainArchive(archive, retention, kept, NOW_MS);
    expect(await idsLeft()).toEqual(idsOf(strikes.slice(-1_234)));
    expect(await archive.size()).toBe(1_234);
    expect(await retainArchive(archive, retention, kept, NOW_MS)).toBe(0);
    // What went with them is not an empty sky.
    const [firstLeft] = strikes.slice(-1_234);
    const { droppedToMs } = await archive.record();
    expect([droppedToMs <= (firstLeft?.atMs ?? 0), droppedToMs]).toEqual([true, (strikes.at(-1_235)?.atMs ?? 0) + 1]);
  });

  test('passes nothing around home twice', async () => {
    await insert(fortnight(8_000));
    await retainArchive(archive, retention, KEPT, NOW_MS);
    const step = await retention.deleteAroundHome(NOW_MS - 30 * HOUR_MS);
    expect(step).toEqual({ deleted: 0, done: true });
  });
});

describe('the size of the archive', () => {
  test('counts a strike once, however often it is inserted', async () => {
    const strikes = fortnight(300);
    await insert(strikes);
    await insert(strikes.slice(100, 200));
    expect(await archive.size()).toBe(300);
  });
});
