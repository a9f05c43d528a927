import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { emptyArchive, testEnv } from '#tests/ledgers/testEnv.ts';
import { strikesAroundHome } from '#tests/support/numberedStrikes.ts';
import { ArchiveRetention } from '#worker/archive/ArchiveRetention.ts';
import { countHours, forgetCounts, TENTHS } from '#worker/archive/countHours.ts';
import { indexCell } from '#worker/archive/indexCells.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';

const NOW_MS = Date.UTC(2026, 6, 3, 12, 20);
const SPAN_MS = 30 * HOUR_MS;
const TENTH_MS = HOUR_MS / 6;

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
beforeEach(emptyArchive);

const strikesOf = (count: number, seed: number) => strikesAroundHome(count, seed, { toMs: NOW_MS, spanMs: SPAN_MS });

const insert = (strikes: readonly NumberedStrike[]) => archive.insert(strikes, strikes.at(-1)?.ordinal ?? 0);

async function storedStrikes(): Promise<NumberedStrike[]> {
  return (await archive.numberedBefore(Number.MAX_SAFE_INTEGER, 100_000)).filter(({ longitude, latitude }) =>
    bboxContains(HOME, longitude, latitude),
  );
}

/** Sums by key, as lines that can be compared. */
function tally(keys: readonly string[]): string[] {
  const sums = new Map<string, number>();
  for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + 1);
  return [...sums].map(([key, sum]) => `${key}=${sum}`).sort();
}

type CountRow = Record<(typeof TENTHS)[number] | 'hour', number> & { readonly cell?: number };

function linesOf(rows: readonly CountRow[]): string[] {
  return rows
    .flatMap((row) =>
      TENTHS.map((tenth, index) => [`${row.cell ?? 'home'} ${row.hour * 6 + index}`, row[tenth]] as const),
    )
    .filter(([, sum]) => sum > 0)
    .map(([key, sum]) => `${key}=${sum}`)
    .sort();
}

async function expectSumsOfTheTable(): Promise<void> {
  const strikes = await storedStrikes();
  const cells = (await db.prepare('SELECT * FROM cell_count').all<CountRow>()).results;
  const home = (await db.prepare('SELECT * FROM home_count').all<CountRow>()).results;
  const tenth = (atMs: number) => Math.floor(atMs / TENTH_MS);
  expect(linesOf(cells)).toEqual(
    tally(strikes.map(({ longitude, latitude, atMs }) => `${indexCell(longitude, latitude)} ${tenth(atMs)}`)),
  );
  expect(linesOf(home)).toEqual(tally(strikes.map(({ atMs }) => `home ${tenth(atMs)}`)));
}

async function countAll(): Promise<number> {
  let hours = 0;
  for (let more = await countHours(db, HOME, NOW_MS); more > 0; more = await countHours(db, HOME, NOW_MS))
    hours += more;
  return hours;
}

describe('[HI1] every level’s sums equal the rows of the table', () => {
  test('after strikes came, were told late and came again, in any order and however often it was counted between', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('new', 'again', 'count', 'delete'), { maxLength: 8 }),
        async (steps) => {
          await emptyArchive();
          const retention = new ArchiveRetention(db, HOME);
          let seed = 1;
          for (const step of steps) {
            if (step === 'new') await insert(strikesOf(300, ++seed));
            if (step === 'again') await insert(strikesOf(300, seed));
            if (step === 'count') await countHours(db, HOME, NOW_MS, 7);
            if (step === 'delete') await retention.deleteFirst(120);
          }
          await countAll();
          await expectSumsOfTheTable();
        },
      ),
      { numRuns: 12, seed: 7 },
    ));

  test('of an archive that is older than its counts, which are made hour by hour, newest first', async () => {
    await insert(strikesOf(1_000, 1));
    await db.prepare('DELETE FROM dirty_hour').run();
    expect(await countHours(db, HOME, NOW_MS, 10)).toBe(10);
    expect(await countAll()).toBe(21);
    await expectSumsOfTheTable();
    await insert([{ ...strikesOf(1, 2)[0], atMs: NOW_MS - 400 * HOUR_MS } as NumberedStrike]);
    expect(await countAll()).toBe(1);
    await expectSumsOfTheTable();
  });

  test('when the oldest hours are deleted, in part and whole', async () => {
    await insert(strikesOf(1_000, 1));
    await countAll();
    const beforeMs = NOW_MS - 10.5 * HOUR_MS;
    await new ArchiveRetention(db, HOME).deleteOlderThan(beforeMs, 10_000);
    await forgetCounts(db, beforeMs);
    await countAll();
    await expectSumsOfTheTable();
  });

  test('of a home that was moved: all is counted anew', async () => {
    await insert(strikesOf(500, 1));
    await countHours(db, { ...HOME, east: 25 }, NOW_MS);
    await countAll();
    await expectSumsOfTheTable();
  });
});

test('[HI1] a quiet minute counts nothing', async () => {
  await insert(strikesOf(100, 1));
  await countAll();
  expect(await countHours(db, HOME, NOW_MS)).toBe(0);
});
