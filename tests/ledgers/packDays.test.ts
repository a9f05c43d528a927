import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { bboxContains, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { tileAt } from '#shared/geo/tile.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { utcDay } from '#shared/utcDay.ts';
import { DAY_GRIDS, type DayGridKind, decodeDayGrid } from '#shared/wire/dayGrid.ts';
import { strikesAroundHome } from '#tests/support/strikes.ts';
import { ArchiveRetention } from '#worker/archive/ArchiveRetention.ts';
import { countHours, forgetCounts } from '#worker/archive/counts.ts';
import { DayArchive, forgetPackedDays, packDays } from '#worker/archive/days.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { emptyArchive, testEnv } from './testEnv.ts';

const NOW_MS = Date.UTC(2026, 6, 4, 12, 20);
const TODAY = utcDay(NOW_MS);
const SPAN_MS = 3 * DAY_MS;
const KINDS: readonly DayGridKind[] = ['hours', 'cells'];

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
beforeEach(emptyArchive);

const strikesOf = (count: number, seed: number) => strikesAroundHome(count, seed, { toMs: NOW_MS, spanMs: SPAN_MS });

const insert = (strikes: readonly NumberedStrike[]) => archive.insert(strikes, strikes.at(-1)?.ordinal ?? 0);
const pack = (database = db, retainedSinceMs = 0) => packDays(database, HOME, NOW_MS, retainedSinceMs);

async function countAndPack(): Promise<void> {
  while ((await countHours(db, HOME, NOW_MS, 50)) > 0);
  while ((await pack()) > 0);
}

async function packedDays(): Promise<number[]> {
  const { results } = await db.prepare('SELECT day FROM packed_day ORDER BY day').all<{ day: number }>();
  return results.map(({ day }) => day);
}

interface Answered {
  readonly lines: readonly string[];
  readonly gapHours: ReadonlySet<number>;
}

async function answered(kind: DayGridKind, day: number): Promise<Answered> {
  const { body, uncounted } = await new DayArchive(db, HOME).grid(kind, day, day * 24, day * 24 + 24);
  const decoded = decodeDayGrid(body);
  if (!decoded.ok) throw new Error(decoded.reason);
  expect(decoded.grid).toMatchObject({ day, zoom: DAY_GRIDS[kind].zoom });
  const gapHours = new Set<number>();
  for (const [fromMs, toMs] of uncounted) {
    for (let atMs = fromMs; atMs < toMs; atMs += HOUR_MS) gapHours.add(atMs / HOUR_MS - day * 24);
  }
  const lines = decoded.grid.counts.map(({ hour, x, y, strikes }) => `${hour ?? '-'} ${x} ${y} ${strikes}`).sort();
  return { lines, gapHours };
}

async function linesOfTable(kind: DayGridKind, day: number): Promise<string[]> {
  const sums = new Map<string, number>();
  for (const { longitude, latitude, atMs } of await archive.numberedBefore(Number.MAX_SAFE_INTEGER, 100_000)) {
    if (utcDay(atMs) !== day || !bboxContains(HOME, longitude, latitude)) continue;
    const { x, y } = tileAt(longitude, latitude, DAY_GRIDS[kind].zoom);
    const key = `${kind === 'hours' ? Math.floor(atMs / HOUR_MS) % 24 : '-'} ${x} ${y}`;
    sums.set(key, (sums.get(key) ?? 0) + 1);
  }
  return [...sums].map(([key, sum]) => `${key} ${sum}`).sort();
}

/** Every day of the span, packed or made now. Hours that were not counted are counted separately. */
async function expectDaysOfTheTable(): Promise<void> {
  for (const kind of KINDS) {
    for (let day = TODAY - 3; day <= TODAY; day += 1) {
      const { lines, gapHours } = await answered(kind, day);
      const table = await linesOfTable(kind, day);
      const report = (all: readonly string[]) => all.filter((line) => !gapHours.has(Number.parseInt(line, 10)));
      if (kind === 'hours') expect(report(lines)).toEqual(report(table));
      else if (gapHours.size === 0) expect(lines).toEqual(table);
    }
  }
}

/** D1 that ends after a number of further calls, as when an isolate is destroyed. */
function mortal(calls: number): D1Database {
  let left = calls;
  const live = <Args extends unknown[], Result>(method: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      left -= 1;
      if (left < 0) throw new Error('cut short');
      return method(...args);
    };
  };
  return new Proxy(db, {
    get: (target, name: 'batch' | 'prepare') =>
      name === 'batch' ? live(target.batch.bind(target)) : target[name].bind(target),
  });
}

describe('packed days', () => {
  test('[HI4] have the sums of the table, and so have days that are made while one waits', async () => {
    await insert(strikesOf(2_000, 1));
    await countHours(db, HOME, NOW_MS);
    await expectDaysOfTheTable();
    expect(await packedDays()).toEqual([]);
    await countAndPack();
    expect(await packedDays()).toEqual([TODAY - 3, TODAY - 2, TODAY - 1]);
    await expectDaysOfTheTable();
    expect((await answered('hours', TODAY - 1)).gapHours.size).toBe(0);
    expect((await linesOfTable('cells', TODAY - 1)).length).toBeGreaterThan(400);
  });

  test('come from their row, not from what they were made of', async () => {
    await insert(strikesOf(500, 1));
    await countAndPack();
    const before = await Promise.all(KINDS.map((kind) => answered(kind, TODAY - 1)));
    await db.batch([db.prepare('DELETE FROM strike'), db.prepare('DELETE FROM tile_count')]);
    expect(await Promise.all(KINDS.map((kind) => answered(kind, TODAY - 1)))).toEqual(before);
    expect(await pack()).toBe(0);
  });

  test('[HI4] with a late strike say that its hour is a gap, are not answered once it was counted, and are made again', async () => {
    await insert(strikesOf(500, 1));
    await countAndPack();
    const atMs = (TODAY - 1) * DAY_MS + 5.5 * HOUR_MS;
    await insert([{ id: 'late', ordinal: 900_000, longitude: 23, latitude: 42, atMs }]);
    for (const kind of KINDS) expect([...(await answered(kind, TODAY - 1)).gapHours]).toEqual([5]);
    expect(await pack()).toBe(0);
    await countHours(db, HOME, NOW_MS);
    await expectDaysOfTheTable();
    expect(await pack()).toBe(1);
    await expectDaysOfTheTable();
    expect((await answered('cells', TODAY - 1)).gapHours.size).toBe(0);
  });

  test('[HI4] equal the table after any sequence of strikes, repetitions, deletions, counts and packing cut short', async () => {
    const step = fc.oneof(
      fc.constantFrom('new' as const, 'again' as const, 'count' as const, 'delete' as const, 'pack' as const),
      fc.integer({ min: 0, max: 5 }),
    );
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        await emptyArchive();
        const retention = new ArchiveRetention(db, HOME);
        await insert(strikesOf(300, ++seed));
        for (const each of steps) {
          if (each === 'new') await insert(strikesOf(200, ++seed));
          if (each === 'again') await insert(strikesOf(300, seed));
          if (each === 'count') await countHours(db, HOME, NOW_MS, 60);
          if (each === 'delete') await retention.deleteFirst(80);
          if (each === 'pack') await pack();
          if (typeof each === 'number') await pack(mortal(each)).catch(() => {});
        }
        await expectDaysOfTheTable();
        await countAndPack();
        await expectDaysOfTheTable();
      }),
      { numRuns: 5, seed: 11 },
    );
  });

  test('[HI4] that an hour is counted into while they are packed are not kept', async () => {
    await insert(strikesOf(500, 1));
    while ((await countHours(db, HOME, NOW_MS, 100)) > 0);
    const atMs = (TODAY - 1) * DAY_MS + HOUR_MS;
    let batches = 0;
    const interrupted = new Proxy(db, {
      get: (target, name: 'batch' | 'prepare') => {
        if (name !== 'batch') return target[name].bind(target);
        return async (statements: D1PreparedStatement[]) => {
          batches += 1;
          if (batches === 2) {
            await insert([{ id: 'between', ordinal: 900_000, longitude: 23, latitude: 42, atMs }]);
            await countHours(db, HOME, NOW_MS);
          }
          return await target.batch(statements);
        };
      },
    });
    await pack(interrupted);
    expect(await packedDays()).toEqual([TODAY - 3, TODAY - 2]);
    await countAndPack();
    await expectDaysOfTheTable();
    expect(await packedDays()).toEqual([TODAY - 3, TODAY - 2, TODAY - 1]);
  });

  test('are made only of days that are over for a while and kept whole; others are deleted', async () => {
    await insert(strikesOf(500, 1));
    while ((await countHours(db, HOME, NOW_MS, 100)) > 0);
    await packDays(db, HOME, TODAY * DAY_MS + 69 * 60_000, (TODAY - 3) * DAY_MS + 1);
    expect(await packedDays()).toEqual([TODAY - 2]);
    await pack();
    const retentionMs = (TODAY - 2) * DAY_MS + HOUR_MS;
    await forgetPackedDays(db, retentionMs);
    expect(await packedDays()).toEqual([TODAY - 1]);
    await new ArchiveRetention(db, HOME).deleteOlderThan(retentionMs, 10_000);
    await forgetCounts(db, retentionMs);
    await countHours(db, HOME, NOW_MS, 100);
    await pack(db, retentionMs);
    expect(await packedDays()).toEqual([TODAY - 1]);
    await expectDaysOfTheTable();
  });

  test('of another home are not answered', async () => {
    await insert(strikesOf(500, 1));
    await countHours(db, { ...HOME, east: 25 }, NOW_MS);
    await packDays(db, { ...HOME, east: 25 }, NOW_MS, 0);
    expect((await answered('hours', TODAY - 1)).gapHours.size).toBe(24);
    await countAndPack();
    await expectDaysOfTheTable();
  });
});
