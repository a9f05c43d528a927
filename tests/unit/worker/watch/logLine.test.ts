import { expect, test } from 'vitest';
import { type LogEntry, logCsv } from '#worker/watch/book/logLine.ts';

test('a log as CSV has a row for each line, and no cell that a spreadsheet takes for a formula', () => {
  const change = {
    change: 1,
    atMs: Date.UTC(2026, 5, 1, 12),
    kind: 'raise',
    from: 'clear',
    to: 'stop',
    strike: { ordinal: 7, atMs: Date.UTC(2026, 5, 1, 11, 59), km: 4.2, bearing: 270 },
    watermarkMs: Date.UTC(2026, 5, 1, 11, 59, 30),
    correction: false,
    late: true,
    found: false,
  } as const;
  const entries: LogEntry[] = [
    { type: 'change', revision: 1, change },
    { type: 'note', atMs: 1, name: '=1+1', text: 'said "no", twice' },
    { type: 'recipient', atMs: 1, name: '', event: 'fire', fire: { id: 'f', km: 20.1, bearing: 90, chance: 0.7 } },
  ];
  const lines = entries.map((entry, index) => ({ line: index + 1, atMs: 1_000, entry }));
  const rows = logCsv(lines).split('\r\n');
  expect(rows[1]).toBe(
    `1,1970-01-01T00:00:01.000Z,raise,clear,stop,7,2026-06-01T11:59:00.000Z,4.2,270,2026-06-01T11:59:30.000Z,late`,
  );
  expect(rows[2]).toContain(`,"'=1+1: said ""no"", twice"`);
  expect(rows[3]).toContain(',recipient,,,,,20.1,90,,"fire f told, likely lightning, chance 0.7"');
  expect(rows).toHaveLength(5);
  const gone = { lines: 1, untilMs: 1_000 };
  const cut = logCsv(lines.slice(1), gone).split('\r\n');
  expect(cut[1]).toBe(`1,1970-01-01T00:00:01.000Z,gone,,,,,,,,1 line is kept no more`);
  expect(cut[2]).toBe(rows[2]);
  expect(logCsv(lines, gone)).toBe(logCsv(lines));
});
