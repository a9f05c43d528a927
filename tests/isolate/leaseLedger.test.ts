import { describe, expect, test } from 'vitest';
import { watchedCells } from '#worker/feed/ledger/LeaseLedger.ts';
import { withLedger } from './testEnv.ts';

const NOW_MS = Date.UTC(2026, 6, 1, 12);

describe('leases', () => {
  test('that an earlier release stored name their cells alone', async () => {
    await withLedger(({ leases }, { storage: { sql } }) => {
      sql.exec("INSERT INTO lease VALUES ('relay:0', '[\"4/9/5\"]', 7, ?)", NOW_MS + 1);
      expect(watchedCells(leases.current(NOW_MS))).toEqual({ '4/9/5': 1 });
    });
  });

  test('[FD8] name cells for 90 s', async () => {
    await withLedger(({ leases }) => {
      leases.grant({ relay: 'relay:1', cells: { '4/9/5': 2, '4/9/6': 1 }, viewers: 3 }, NOW_MS);
      leases.grant({ relay: 'relay:0', cells: { '4/9/5': 1 }, viewers: 1 }, NOW_MS + 1_000);
      expect(watchedCells(leases.current(NOW_MS + 89_999))).toEqual({ '4/9/5': 3, '4/9/6': 1 });
      expect(leases.current(NOW_MS + 90_000).map(({ relay }) => relay)).toEqual(['relay:0']);
      leases.end('relay:0');
      expect(leases.current(NOW_MS + 90_000)).toEqual([]);
    });
  });
});
