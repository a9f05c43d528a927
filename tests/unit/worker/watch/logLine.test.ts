import { expect, test } from 'vitest';
import { type AreaLine, firstBrokenLine, type LogEntry, logCsv, nextLine } from '#worker/watch/book/logLine.ts';

const note = (text: string): LogEntry => ({ type: 'note', atMs: 1, name: 'Ана', text });

function chain(entries: readonly LogEntry[]): AreaLine[] {
  const lines: AreaLine[] = [];
  for (const entry of entries) lines.push(nextLine(lines.at(-1), 1_000, entry));
  return lines;
}

test('each line of a log has the hash of the line before it: a changed, lost or moved line is found', () => {
  const lines = chain(['a', 'b', 'c', 'd'].map(note));
  expect(firstBrokenLine(lines)).toBeUndefined();
  expect(firstBrokenLine(lines.with(1, { ...(lines[1] as AreaLine), entry: note('B') }))).toBe(2);
  expect(firstBrokenLine(lines.with(2, { ...(lines[2] as AreaLine), atMs: 1_001 }))).toBe(3);
  expect(firstBrokenLine(lines.toSpliced(1, 1))).toBe(3);
  expect(firstBrokenLine(lines.slice(2), lines[1]?.hash)).toBeUndefined();
});

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
  const lines = chain([
    { type: 'change', revision: 1, change },
    { type: 'note', atMs: 1, name: '=1+1', text: 'said "no", twice' },
    { type: 'recipient', atMs: 1, name: '', event: 'fire', fire: { id: 'f', km: 20.1, bearing: 90, chance: 0.7 } },
  ]);
  const rows = logCsv(lines).split('\r\n');
  expect(rows[1]).toBe(
    `1,1970-01-01T00:00:01.000Z,raise,clear,stop,7,2026-06-01T11:59:00.000Z,4.2,270,2026-06-01T11:59:30.000Z,late,${lines[0]?.hash}`,
  );
  expect(rows[2]).toContain(`,"'=1+1: said ""no"", twice",`);
  expect(rows[3]).toContain(',recipient,,,,,20.1,90,,"fire f told, likely lightning, chance 0.7",');
  expect(rows).toHaveLength(5);
  const gone = { lines: 1, untilMs: 1_000, hash: lines[0]?.hash ?? '' };
  const cut = logCsv(lines.slice(1), gone).split('\r\n');
  expect(cut[1]).toBe(`1,1970-01-01T00:00:01.000Z,gone,,,,,,,,1 line is kept no more,${gone.hash}`);
  expect(cut[2]).toBe(rows[2]);
  expect(logCsv(lines, gone)).toBe(logCsv(lines));
});
