import { describe, expect, test } from 'vitest';
import { toStrikes } from '#shared/strike.ts';
import { DAY_MS } from '#shared/time.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { CAMP_BODY as CAMP, recipientRow, STORED_CAMP } from '#tests/support/watch/campBody.ts';
import { hashOf } from '#worker/http/keys/apiKeys.ts';
import { MOST_LINES } from '#worker/watch/areaLogs.ts';
import { WatchEngine } from '#worker/watch/engine.ts';
import { MOST_WRITES } from '#worker/watch/limits.ts';
import { openWatch } from '#worker/watch/openWatch.ts';
import { dispatch, type OperationArgs, type OperationName, type OperationResult } from '#worker/watch/operations.ts';
import { RecipientStore } from '#worker/watch/recipients.ts';
import { maintainWatchlists, storeRecipient } from '#worker/watch/upkeep.ts';
import { createWatchSchema, notifiedChangesSql, type StoredArea, WatchLedger } from '#worker/watch/watchlists.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

describe('areas', () => {
  const NOW = Date.UTC(2026, 6, 1, 12);
  const CAMP: StoredArea = { ...STORED_CAMP, replayed: false, writtenMs: NOW };

  const note = (text: string) => ({ type: 'note', atMs: NOW, name: 'Ана', text }) as const;

  /** Runs `work` with a ledger over the storage of a Watch object that nobody else knows. */
  async function withWatchLedger(work: (ledger: WatchLedger) => Promise<void> | void): Promise<void> {
    await withStorage((storage) => work(new WatchLedger(storage)));
  }

  test('an object whose storage failed twice in one look goes on with the next: what it could not write is not lost', () =>
    withWatchLedger(async (ledger) => {
      ledger.writeArea(CAMP, NOW);
      const strike = { id: 's1', ordinal: 1, latitude: 42.7, longitude: 23.4, atMs: NOW - 60_000 };
      const snapshot = {
        epoch: 'e',
        seq: 1,
        watermarkMs: NOW,
        providerNowMs: NOW,
        gapBoxes: [],
        gapBoxesTruncated: false,
      };
      const feed = {
        watchUpdates: async () => ({ snapshot, pages: [], complete: true }),
        strikesWithin: async () => toStrikes([strike]),
      };
      const logged: string[] = [];
      const config = { watchLateReportMs: 60_000, watchDailyCap: 1, source: 'live', watchBot: undefined } as const;
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
        { notify: () => 0, lookAgain: () => {}, reload: () => {}, nextDueMs: Number.POSITIVE_INFINITY },
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
      expect(engine.area('b', 'a')?.stored.replayed).toBe(false);
      await engine.run();
      expect(ledger.areas()[0]).toMatchObject({ replayed: true, state: { level: 'stop', dataStatus: 'seen' } });
      expect(ledger.fact('cursor')).toEqual({ epoch: 'e', seq: 1 });
    }));

  test('old lines of a log go but for an area’s last, and numbers go on from it', () =>
    withWatchLedger((ledger) => {
      ledger.logs.append('b', 'a', NOW - 2 * DAY_MS, [note('one'), note('two')]);
      ledger.logs.append('b', 'other', NOW, [note('kept')]);
      ledger.logs.forget(NOW - DAY_MS);
      const [last] = ledger.logs.lines('b', 'a', { newest: 9 });
      expect(last).toMatchObject({ line: 2, entry: { text: 'two' } });
      ledger.logs.append('b', 'a', NOW, [note('three')]);
      ledger.logs.forget(NOW - DAY_MS);
      const lines = ledger.logs.lines('b', 'a', { newest: 9 });
      expect(lines.map(({ line }) => line)).toEqual([3]);
      const { pruned } = ledger.logs.page('b', 'a', { newest: 1 });
      expect(pruned).toEqual({ lines: 2, untilMs: NOW - 2 * DAY_MS });
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
      expect(camp.sent).toContain('2 r raised');
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
      expect(camp.sent.filter((line) => line.startsWith('2 '))).toEqual(['2 r raised']);
      expect(camp.logged).toContain('error watch.row');
      for (const minute of [10, 34, 60, 90]) await camp.at(minute);
      expect(camp.viewOf('a')).toMatchObject({ level: 'stop', unknown: true });
      expect(camp.sent.filter((line) => line.endsWith('all-clear'))).toEqual([]);
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
      expect(camp.sent.filter((line) => line.endsWith('raised'))).toHaveLength(1);
      for (const minute of [20, 34]) await camp.at(minute);
      expect(camp.sent.filter((line) => line.endsWith('all-clear'))).toHaveLength(1);
    }));

  test('a log keeps so many of its newest lines, says how many went and until when, and numbers go on', () =>
    withWatchLedger((ledger) => {
      const { logs } = ledger;
      const write = (lines: number, atMs: number) =>
        ledger.transaction(() => logs.append('b', 'a', atMs, Array(lines).fill(note('seen'))));
      ledger.transaction(() => logs.append('b', 'other', NOW, [note('kept')]));
      write(3, NOW);
      write(MOST_LINES - 3, NOW + 1);
      expect(logs.page('b', 'a', { newest: 1 }).pruned).toBeNull();
      write(2, NOW + 2);
      const { lines, pruned, more } = logs.page('b', 'a', { after: 0, most: MOST_LINES });
      expect([lines.length, lines[0]?.line, more]).toEqual([MOST_LINES, 3, false]);
      expect(pruned).toEqual({ lines: 2, untilMs: NOW });
      expect(logs.lines('b', 'other', { newest: 9 })).toHaveLength(1);
      ledger.deleteArea('b', 'a');
      expect(logs.page('b', 'a', { newest: 1 })).toEqual({ lines: [], pruned: null, more: false });
    }));
});

describe('watchlists', () => {
  const START_MS = Date.UTC(2026, 0, 1);
  const NETWORK = '203.0.113.0/24';
  const SETTINGS = { language: 'en', timeZone: 'Europe/Sofia' };
  const watchlistOf = (id: string) => ({ id, ownerHash: hashOf(OWNER), viewHash: 'v', ...SETTINGS });
  const CHAT = recipientRow({ watchlist: 'proven', target: { channel: 'telegram', chatId: 7 }, okMs: START_MS });

  type Storage = DurableObjectStorage;

  /** What a Watch object is made of, at a time that the test sets. */
  function watchOver(storage: Storage, { mostAreas = 10, watchDailyCap = 100 } = {}) {
    const time = { nowMs: START_MS };
    const watch = openWatch(
      {
        storage,
        shard: '0',
        config: { watchLateReportMs: 60_000, watchDailyCap, source: 'live', watchBot: undefined },
        feed: () => {
          throw new Error('nobody asks the Feed here');
        },
        forecasts: async () => null,
        send: async () => ({ kind: 'accepted' }),
        sendSoon: () => {},
        lookSoon: () => {},
        onSettled: () => {},
        sendOnce: () => {},
        mostAreas,
        clock: { now: () => time.nowMs },
        random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
        log: () => {},
      },
      [],
    );
    const request = <Name extends OperationName>(name: Name, ...args: OperationArgs<Name>): OperationResult<Name> =>
      dispatch(watch, name, args);
    return { ...watch, watch, request, time };
  }

  test('a watchlist keeps the network that made it as a pseudonym of this object alone, as long as the watchlist', async () => {
    const pseudonymsIn = async (networks: readonly string[]) => {
      const retained: (string | undefined)[] = [];
      await withStorage((storage) => {
        for (const [at, network] of networks.entries()) {
          const { request, ledger } = watchOver(storage);
          request('create', watchlistOf(`b${at}`), network);
          retained.push(ledger.watchlist(`b${at}`)?.network);
        }
        const rows = JSON.stringify(storage.sql.exec('SELECT * FROM watchlist').toArray());
        for (const network of networks) if (network) expect(rows).not.toContain(network);
        watchOver(storage).request('remove', 'b0', OWNER);
        expect(
          storage.sql.exec('SELECT count(*) AS watchlists FROM watchlist WHERE network = ?', retained[0] ?? '').one(),
        ).toEqual({
          watchlists: 1,
        });
      });
      return retained;
    };
    const [first, again, other, unknown] = await pseudonymsIn([NETWORK, NETWORK, '198.51.100.0/24', '']);
    expect([first, again, unknown]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), first, '']);
    expect([first, unknown]).not.toContain(other);
    const [elsewhere] = await pseudonymsIn([NETWORK, NETWORK]);
    expect(elsewhere).not.toBe(first);
  });

  test('a watchlist that reached nobody ends with its area after 7 days, one in use says first that it will end', () =>
    withStorage((storage) => {
      createWatchSchema(storage.sql);
      new RecipientStore(storage.sql).put(CHAT);
      const { watch, request, engine, ledger, deliveries, time } = watchOver(storage);
      for (const id of ['empty', 'unproven', 'proven']) {
        request('create', watchlistOf(id), NETWORK);
        if (id !== 'empty') expect(request('putArea', id, OWNER, 'a', CAMP).ok).toBe(true);
      }
      const left = () => ['empty', 'unproven', 'proven'].filter((id) => ledger.watchlist(id));
      const runOn = (day: number) => {
        time.nowMs = START_MS + day * DAY_MS;
        maintainWatchlists(watch);
      };
      runOn(6.9);
      expect(left()).toEqual(['empty', 'unproven', 'proven']);
      runOn(7);
      expect([left(), engine.size, ledger.areas().length]).toEqual([['proven'], 1, 1]);
      for (const day of [300, 386, 387, 399.9]) runOn(day);
      const [notice, ...more] = deliveries.newest('proven', 9);
      expect([notice?.summary.type, more]).toEqual(['watch.notice', []]);
      expect(notice?.expiresMs).toBe(START_MS + 387 * DAY_MS);
      expect(JSON.parse(notice?.body ?? '')).toMatchObject({
        data: { text: expect.stringContaining('by February 5, 2027, or monitoring ends'), areaName: 'Camp' },
      });
      runOn(400);
      expect([left(), engine.size]).toEqual([[], 0]);
      expect(deliveries.newest('proven', 9)).toEqual([]);
    }));

  test('where no more areas can be watched, a watchlist that reached nobody and was not visited for a day gives way', () =>
    withStorage((storage) => {
      const { request, engine, ledger, time } = watchOver(storage, { mostAreas: 1 });
      request('create', watchlistOf('old'), NETWORK);
      request('create', watchlistOf('new'), NETWORK);
      expect(request('putArea', 'old', OWNER, 'a', CAMP).ok).toBe(true);
      time.nowMs += DAY_MS - 1;
      expect(request('putArea', 'new', OWNER, 'a', CAMP)).toEqual({ ok: false, refusal: 'shard-full' });
      expect(ledger.watchlist('old')).toBeDefined();
      time.nowMs += 1;
      expect(request('putArea', 'new', OWNER, 'a', CAMP).ok).toBe(true);
      expect([ledger.watchlist('old'), engine.size]).toEqual([undefined, 1]);
    }));

  test('so many watchlists are made on a day, and what is refused leaves nothing behind', () =>
    withStorage((storage) => {
      const { request, ledger, time } = watchOver(storage, { watchDailyCap: 1 });
      expect(request('create', watchlistOf('one'), NETWORK).ok).toBe(true);
      expect(request('create', watchlistOf('two'), NETWORK)).toEqual({ ok: false, refusal: 'too-many-watchlists' });
      expect(ledger.watchlist('two')).toBeUndefined();
      time.nowMs += DAY_MS;
      expect(request('create', watchlistOf('two'), NETWORK).ok).toBe(true);
    }));

  test('a feed’s changes are found by their index, however many lines a storm wrote', () =>
    withStorage((storage) => {
      const { ledger, watchlists } = watchOver(storage);
      const change = { change: 1, atMs: START_MS, from: 'clear', to: 'stop', strike: null, watermarkMs: null } as const;
      const flags = { correction: false, late: false, found: false };
      const entry = (kind: 'raise' | 'same') =>
        ({ type: 'change', revision: 1, change: { ...change, kind, ...flags } }) as const;
      ledger.logs.append('b', 'a', START_MS, [entry('raise'), ...Array(50).fill(entry('same'))]);
      expect(watchlists.notifiedChanges('b', 9)).toEqual([{ area: 'a', change: entry('raise').change }]);
      expect(watchlists.notifiedChanges('b', 9, 'other')).toEqual([]);
      for (const area of [undefined, 'a']) {
        const plan = storage.sql
          .exec<{ detail: string }>(
            `EXPLAIN QUERY PLAN ${notifiedChangesSql(area !== undefined)}`,
            'b',
            9,
            ...(area === undefined ? [] : [area]),
          )
          .toArray();
        expect(plan[0]?.detail).toContain('change_log_by_watchlist (watchlist=?)');
      }
    }));

  test('one network makes watchlists and areas for a day, and no newcomer of another network is refused', {
    timeout: 60_000,
  }, async () => {
    await withStorage((storage) => {
      const { watch, request, engine, time } = watchOver(storage, { mostAreas: 600, watchDailyCap: 400 });
      const areaOf = (watchlist: string, area: number) => request('putArea', watchlist, OWNER, `${area}`, CAMP);
      const refused = { hostile: 0, honest: 0 };
      for (let minute = 0; minute < 24 * 60; minute += 3) {
        time.nowMs = START_MS + minute * 60_000;
        const hostile = `hostile${minute}`;
        if (request('create', watchlistOf(hostile), NETWORK).ok) {
          const chat = { ...CHAT, watchlist: hostile };
          storeRecipient(watch, chat, { ...chat, state: 'unproven' });
          for (let area = 0; area < 10; area += 1) if (!areaOf(hostile, area).ok) refused.hostile += 1;
        } else refused.hostile += 1;
        if (minute % 12 !== 0) continue;
        const honest = `honest${minute}`;
        const isCreated = request('create', watchlistOf(honest), `192.0.${minute / 12}.0/24`).ok;
        if (!isCreated || !areaOf(honest, 0).ok) refused.honest += 1;
      }
      expect(refused.honest).toBe(0);
      expect(refused.hostile).toBeGreaterThan(300);
      expect(engine.size).toBeLessThanOrEqual(540);
    });
  });

  const NOTE = { kind: 'note', name: 'Ana', text: 'seen' } as const;
  const refusedAs = (refusal: string) => ({ ok: false, refusal });

  test('a watchlist writes so many notes, settings and mutes in an hour and is told which were too many; a mute can always be ended', () =>
    WatchedCamp.run([recipient('guard')], async (camp) => {
      const { ledger } = camp.watch;
      const linesBefore = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
      for (let created = 0; created < MOST_WRITES.notes / 2; created += 1)
        expect(camp.request('note', 'b', OWNER, 'a', NOTE).ok).toBe(true);
      expect(camp.request('note', 'b', OWNER, 'a', NOTE)).toEqual(refusedAs('too-many-notes'));
      expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesBefore + MOST_WRITES.notes / 2);

      // What was used up by notes is not used up for the rest. A wrong key uses up nothing.
      for (let created = 0; created < MOST_WRITES.settings; created += 1) {
        expect(camp.request('change', 'b', 'f'.repeat(32), { language: 'bg' })).toEqual(refusedAs('wrong-key'));
      }
      // The camp's area was the first.
      for (let created = 1; created < MOST_WRITES.settings / 2; created += 1) {
        expect(camp.request('change', 'b', OWNER, { language: 'bg' }).ok).toBe(true);
      }
      expect(camp.request('change', 'b', OWNER, { language: 'en' })).toEqual(refusedAs('too-many-settings'));
      expect(camp.request('newKey', 'b', OWNER, 'view')).toEqual(refusedAs('too-many-settings'));

      const mute = (forMin: number) => camp.request('muteRecipient', 'b', OWNER, 'guard', { forMin });
      for (let created = 0; created < MOST_WRITES.mutes / 2; created += 1) expect(mute(5).ok).toBe(true);
      expect(mute(5)).toEqual(refusedAs('too-many-mutes'));
      expect(mute(0).ok).toBe(true);
      const linesAfter = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
      expect(mute(0).ok).toBe(true);
      expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesAfter);
    }));
});
