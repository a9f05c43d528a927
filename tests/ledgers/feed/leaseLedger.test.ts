import { describe, expect } from 'vitest';
import { ledgerTest as test } from '#tests/ledgers/ledgerTest.ts';
import { cellsOfLeases, LeaseLedger } from '#worker/feed/ledger/LeaseLedger.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);

describe('leases', () => {
  test('[FD8] name cells for 90 s', ({ leases }) => {
    leases.grant({ relay: 'relay:1', cells: { '4/9/5': 2, '4/9/6': 1 }, viewers: 3 }, NOW_MS);
    leases.grant({ relay: 'relay:0', cells: { '4/9/5': 1 }, viewers: 1 }, NOW_MS + 1_000);
    expect(cellsOfLeases(leases.current(NOW_MS + 89_999))).toEqual({ '4/9/5': 3, '4/9/6': 1 });
    expect(leases.current(NOW_MS + 90_000).map(({ relay }) => relay)).toEqual(['relay:0']);
    leases.end('relay:0');
    expect(leases.current(NOW_MS + 90_000)).toEqual([]);
  });
});

describe('the rows of leases', () => {
  test('[FD9] are written for other cells, and for the same ones when they have grown old; a new ledger finds them', ({
    leases,
  }, storage) => {
    const row = () => storage.sql.exec('SELECT cells, expires_ms - ? AS goodMs FROM lease', NOW_MS).one();
    const renew = (atMs: number, cells: Record<string, number>, viewers = 3) =>
      leases.grant({ relay: 'relay:0', cells, viewers }, NOW_MS + atMs);
    renew(0, { '4/9/5': 3 });
    renew(44_000, { '4/9/5': 700 }, 700);
    expect(row()).toEqual({ cells: '{"4/9/5":3}', goodMs: 90_000 });
    expect(leases.current(NOW_MS + 130_000)).toEqual([{ relay: 'relay:0', cells: { '4/9/5': 700 }, viewers: 700 }]);
    renew(45_000, { '4/9/5': 2 });
    expect(row()).toEqual({ cells: '{"4/9/5":2}', goodMs: 135_000 });
    renew(46_000, { '4/9/5': 2, '4/9/6': 1 });
    expect(row()).toEqual({ cells: '{"4/9/5":2,"4/9/6":1}', goodMs: 136_000 });
    const reborn = new LeaseLedger(storage.sql);
    expect(reborn.current(NOW_MS + 135_999)).toEqual([
      { relay: 'relay:0', cells: { '4/9/5': 2, '4/9/6': 1 }, viewers: 3 },
    ]);
    expect(reborn.current(NOW_MS + 136_000)).toEqual([]);
    expect(storage.sql.exec('SELECT * FROM lease').toArray()).toEqual([]);
  });

  test('[FD8] tell whether a cell is new, to whomever it was leased before', ({ leases }) => {
    const grant = (relay: string, names: readonly string[], atMs: number) => {
      const cells = Object.fromEntries(names.map((name) => [name, 1]));
      return leases.grant({ relay, cells, viewers: 1 }, NOW_MS + atMs);
    };
    expect(grant('relay:0', ['4/9/5'], 0)).toBe(true);
    expect(grant('relay:0', ['4/9/5'], 1)).toBe(false);
    expect(grant('relay:1', ['4/9/5'], 2)).toBe(false);
    expect(grant('relay:1', ['4/9/5', '4/9/6'], 3)).toBe(true);
    expect(grant('relay:2', ['4/9/6'], 100_000)).toBe(true);
  });
});
