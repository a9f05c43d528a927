import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { bboxContains, HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { tileBounds } from '#shared/geo/tile.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { strikesOf } from '#shared/wire/StrikeBody.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { detailedStrikes, detailsOfColumns, numberedStrikes, strikesAroundHome } from '#tests/support/strikes.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { ArchiveRetention, retainArchive } from '#worker/archive/ArchiveRetention.ts';
import { CountArchive, countHours, forgetCounts, TENTHS } from '#worker/archive/counts.ts';
import type { HomeRecord } from '#worker/archive/HomeRecord.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { formatStrikes } from '#worker/archive/strikeRoutes.ts';
import { respondWithSlice, sliceDetails } from '#worker/archive/tileRoutes.ts';
import { indexTile, type StrikeQuery } from '#worker/archive/windowQuery.ts';
import { ArchiveDrain, recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { emptyArchive, testEnv, withLedger } from './testEnv.ts';

const { DB: db } = testEnv;

describe('archive retention', () => {
  const NOW_MS = Date.UTC(2026, 6, 31, 12);
  const RETAINED = { historyDays: 10, maxRows: 40_000_000 };
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
    for (let at = 0; at < strikes.length; at += 5_000) {
      const batch = strikes.slice(at, at + 5_000);
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
      const numberedStrikes = strikes.filter(
        ({ longitude, latitude, atMs }) =>
          atMs >= NOW_MS - 30 * HOUR_MS ||
          (atMs >= NOW_MS - RETAINED.historyDays * DAY_MS && bboxContains(HOME, longitude, latitude)),
      );
      expect(await retainArchive(archive, retention, RETAINED, NOW_MS)).toBe(strikes.length - numberedStrikes.length);
      expect(await idsLeft()).toEqual(idsOf(numberedStrikes));
      expect(await archive.size()).toBe(numberedStrikes.length);
      expect(await archive.seq()).toBe(strikes.length);
      expect(await retainArchive(archive, retention, RETAINED, NOW_MS)).toBe(0);
      // What was looked at around home is not looked at again.
      expect(await retention.deleteAroundHome(NOW_MS - 30 * HOUR_MS)).toEqual({ deleted: 0, done: true });
    });

    test('goes on minute after minute: what grows old around home goes then', async () => {
      const strikes = fortnight(3_000);
      await insert(strikes);
      for (let minute = 0; minute <= 30 * 60; minute += 300) {
        await retainArchive(archive, retention, RETAINED, NOW_MS + minute * 60_000);
      }
      const endMs = NOW_MS + 30 * HOUR_MS;
      const numberedStrikes = strikes.filter(
        ({ longitude, latitude, atMs }) =>
          atMs >= endMs - RETAINED.historyDays * DAY_MS && bboxContains(HOME, longitude, latitude),
      );
      expect(await idsLeft()).toEqual(idsOf(numberedStrikes));
    });

    test('deletes 20,000 in a run and no more, of whatever there is too much', async () => {
      await insert(numberedStrikes(1, 21_500, { atMs: NOW_MS - 11 * DAY_MS }));
      expect(await retainArchive(archive, retention, RETAINED, NOW_MS)).toBe(20_000);
      expect(await retainArchive(archive, retention, RETAINED, NOW_MS)).toBe(1_500);
      expect(await archive.size()).toBe(0);
    });

    test('lets the first strikes go where there are more than there may be', async () => {
      const strikes = fortnight(4_000).map((strike) => ({ ...strike, longitude: 20, latitude: 40 }));
      await insert(strikes);
      const retained = { historyDays: 400, maxRows: 1_234 };
      await retainArchive(archive, retention, retained, NOW_MS);
      expect(await idsLeft()).toEqual(idsOf(strikes.slice(-1_234)));
      expect(await archive.size()).toBe(1_234);
      expect(await retainArchive(archive, retention, retained, NOW_MS)).toBe(0);
      // What went with them is not an empty sky.
      const [firstLeft] = strikes.slice(-1_234);
      const { droppedToMs } = await archive.record();
      expect([droppedToMs <= (firstLeft?.atMs ?? 0), droppedToMs]).toEqual([true, (strikes.at(-1_235)?.atMs ?? 0) + 1]);
    });
  });
});

describe('count hours', () => {
  const NOW_MS = Date.UTC(2026, 6, 3, 12, 20);
  const SPAN_MS = 30 * HOUR_MS;
  const TENTH_MS = HOUR_MS / 6;
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

  type CountRow = Record<(typeof TENTHS)[number] | 'hour', number> & { readonly index_tile?: number };

  function linesOf(rows: readonly CountRow[]): string[] {
    return rows
      .flatMap((row) =>
        TENTHS.map((tenth, index) => [`${row.index_tile ?? 'home'} ${row.hour * 6 + index}`, row[tenth]] as const),
      )
      .filter(([, sum]) => sum > 0)
      .map(([key, sum]) => `${key}=${sum}`)
      .sort();
  }

  async function expectSumsOfTheTable(): Promise<void> {
    const strikes = await storedStrikes();
    const cells = (await db.prepare('SELECT * FROM tile_count').all<CountRow>()).results;
    const home = (await db.prepare('SELECT * FROM home_count').all<CountRow>()).results;
    const tenth = (atMs: number) => Math.floor(atMs / TENTH_MS);
    expect(linesOf(cells)).toEqual(
      tally(strikes.map(({ longitude, latitude, atMs }) => `${indexTile(longitude, latitude)} ${tenth(atMs)}`)),
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
      // A quiet minute counts nothing.
      expect(await countHours(db, HOME, NOW_MS)).toBe(0);
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
});

describe('strike detail', () => {
  const archive = new StrikeArchive(db);
  const T = Date.UTC(2026, 6, 1, 12);
  const EXTENT = { completeToMs: null, gaps: [], outsideHome: false };
  const ALL = { bbox: HOME, fromMs: T, toMs: T + HOUR_MS, before: undefined, limit: 100 };
  const DETAIL = { type: 'ground', currentKa: -23.4 } as const;
  beforeEach(emptyArchive);

  const bare = ({ ordinal: _, ...strike }: NumberedStrike) => strike;
  const detailRows = async () =>
    (await db.prepare('SELECT ordinal FROM strike_detail ORDER BY ordinal').all<{ ordinal: number }>()).results.map(
      ({ ordinal }) => ordinal,
    );

  test('[AP11] a detail comes through ledger, drain, archive and REST as its source told it, and back into a new ledger', () =>
    fc.assert(
      fc.asyncProperty(detailedStrikes, async (strikes) => {
        await emptyArchive();
        await withLedger(async (ledger) => {
          ledger.transaction(() => ledger.strikes.number(strikes.map(bare), T, 0));
          expect(ledger.strikes.after(0, 100)).toEqual(toStrikes(strikes));
          expect(ledger.strikes.within(HOME, { fromMs: T, toMs: T + HOUR_MS })).toEqual(toStrikes(strikes));
          await new ArchiveDrain(ledger, archive, new VirtualTime(T), () => {}).run();
          // A drain that was cut short repeats its batch.
          await archive.insert(strikes, strikes.length);
        });
        const page = await archive.window(ALL, 1_000);
        const { body } = formatStrikes('json', page.strikes, undefined, EXTENT);
        expect(strikesOf(JSON.parse(body))).toEqual(strikes.map(bare).reverse());
        expect(await detailRows()).toEqual(strikes.flatMap(({ detail, ordinal }) => (detail ? [ordinal] : [])));
        expect(await archive.byOrdinal(1)).toEqual(strikes[0]);
        await withLedger(async (ledger) => {
          await recoverLedger(ledger, archive, T);
          expect(ledger.strikes.after(0, 100)).toEqual(toStrikes(strikes));
        });
      }),
      { numRuns: 20 },
    ));

  test('[AP11] a detail read back of the past lies under the number that the archive gave its strike', async () => {
    await archive.insertPast(numberedStrikes(1, 3, { detail: DETAIL }).map(bare));
    expect(await detailRows()).toEqual([-3, -2, -1]);
    expect((await archive.byId('strike-2'))?.detail).toEqual(DETAIL);
  });

  test('[AP11] a detail is deleted with its strike, and counts as none', async () => {
    await archive.insert(numberedStrikes(1, 10, { detail: DETAIL }), 10);
    const retention = new ArchiveRetention(db, HOME);
    expect(await retention.deleteOlderThan(T + 4_000, 100)).toBe(3);
    expect(await retention.deleteFirst(2)).toBe(2);
    expect(await detailRows()).toEqual([6, 7, 8, 9, 10]);
    expect(await archive.size()).toBe(5);
  });

  test('a ledger forgets the detail with its strike', () =>
    withLedger((ledger, storage) => {
      ledger.transaction(() => ledger.strikes.number(numberedStrikes(1, 4, { detail: DETAIL }).map(bare), T, 0));
      ledger.facts.write('archivedSeq', 3);
      ledger.strikes.prune(T + 100 * HOUR_MS);
      expect(storage.sql.exec('SELECT ordinal FROM strike_detail').toArray()).toEqual([{ ordinal: 4 }]);
    }));

  test('[AP11] CSV has the columns of details only where some strike of the page has one', () => {
    const [first, second] = numberedStrikes(1, 2);
    if (!first || !second) throw new Error('no strikes');
    const csv = (strikes: readonly NumberedStrike[]) =>
      formatStrikes('csv', strikes, undefined, EXTENT).body.split('\r\n');
    expect(csv([first])[0]).toBe('id,latitude,longitude,timestamp');
    const ellipse = { semiMajorKm: 0.4, semiMinorKm: 0.2, azimuth: 90 };
    expect(csv([{ ...first, detail: { ...DETAIL, ellipse } }, second])).toEqual([
      'id,latitude,longitude,timestamp,type,currentKa,multiplicity,semiMajorKm,semiMinorKm,azimuth',
      'strike-1,42.7,23.3,2026-07-01T12:00:01.000Z,ground,-23.4,,0.4,0.2,90',
      'strike-2,42.7,23.3,2026-07-01T12:00:02.000Z,,,,,,',
      '',
    ]);
  });

  test('[AP12] the details of a slice name exactly the strikes that have one, and the slice itself has not a byte more', () =>
    fc.assert(
      fc.asyncProperty(detailedStrikes, async (strikes) => {
        await emptyArchive();
        await archive.insert(strikes, strikes.length);
        const hour = { tile: { z: 4, x: 9, y: 5 }, fromMs: T, toMs: T + HOUR_MS };
        const read = (withDetails: boolean) => archive.tile(hour.tile, hour.fromMs, hour.toMs, withDetails);
        const archived = await read(true);
        const { slice } = respondWithSlice(hour, archived, HOME, 0, T + 2 * HOUR_MS);
        const { seq, columns } = sliceDetails(slice.seq, archived.strikes);
        let ordinal = 0;
        const ordinals = columns.o.map((step) => {
          ordinal += step;
          return ordinal;
        });
        const details = detailsOfColumns(columns, ordinals.length);
        const having = strikes.filter(({ detail }) => detail);
        expect(seq).toBe(strikes.length);
        expect(ordinals).toEqual(having.map((strike) => strike.ordinal));
        expect(details).toEqual(having.map(({ detail }) => detail));
        const plain = respondWithSlice(hour, await read(false), HOME, 0, T + 2 * HOUR_MS).slice;
        expect(encodeStrikeSlice(slice)).toEqual(encodeStrikeSlice(plain));
      }),
      { numRuns: 20 },
    ));
});

describe('strike archive', () => {
  const FROM_MS = Date.UTC(2026, 6, 1, 12);
  const ALL = { bbox: HOME, fromMs: 0, toMs: FROM_MS + 999 * HOUR_MS, before: undefined, limit: 10_000 };
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
      expect([await archive.size(), await archive.seq()]).toEqual([50, 50]);
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
      const reported: number[] = [];
      for (let x = 8; x <= 9; x += 1) {
        for (let y = 5; y <= 6; y += 1) {
          const tile = await archive.tile({ z: 4, x, y }, FROM_MS, FROM_MS + 99 * HOUR_MS);
          reported.push(...tile.strikes.map(({ ordinal }) => ordinal));
        }
      }
      expect(reported.sort((a, b) => a - b)).toEqual(strikes.map(({ ordinal }) => ordinal));
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
    const reported = numbered(3).map(({ ordinal: _, ...strike }) => strike);
    expect(await archive.insertPast([...reported, ...hourOf('a', -40, 4)])).toBe(7);
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
    const firstHour = FROM_MS / HOUR_MS;
    const { hours } = await new CountArchive(db, HOME).hours(undefined, firstHour - 40, firstHour + 1);
    const sums = hours.map(({ hour, tenths }) => [hour - firstHour, tenths.reduce((sum, tenth) => sum + tenth)]);
    expect(sums).toEqual([
      [-30, 30],
      [0, 10],
    ]);
  });

  const RECORD: HomeRecord = {
    completeToMs: 9_000,
    gaps: [
      [0, 1_000],
      [4_000, 5_000],
    ],
    lastSuccessMs: 9_100,
    cause: 'gaps',
  };
  const UNKNOWN = { completeToMs: null, gaps: [], lastSuccessMs: null, cause: null, droppedToMs: 0 };

  const THREE = numberedStrikes(1, 3, { atMs: 3 });

  describe('[AP7] the record of what was read', () => {
    test('knows of nothing at first, then what it was told last, with or without strikes; a tile tells it too', async () => {
      expect(await archive.record()).toEqual(UNKNOWN);
      await archive.insert([], 0, RECORD);
      expect(await archive.record()).toEqual({ ...RECORD, droppedToMs: 0 });
      const later = { ...RECORD, completeToMs: 12_000, gaps: [[0, 1_000] as const], cause: null };
      await archive.insert([], 0, later);
      // Strikes that come without one leave it.
      await archive.insert(THREE, 3);
      expect(await archive.record()).toEqual({ ...later, droppedToMs: 0 });
      const { seq, record } = await archive.tile({ z: 4, x: 9, y: 5 }, 0, 1_000);
      expect([await archive.size(), seq, record]).toEqual([3, 3, { ...later, droppedToMs: 0 }]);
    });

    test('is written in one transaction with the strikes it speaks of: if they fail, it does not say they were read', async () => {
      await db.prepare('ALTER TABLE gap_span RENAME TO gap_away').run();
      await expect(archive.insert(THREE, 3, RECORD)).rejects.toThrow('gap_span');
      await db.prepare('ALTER TABLE gap_away RENAME TO gap_span').run();
      expect([await archive.seq(), await archive.size()]).toEqual([0, 0]);
      expect(await archive.record()).toEqual(UNKNOWN);
    });

    test('is forgotten with the strikes: spans that end before what is kept go', async () => {
      await archive.insert([], 0, RECORD);
      const retention = new ArchiveRetention(db, HOME);
      await retention.forgetGaps(999);
      expect((await archive.record()).gaps).toHaveLength(2);
      await retention.forgetGaps(1_000);
      expect((await archive.record()).gaps).toEqual([[4_000, 5_000]]);
    });
  });
});
