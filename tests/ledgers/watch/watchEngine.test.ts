import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { KEPT_CAMP } from '#tests/support/watch/campBody.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { type KeptArea, WatchLedger } from '#worker/watch/book/WatchLedger.ts';
import { WatchEngine } from '#worker/watch/WatchEngine.ts';

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
