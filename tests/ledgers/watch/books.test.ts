import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { withStorage } from '#tests/ledgers/testEnv.ts';
import { CAMP_BODY as CAMP } from '#tests/support/watch/campBody.ts';
import { recipientRow } from '#tests/support/watch/recipientRow.ts';
import { hashOf } from '#worker/keys/hashOf.ts';
import { toldChangesSql } from '#worker/watch/book/BookLedger.ts';
import { MOST_WRITES } from '#worker/watch/book/networkShare.ts';
import { createWatchSchema } from '#worker/watch/book/watchSchema.ts';
import { keepUpBooks } from '#worker/watch/bookUpkeep.ts';
import { RecipientStore } from '#worker/watch/deliver/RecipientStore.ts';
import { openWatch } from '#worker/watch/openWatch.ts';
import { type AnswerOf, carryOut, type GivenTo, type OperationName } from '#worker/watch/operations/operations.ts';
import { keepRecipient } from '#worker/watch/recipientUpkeep.ts';
import { OWNER, recipient, WatchedCamp } from './WatchedCamp.ts';

const START_MS = Date.UTC(2026, 0, 1);
const NETWORK = '203.0.113.0/24';
const SETTINGS = { language: 'en', timeZone: 'Europe/Sofia' };
const bookOf = (id: string) => ({ id, ownerHash: hashOf(OWNER), viewHash: 'v', ...SETTINGS });
const CHAT = recipientRow({ book: 'proven', target: { channel: 'telegram', chatId: 7 }, okMs: START_MS });

type Storage = DurableObjectStorage;

/** What a Watch object is made of, at a time that the test sets. */
function watchOver(storage: Storage, { mostAreas = 10, watchDailyCap = 100 } = {}) {
  const time = { nowMs: START_MS };
  const watch = openWatch({
    storage,
    shard: '0',
    config: { watchSettleMs: 60_000, watchDailyCap, source: 'live', watchBot: undefined },
    feed: () => {
      throw new Error('nobody asks the Feed here');
    },
    forecasts: async () => null,
    fireNews: async () => [],
    send: async () => ({ kind: 'accepted' }),
    sendSoon: () => {},
    lookSoon: () => {},
    onSettled: () => {},
    sendOnce: () => {},
    mostAreas,
    clock: { now: () => time.nowMs },
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    log: () => {},
  });
  const ask = <Name extends OperationName>(name: Name, ...given: GivenTo<Name>): AnswerOf<Name> =>
    carryOut(watch, name, given);
  return { ...watch, watch, ask, time };
}

test('a book keeps the network that made it as a pseudonym of this object alone, as long as the book', async () => {
  const pseudonymsIn = async (networks: readonly string[]) => {
    const kept: (string | undefined)[] = [];
    await withStorage((storage) => {
      for (const [at, network] of networks.entries()) {
        const { ask, ledger } = watchOver(storage);
        ask('create', bookOf(`b${at}`), network);
        kept.push(ledger.book(`b${at}`)?.network);
      }
      const rows = JSON.stringify(storage.sql.exec('SELECT * FROM book').toArray());
      for (const network of networks) if (network) expect(rows).not.toContain(network);
      watchOver(storage).ask('remove', 'b0', OWNER);
      expect(storage.sql.exec('SELECT count(*) AS books FROM book WHERE network = ?', kept[0] ?? '').one()).toEqual({
        books: 1,
      });
    });
    return kept;
  };
  const [first, again, other, unknown] = await pseudonymsIn([NETWORK, NETWORK, '198.51.100.0/24', '']);
  expect([first, again, unknown]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), first, '']);
  expect([first, unknown]).not.toContain(other);
  const [elsewhere] = await pseudonymsIn([NETWORK, NETWORK]);
  expect(elsewhere).not.toBe(first);
});

test('a book that reached nobody ends with its area after 7 days, one in use says first that it will end', () =>
  withStorage((storage) => {
    createWatchSchema(storage.sql);
    new RecipientStore(storage.sql).put(CHAT);
    const { watch, ask, engine, ledger, deliveries, time } = watchOver(storage);
    for (const id of ['empty', 'unproven', 'proven']) {
      ask('create', bookOf(id), NETWORK);
      if (id !== 'empty') expect(ask('putArea', id, OWNER, 'a', CAMP).ok).toBe(true);
    }
    const left = () => ['empty', 'unproven', 'proven'].filter((id) => ledger.book(id));
    const runOn = (day: number) => {
      time.nowMs = START_MS + day * DAY_MS;
      keepUpBooks(watch);
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
      data: { text: expect.stringContaining('by February 5, 2027, or watching ends'), areaName: 'Camp' },
    });
    runOn(400);
    expect([left(), engine.size]).toEqual([[], 0]);
    expect(deliveries.newest('proven', 9)).toEqual([]);
  }));

test('where no more areas can be watched, a book that reached nobody and was not visited for a day gives way', () =>
  withStorage((storage) => {
    const { ask, engine, ledger, time } = watchOver(storage, { mostAreas: 1 });
    ask('create', bookOf('old'), NETWORK);
    ask('create', bookOf('new'), NETWORK);
    expect(ask('putArea', 'old', OWNER, 'a', CAMP).ok).toBe(true);
    time.nowMs += DAY_MS - 1;
    expect(ask('putArea', 'new', OWNER, 'a', CAMP)).toEqual({ ok: false, refusal: 'shard-full' });
    expect(ledger.book('old')).toBeDefined();
    time.nowMs += 1;
    expect(ask('putArea', 'new', OWNER, 'a', CAMP).ok).toBe(true);
    expect([ledger.book('old'), engine.size]).toEqual([undefined, 1]);
  }));

test('so many books are made on a day, and what is refused leaves nothing behind', () =>
  withStorage((storage) => {
    const { ask, ledger, time } = watchOver(storage, { watchDailyCap: 1 });
    expect(ask('create', bookOf('one'), NETWORK).ok).toBe(true);
    expect(ask('create', bookOf('two'), NETWORK)).toEqual({ ok: false, refusal: 'too-many-books' });
    expect(ledger.book('two')).toBeUndefined();
    time.nowMs += DAY_MS;
    expect(ask('create', bookOf('two'), NETWORK).ok).toBe(true);
  }));

test('a feed’s changes are found by their index, however many lines a storm wrote', () =>
  withStorage((storage) => {
    const { ledger, books } = watchOver(storage);
    const change = { change: 1, atMs: START_MS, from: 'clear', to: 'stop', strike: null, watermarkMs: null } as const;
    const flags = { correction: false, late: false, found: false };
    const entry = (kind: 'raise' | 'same') =>
      ({ type: 'change', revision: 1, change: { ...change, kind, ...flags } }) as const;
    ledger.logs.append('b', 'a', START_MS, [entry('raise'), ...Array(50).fill(entry('same'))]);
    expect(books.toldChanges('b', 9)).toEqual([{ area: 'a', change: entry('raise').change }]);
    expect(books.toldChanges('b', 9, 'other')).toEqual([]);
    for (const area of [undefined, 'a']) {
      const plan = storage.sql
        .exec<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${toldChangesSql(area !== undefined)}`,
          'b',
          9,
          ...(area === undefined ? [] : [area]),
        )
        .toArray();
      expect(plan[0]?.detail).toContain('change_log_told (book=?)');
    }
  }));

test('one network makes books and areas for a day, and no newcomer of another network is refused', {
  timeout: 60_000,
}, async () => {
  await withStorage((storage) => {
    const { watch, ask, engine, time } = watchOver(storage, { mostAreas: 600, watchDailyCap: 400 });
    const areaOf = (book: string, area: number) => ask('putArea', book, OWNER, `${area}`, CAMP);
    const refused = { hostile: 0, honest: 0 };
    for (let minute = 0; minute < 24 * 60; minute += 3) {
      time.nowMs = START_MS + minute * 60_000;
      const hostile = `hostile${minute}`;
      if (ask('create', bookOf(hostile), NETWORK).ok) {
        const chat = { ...CHAT, book: hostile };
        keepRecipient(watch, chat, { ...chat, state: 'unproven' });
        for (let area = 0; area < 10; area += 1) if (!areaOf(hostile, area).ok) refused.hostile += 1;
      } else refused.hostile += 1;
      if (minute % 12 !== 0) continue;
      const honest = `honest${minute}`;
      const isMade = ask('create', bookOf(honest), `192.0.${minute / 12}.0/24`).ok;
      if (!isMade || !areaOf(honest, 0).ok) refused.honest += 1;
    }
    expect(refused.honest).toBe(0);
    expect(refused.hostile).toBeGreaterThan(300);
    expect(engine.size).toBeLessThanOrEqual(540);
  });
});

const NOTE = { kind: 'note', name: 'Ana', text: 'seen' } as const;
const refusedAs = (refusal: string) => ({ ok: false, refusal });

test('a book writes so many notes, settings and mutes in an hour and is told which were too many; a mute can always be ended', () =>
  WatchedCamp.run([recipient('guard')], async (camp) => {
    const { ledger } = camp.watch;
    const linesBefore = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    for (let made = 0; made < MOST_WRITES.notes / 2; made += 1)
      expect(camp.ask('note', 'b', OWNER, 'a', NOTE).ok).toBe(true);
    expect(camp.ask('note', 'b', OWNER, 'a', NOTE)).toEqual(refusedAs('too-many-notes'));
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesBefore + MOST_WRITES.notes / 2);

    // What was used up by notes is not used up for the rest. A wrong key uses up nothing.
    for (let made = 0; made < MOST_WRITES.settings; made += 1) {
      expect(camp.ask('change', 'b', 'f'.repeat(32), { language: 'bg' })).toEqual(refusedAs('wrong-key'));
    }
    // The camp's area was the first.
    for (let made = 1; made < MOST_WRITES.settings / 2; made += 1) {
      expect(camp.ask('change', 'b', OWNER, { language: 'bg' }).ok).toBe(true);
    }
    expect(camp.ask('change', 'b', OWNER, { language: 'en' })).toEqual(refusedAs('too-many-settings'));
    expect(camp.ask('newKey', 'b', OWNER, 'view')).toEqual(refusedAs('too-many-settings'));

    const mute = (forMin: number) => camp.ask('muteRecipient', 'b', OWNER, 'guard', { forMin });
    for (let made = 0; made < MOST_WRITES.mutes / 2; made += 1) expect(mute(5).ok).toBe(true);
    expect(mute(5)).toEqual(refusedAs('too-many-mutes'));
    expect(mute(0).ok).toBe(true);
    const linesAfter = ledger.logs.lines('b', 'a', { newest: 9_999 }).length;
    expect(mute(0).ok).toBe(true);
    expect(ledger.logs.lines('b', 'a', { newest: 9_999 })).toHaveLength(linesAfter);
  }));
