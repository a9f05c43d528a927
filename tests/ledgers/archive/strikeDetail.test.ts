import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { fromDetailColumns } from '#shared/wire/strikeDetails.ts';
import { strikesOf } from '#shared/wire/strikePages.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { emptyArchive, testEnv, withLedger } from '#tests/ledgers/testEnv.ts';
import { detailedStrikes } from '#tests/support/detailedStrikes.ts';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { VirtualTime } from '#tests/support/time/VirtualTime.ts';
import { ArchiveRetention } from '#worker/archive/ArchiveRetention.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { ArchiveDrain, recoverLedger } from '#worker/feed/ArchiveDrain.ts';
import { formatStrikes } from '#worker/routes/formatStrikes.ts';
import { answerSlice, sliceDetails } from '#worker/routes/tiles.ts';

const { DB: db } = testEnv;
const archive = new StrikeArchive(db);
const T = Date.UTC(2026, 6, 1, 12);
const EXTENT = { completeToMs: null, unread: [], outsideHome: false };
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
        expect(ledger.strikes.after(0, 100)).toEqual(strikes);
        expect(ledger.strikes.within(HOME, { fromMs: T, toMs: T + HOUR_MS })).toEqual(strikes);
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
        expect(ledger.strikes.after(0, 100)).toEqual(strikes);
      });
    }),
    { numRuns: 20 },
  ));

test('[AP11] a strike without detail has no row of its own for it', async () => {
  await archive.insert(numberedStrikes(1, 50), 50);
  expect(await detailRows()).toEqual([]);
});

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
      const { slice } = answerSlice(hour, await read(true), HOME, 0, T + 2 * HOUR_MS);
      const { seq, columns } = sliceDetails(slice);
      let ordinal = 0;
      const ordinals = columns.o.map((step) => {
        ordinal += step;
        return ordinal;
      });
      const details = fromDetailColumns(columns, ordinals.length) ?? [];
      const having = strikes.filter(({ detail }) => detail);
      expect(seq).toBe(strikes.length);
      expect(ordinals).toEqual(having.map((strike) => strike.ordinal));
      expect(details).toEqual(having.map(({ detail }) => detail));
      const plain = answerSlice(hour, await read(false), HOME, 0, T + 2 * HOUR_MS).slice;
      expect(encodeStrikeSlice(slice)).toEqual(encodeStrikeSlice(plain));
    }),
    { numRuns: 20 },
  ));
