import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { KEPT_CAMP } from '#tests/support/watch/campBody.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { MOST_LINES } from '#worker/watch/book/AreaLogs.ts';
import { type KeptArea, WatchLedger } from '#worker/watch/book/WatchLedger.ts';
import { WatchEngine } from '#worker/watch/WatchEngine.ts';
import { recipient, WatchedCamp } from './WatchedCamp.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const CAMP: KeptArea = { ...KEPT_CAMP, replayed: false, writtenMs: NOW };

/** Runs `work` with a ledger over the storage of a Watch object that nobody else knows. */
async function withWatchLedger(work: (ledger: WatchLedger) => Promise<void> | void): Promise<void> {
  await withStorage((storage) => work(new WatchLedger(storage)));
}

test('an object whose storage failed twice in one look goes on with the next: what it could not write is not lost', () =>
  withWatchLedger(async (ledger) => {
    ledger.writeArea(CAMP, NOW);
    const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.4, atMs: NOW - 60_000 };
    const pulse = { epoch: 'e', seq: 1, watermarkMs: NOW, providerNowMs: NOW, gaps: [], gapsCut: false };
    const feed = {
      watchNews: async () => ({ pulse, pages: [], complete: true }),
      strikesWithin: async () => packStrikes([strike]),
    };
    const logged: string[] = [];
    const config = { watchSettleMs: 60_000, watchDailyCap: 1, source: 'live', watchBot: undefined } as const;
    const engine = new WatchEngine(
      {
        ledger,
        feed: () => feed,
        shard: '0',
        clock: { now: () => NOW },
        log: (_, event) => logged.push(event),
        config,
        sendSoon: () => {},
      },
      { tell: () => 0, lookAgain: () => {}, reload: () => {}, nextDueMs: Number.POSITIVE_INFINITY },
    );
    const { transaction } = ledger;
    let failures = 2;
    ledger.transaction = (closure) => {
      failures -= 1;
      if (failures >= 0) throw new Error('disk full');
      return transaction.call(ledger, closure) as ReturnType<typeof closure>;
    };
    await engine.run();
    expect(logged).toEqual(['watch.feed', 'watch.step']);
    expect(engine.area('b', 'a')?.kept.replayed).toBe(false);
    await engine.run();
    expect(ledger.areas()[0]).toMatchObject({ replayed: true, state: { level: 'stop', sight: 'seen' } });
    expect(ledger.fact('cursor')).toEqual({ epoch: 'e', seq: 1 });
  }));

test('old lines of a log go but for an area’s last, and numbers go on from it', () =>
  withWatchLedger((ledger) => {
    const note = (text: string) => ({ type: 'note', atMs: NOW, name: 'Ана', text }) as const;
    ledger.logs.append('b', 'a', NOW - 2 * DAY_MS, [note('one'), note('two')]);
    ledger.logs.append('b', 'other', NOW, [note('kept')]);
    ledger.logs.forget(NOW - DAY_MS);
    const [last] = ledger.logs.lines('b', 'a', { newest: 9 });
    expect(last).toMatchObject({ line: 2, entry: { text: 'two' } });
    ledger.logs.append('b', 'a', NOW, [note('three')]);
    ledger.logs.forget(NOW - DAY_MS);
    const lines = ledger.logs.lines('b', 'a', { newest: 9 });
    expect(lines.map(({ line }) => line)).toEqual([3]);
    const { gone } = ledger.logs.page('b', 'a', { newest: 1 });
    expect(gone).toEqual({ lines: 2, untilMs: NOW - 2 * DAY_MS });
    expect(ledger.logs.lines('b', 'other', { newest: 9 })).toHaveLength(1);
  }));

/** The database refuses the row of this area: any later state of it, whatever the reason would be. */
const refuse = (area: string) =>
  `CREATE TRIGGER refused BEFORE INSERT ON area WHEN NEW.id = '${area}' BEGIN SELECT RAISE(ABORT, 'row refused'); END`;

test('a row that cannot be written costs no other area its decision, its log or its messages', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    camp.addArea('neighbour');
    await camp.at(1);
    camp.sql.exec(refuse('neighbour'));
    await camp.at(2, () => camp.strike(5));
    expect(camp.sent).toContain('2 r raise');
    expect(camp.rowOf('a')?.state.level).toBe('stop');
    expect(camp.rowOf('neighbour')?.state.level).toBe('clear');
    expect(camp.kindsOf('a').at(-1)).toBe('raise');
  }));

test('an area whose row cannot be written is unknown, its strikes raise and are told, and nothing lowers it', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    await camp.at(1);
    camp.sql.exec(refuse('a'));
    await camp.at(2, () => camp.strike(5));
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    expect(camp.kindsOf('a').slice(-2)).toEqual(['blind', 'raise']);
    expect(camp.sent.filter((line) => line.startsWith('2 '))).toEqual(['2 r raise']);
    expect(camp.logged).toContain('error watch.row');
    for (const minute of [10, 34, 60, 90]) await camp.at(minute);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    expect(camp.sent.filter((line) => line.endsWith('clear'))).toEqual([]);
  }));

test('an object that died with a row unwritten reads that area’s hold again, and sees once the row is written', () =>
  WatchedCamp.run([recipient('r', { threshold: 'stop' })], async (camp) => {
    camp.sql.exec(refuse('a'));
    await camp.at(2, () => camp.strike(5));
    camp.restart();
    expect(camp.viewOf('a')).toMatchObject({ unknown: true });
    await camp.at(3);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
    camp.sql.exec('DROP TRIGGER refused');
    for (const minute of [4, 5.1, 6.2]) await camp.at(minute);
    expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: false });
    expect(camp.rowOf('a')).toMatchObject({ replayed: true, state: { level: 'stop' } });
    expect(camp.sent.filter((line) => line.endsWith('raise'))).toHaveLength(1);
    for (const minute of [20, 34]) await camp.at(minute);
    expect(camp.sent.filter((line) => line.endsWith('clear'))).toHaveLength(1);
  }));

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
