import { expect, test } from 'vitest';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { MOST_LINES } from '#worker/watch/book/AreaLogs.ts';
import { WatchLedger } from '#worker/watch/book/WatchLedger.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const note = (text: string) => ({ type: 'note', atMs: NOW, name: 'Ана', text }) as const;

test('a log keeps so many of its newest lines, says how many went and until when, and numbers go on', () =>
  withStorage((storage) => {
    const ledger = new WatchLedger(storage);
    const logs = ledger.logs;
    const write = (lines: number, atMs: number) =>
      ledger.transaction(() => logs.append('b', 'a', atMs, Array(lines).fill(note('seen'))));
    ledger.transaction(() => logs.append('b', 'other', NOW, [note('kept')]));
    write(3, NOW);
    write(MOST_LINES - 3, NOW + 1);
    expect(logs.page('b', 'a', { newest: 1 }).gone).toBeNull();
    write(2, NOW + 2);
    const { lines, gone, more } = logs.page('b', 'a', { after: 0, most: MOST_LINES });
    expect([lines.length, lines[0]?.line, more]).toEqual([MOST_LINES, 3, false]);
    expect(gone).toEqual({ lines: 2, untilMs: NOW });
    expect(logs.lines('b', 'other', { newest: 9 })).toHaveLength(1);
    ledger.deleteArea('b', 'a');
    expect(logs.page('b', 'a', { newest: 1 })).toEqual({ lines: [], gone: null, more: false });
  }));
