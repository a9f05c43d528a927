import { describe, expect } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import type { NumberedStrike, Strike } from '#shared/strike.ts';
import { ledgerTest as test } from '#tests/ledgers/ledgerTest.ts';
import { recoverLedger } from '#worker/feed/ArchiveDrain.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);
const HOUR_MS = 3_600_000;
const NEVER_TIMELY = Number.POSITIVE_INFINITY;

const strike = (id: string, atMs = NOW_MS): Strike => ({ id, latitude: 42.697_712, longitude: 23.321_987, atMs });

describe('numbers', () => {
  test('[FD4] are dense, given in order of time within an answer, and given once', ({ strikes }) => {
    const first = strikes.number([strike('b', NOW_MS), strike('a', NOW_MS - 5)], NOW_MS, NEVER_TIMELY);
    expect(first.map(({ id, ordinal }) => [id, ordinal])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const second = strikes.number([strike('a'), strike('c'), strike('b'), strike('c')], NOW_MS, NEVER_TIMELY);
    expect(second).toEqual([{ ...strike('c'), ordinal: 3 }]);
    expect(strikes.number([strike('c')], NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikes.number([], NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikes.seq).toBe(3);
  });

  test('[FD4] hold for ids of every kind that the provider may send', ({ strikes }) => {
    const ids = [
      '1',
      '01',
      '1.0',
      'null',
      '\u00e9',
      'e\u0301',
      '😀',
      "'; DROP TABLE strike;--",
      '"',
      '\\',
      ' a',
      'a ',
      '[1]',
    ];
    const all = ids.map((id) => strike(id));
    const given = strikes.number(all, NOW_MS, NEVER_TIMELY);
    expect(given.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(strikes.number(all, NOW_MS, NEVER_TIMELY)).toEqual([]);
    expect(strikes.after(0, 100).map(({ id }) => id)).toEqual(given.map(({ id }) => id));
  });

  test('come back in order and in pages, with exact positions', ({ strikes }) => {
    strikes.number([strike('a'), strike('b'), strike('c')], NOW_MS, NEVER_TIMELY);
    expect(strikes.after(1, 1)).toEqual([{ ...strike('b'), ordinal: 2 }]);
    expect(strikes.after(3, 10)).toEqual([]);
  });

  test('[CU2] a ring of a quarter of an hour begins before the first strike seen since', ({ strikes }) => {
    expect(strikes.seqSeenBefore(NOW_MS)).toBe(0);
    strikes.number([strike('a'), strike('b')], NOW_MS - HOUR_MS, NEVER_TIMELY);
    strikes.number([strike('c')], NOW_MS, NEVER_TIMELY);
    expect(strikes.seqSeenBefore(NOW_MS - 900_000)).toBe(2);
    expect(strikes.seqSeenBefore(NOW_MS - 2 * HOUR_MS)).toBe(0);
  });

  test('[FD10] are forgotten after 26 hours, except what the archive has not got', ({ strikes, facts }) => {
    const old = NOW_MS - 27 * HOUR_MS;
    strikes.number([strike('archived', old)], old, NEVER_TIMELY);
    strikes.number([strike('waiting', old), strike('new')], NOW_MS, NEVER_TIMELY);
    facts.write('archivedSeq', 1);
    strikes.prune(NOW_MS);
    expect(strikes.after(0, 9).map(({ id }) => id)).toEqual(['waiting', 'new']);
    expect(strikes.seq).toBe(3);
    expect(strikes.seqSeenBefore(0)).toBe(1);
  });

  test('say how late strikes are, leaving out the ones that a repair brought', ({ strikes }) => {
    strikes.number([strike('repaired', NOW_MS - HOUR_MS)], NOW_MS, NEVER_TIMELY);
    strikes.number([strike('a', NOW_MS - 4_000), strike('ahead', NOW_MS + 100)], NOW_MS, NOW_MS - 60_000);
    expect(strikes.recentDelaysMs(10).sort((a, b) => a - b)).toEqual([0, 4_000]);
    expect(strikes.newestAtMs(NOW_MS)).toBe(NOW_MS - 4_000);
    expect(strikes.newestAtMs(NOW_MS + 100)).toBe(NOW_MS + 100);
  });

  test('count and find the strikes of a box', ({ strikes }) => {
    const times = [5, 4, 3, 2, 1].map((ago) => NOW_MS - ago * 1_000);
    const fallen = [...times.map((atMs, index) => strike(`${index}`, atMs)), { ...strike('away'), latitude: 60 }];
    strikes.number(fallen, NOW_MS, NEVER_TIMELY);
    expect(strikes.timesWithin(HOME, { fromMs: NOW_MS - 4_000, toMs: NOW_MS - 1_000 })).toEqual(times.slice(1, 4));
    expect(strikes.countWithin(HOME, { fromMs: 0, toMs: NOW_MS + 1 })).toBe(5);
    expect(strikes.nthNewestAtMs(HOME, { fromMs: 0, toMs: NOW_MS + 1 }, 2)).toBe(NOW_MS - 2_000);
    expect(strikes.nthNewestAtMs(HOME, { fromMs: 0, toMs: NOW_MS + 1 }, 6)).toBeUndefined();
  });

  test('a transaction that fails leaves none behind', (ledger) => {
    expect(() =>
      ledger.transaction(() => {
        ledger.strikes.number([strike('a')], NOW_MS, NEVER_TIMELY);
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    expect(ledger.strikes.seq).toBe(0);
    expect(ledger.strikes.after(0, 9)).toEqual([]);
  });
});

describe('a Feed that lost its memory', () => {
  const archived = (ordinal: number, atMs: number): NumberedStrike => ({ ...strike(`${ordinal}`, atMs), ordinal });
  const historyOf = (all: readonly NumberedStrike[]) => ({
    seq: async () => all.length,
    record: async () => ({ completeToMs: null, unread: [], lastSuccessMs: null, cause: null }),
    numberedBefore: async (before: number, limit: number) =>
      all
        .filter(({ ordinal }) => ordinal < before)
        .reverse()
        .slice(0, limit),
  });

  test('[FD4] learns its numbers from the archive: no number twice, no strike twice', async (ledger) => {
    const all = Array.from({ length: 5_000 }, (_, index) => archived(index + 1, NOW_MS - 5_000_000 + index * 1_000));
    await recoverLedger(ledger, historyOf(all), NOW_MS);
    expect(ledger.strikes.seq).toBe(5_000);
    expect(ledger.facts.read('archivedSeq')).toBe(5_000);
    const again = ledger.strikes.number([strike('1'), strike('5000'), strike('new')], NOW_MS, NEVER_TIMELY);
    expect(again.map(({ id, ordinal }) => [id, ordinal])).toEqual([['new', 5_001]]);
  });

  test('[FD4] goes on from the archive’s seq even where all its strikes are long past', async (ledger) => {
    await recoverLedger(ledger, historyOf([archived(1, NOW_MS - 90 * 24 * HOUR_MS)]), NOW_MS);
    expect(ledger.strikes.seq).toBe(1);
    expect(ledger.strikes.after(0, 9)).toEqual([]);
  });

  test('is not touched while it remembers anything, and stays empty when the archive is away', async (ledger) => {
    const away = { ...historyOf([]), seq: () => Promise.reject(new Error('away')) };
    await expect(recoverLedger(ledger, away, NOW_MS)).rejects.toThrow('away');
    expect(ledger.facts.read('seq')).toBeUndefined();
    ledger.strikes.number([strike('a')], NOW_MS, NEVER_TIMELY);
    await recoverLedger(ledger, away, NOW_MS);
    expect(ledger.strikes.seq).toBe(1);
  });
});
