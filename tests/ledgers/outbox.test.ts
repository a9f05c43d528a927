import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { NodeDatabase, NodeStorage } from '#tests/support/sqlite/nodeStorage.ts';
import { databaseContract, storageContract } from '#tests/support/sqlite/storageContract.ts';
import { outboxSql } from '#worker/dev/local/outboxCommand.ts';
import { type AcceptDeps, acceptMessage } from '#worker/features/contact/accept.ts';
import { ContactOutbox, drainOutbox, LEASE_MS, messageText } from '#worker/features/contact/outbox.ts';
import { MOST_WALLS, WallTable } from '#worker/features/walls/WallTable.ts';
import { forgetSalts, saltOf } from '#worker/http/visitors.ts';
import { emptyOutbox } from './testEnv.ts';

const NOON_MS = Date.UTC(2026, 6, 14, 12);

describe('storage contract', () => {
  storageContract(async (work) => work(new NodeStorage()));

  databaseContract(new NodeDatabase());
});

describe('visitors', () => {
  const DAY_MS = 86_400_000;

  test('all hashes of networks of a day have one salt, which is forgotten when the day is over', async () => {
    const db = await emptyOutbox();
    expect(await saltOf(db, NOON_MS, 'first')).toBe('first');
    expect(await saltOf(db, NOON_MS + 1_000, 'second')).toBe('first');
    await forgetSalts(db, NOON_MS + DAY_MS / 4);
    expect(await saltOf(db, NOON_MS, 'third')).toBe('first');
    await forgetSalts(db, NOON_MS + DAY_MS);
    expect((await db.prepare('SELECT * FROM network_salt').all()).results).toEqual([]);
  });
});

describe('outbox command', () => {
  let db: D1Database;
  beforeEach(async () => {
    db = await emptyOutbox();
  });

  async function store(messages: Readonly<Record<string, string>>, state = 'delivered'): Promise<void> {
    const insert = db.prepare(
      'INSERT INTO outbox (id, message, state, attempts, created_at_ms, next_at_ms) VALUES (?, ?, ?, 9, 0, 0)',
    );
    await db.batch(Object.entries(messages).map(([id, text]) => insert.bind(id, text, state)));
  }
  const run = async (...commandArgs: string[]) => (await db.prepare(outboxSql(commandArgs)).all()).results;

  /** What `npm run admin -- outbox erase EMAIL` leaves of messages from these addresses. */
  async function leftAfterErasing(email: string, messages: Readonly<Record<string, string>>): Promise<string[]> {
    await store(messages);
    await run('erase', email);
    const { results } = await db.prepare('SELECT id FROM outbox ORDER BY id').all<{ id: string }>();
    return results.map(({ id }) => id);
  }

  const from = (email: string, message = 'Hello', name = 'Ana') =>
    messageText('0a1b2c3d-1111-4222-8333-444455556666', { name, email, subject: 'S', message });

  test('what is not delivered is listed, shown and retried by its id or the first digits of it', async () => {
    const id = '0a1b2c3d-1111-4222-8333-444455556666';
    await store({ [id]: 'Hello' }, 'dead');
    await store({ '1a1b2c3d-1111-4222-8333-444455556666': 'Gone' });
    expect(await run()).toMatchObject([{ id, state: 'dead' }]);
    expect(await run('show', '#0A1B2C3D')).toMatchObject([{ id, message: 'Hello' }]);
    expect(await run('retry', id)).toMatchObject([{ id, state: 'pending', attempts: 0 }]);
  });

  describe('erasing', () => {
    test('takes every message of a sender, whatever the case of the address, and nobody else’s', async () => {
      const left = await leftAfterErasing('ana@mail.bg', {
        a: from('ana@mail.bg'),
        b: from('Ana@Mail.BG'),
        c: from('ana@mail.bg.example'),
        d: from('diana@mail.bg'),
      });
      expect(left).toEqual(['c', 'd']);
    });

    test('leaves a message that only mentions the address, even if it imitates a sender’s line', async () => {
      const left = await leftAfterErasing('ana@mail.bg', {
        quoted: from('eve@mail.bg', 'Hi\nEmail: ana@mail.bg\nMessage:\n'),
        named: from('eve@mail.bg', 'Hi', 'Email: ana@mail.bg'),
      });
      expect(left).toEqual(['named', 'quoted']);
    });

    test.each(["o'brien@mail.bg", '%@mail.bg', 'АНА@пример.бг'])(
      'takes %s as an address like any other',
      async (email) => {
        expect(await leftAfterErasing(email, { own: from(email), other: from('elena@mail.bg') })).toEqual(['other']);
      },
    );
  });

  test.each([
    'retry',
    "retry x' OR 1=1 --",
    'retry %',
    'show 0a1b2c3',
    'drop',
    'erase nobody',
    'erase a@b.c d@e.f',
    'retry 0a1b2c3d more',
  ])('%s is refused with the usage', (text) => {
    expect(() => outboxSql(text.split(' '))).toThrow(/usage: npm run admin -- outbox/);
  });
});

describe('wall table', () => {
  const NOW = Date.UTC(2026, 6, 1, 12);
  const SETUP = '{"title":"Plovdiv"}';
  const digits = (number: number) => number.toString(16).padStart(32, '0');
  const wallOf = (number: number, network: string | null = null) => ({
    id: digits(number),
    viewKey: digits(1_000_000 + number),
    editKey: digits(2_000_000 + number),
    setup: SETUP,
    network,
  });

  test('of the keys of a wall only hashes are stored', async () => {
    const db = await emptyOutbox();
    const wall = wallOf(1, 'net');
    expect(await new WallTable(db).add(wall, NOW, 10)).toBe('added');
    const stored = JSON.stringify((await db.prepare('SELECT * FROM wall').all()).results);
    expect(stored).toContain(wall.id);
    expect(stored).not.toContain(wall.viewKey);
    expect(stored).not.toContain(wall.editKey);
  });

  test('each key has its right, and a view key that was replaced or whose wall was deleted has none', async () => {
    const table = new WallTable(await emptyOutbox());
    const { id, viewKey, editKey } = wallOf(1);
    await table.add(wallOf(1), NOW, 10);
    const rightOf = async (key: string) => (await table.read(id, key, NOW))?.right;
    expect([await rightOf(viewKey), await rightOf(editKey), await rightOf(digits(9))]).toEqual([
      'view',
      'edit',
      undefined,
    ]);
    await table.replaceViewKey(id, digits(7));
    expect([await rightOf(viewKey), await rightOf(digits(7)), await rightOf(editKey)]).toEqual([
      undefined,
      'view',
      'edit',
    ]);
    await table.change(id, '{"title":"Varna"}');
    expect(await table.read(id, digits(7), NOW)).toEqual({ right: 'view', setup: '{"title":"Varna"}' });
    await table.remove(id);
    expect(await rightOf(editKey)).toBeUndefined();
  });

  test('from half of a day’s walls on a network has only its share, and others still have theirs', async () => {
    const table = new WallTable(await emptyOutbox());
    const add = (number: number, network: string) => table.add(wallOf(number, network), NOW, 10);
    for (let number = 0; number < 5; number += 1) expect(await add(number, 'greedy')).toBe('added');
    expect(await add(5, 'greedy')).toBe('share');
    expect(await add(6, 'honest')).toBe('added');
    for (let number = 7; number < 11; number += 1) expect(await add(number, `net ${number}`)).toBe('added');
    expect(await add(11, 'late')).toBe('full');
    expect(await table.add(wallOf(12, 'greedy'), NOW + DAY_MS, 10)).toBe('added');
  });

  test('the networks of a day are forgotten with it, and a wall that nobody read for 400 days is deleted', async () => {
    const db = await emptyOutbox();
    const table = new WallTable(db);
    await table.add(wallOf(1, 'net'), NOW, 10);
    await table.add(wallOf(2, 'net'), NOW, 10);
    expect(await table.tidy(NOW + DAY_MS)).toBe(0);
    expect((await db.prepare('SELECT DISTINCT network FROM wall').all()).results).toEqual([{ network: null }]);
    await table.read(digits(1), wallOf(1).viewKey, NOW + 200 * DAY_MS);
    expect(await table.tidy(NOW + 401 * DAY_MS)).toBe(1);
    expect(await table.read(digits(1), wallOf(1).viewKey, NOW)).toBeDefined();
  });

  test('where there are as many as there may be, the oldest unused gives way, then the longest idle, and none that is in use', async () => {
    const db = await emptyOutbox();
    const table = new WallTable(db);
    const day = Math.floor(NOW / DAY_MS);
    // All are in use but three: one that was used long ago, and two that nobody read after they were made.
    await db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO wall (id, view_hash, edit_hash, setup, created_at_ms, seen_day, network)
       SELECT printf('%032x', i), '', '', '{}', ?2, iif(i = 1, ?3 - 40, iif(i = 2, ?3 - 90, iif(i = 3, ?3 - 91, ?3 - 1))), NULL FROM n`,
      )
      .bind(MOST_WALLS, NOW - 90 * DAY_MS, day)
      .run();
    await db
      .prepare('UPDATE wall SET created_at_ms = ? WHERE id = ?')
      .bind(NOW - 91 * DAY_MS, digits(3))
      .run();
    const held = async () => {
      const { results } = await db
        .prepare('SELECT id FROM wall WHERE id IN (?, ?, ?)')
        .bind(digits(1), digits(2), digits(3))
        .all();
      return results.map(({ id }) => Number.parseInt(String(id), 16)).sort();
    };
    const add = (number: number, nowMs = NOW) => table.add(wallOf(MOST_WALLS + number), nowMs, 1_000);
    expect([await add(1), await held()]).toEqual(['added', [1, 2]]);
    expect([await add(2), await held()]).toEqual(['added', [1]]);
    expect([await add(3), await held()]).toEqual(['added', []]);
    expect(await add(4)).toBe('full');
    expect(await add(5, NOW + DAY_MS)).toBe('added');
    expect(await db.prepare('SELECT count(*) AS walls FROM wall').first('walls')).toBe(MOST_WALLS);
  });
});

describe('contact outbox', () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 86_400_000;

  let nowMs: number;
  let outbox: ContactOutbox;
  /** `deaf`: the message arrives, and the Worker dies before it hears so. `dying`: it dies before it arrives. */
  let service: 'up' | 'down' | 'deaf' | 'dying';
  let arrived: string[];

  beforeEach(async () => {
    nowMs = NOON_MS;
    outbox = new ContactOutbox(await emptyOutbox());
    service = 'up';
    arrived = [];
  });

  const never = () => new Promise<never>(() => {});
  const deps = (): AcceptDeps => ({
    outbox,
    notifier: {
      send: async (message) => {
        if (service === 'up' || service === 'deaf') arrived.push(message);
        if (service === 'deaf' || service === 'dying') return await never();
        return service === 'up' ? { kind: 'delivered' } : { kind: 'failed', reason: 'status 503' };
      },
    },
    clock: { now: () => nowMs },
    random: () => 0.5,
    log: () => {},
    mostADay: 500,
    email: 'people@lightning.bg',
    admit: async () => {},
    defer: () => {},
    wait: () => (service === 'deaf' || service === 'dying' ? Promise.resolve() : never()),
  });
  const textOf = (id: string) => messageText(id, { name: 'Ana', email: 'a@b.bg', subject: id, message: 'Hello' });
  const accept = (id: string, more: Partial<AcceptDeps> = {}) => acceptMessage({ ...deps(), ...more }, id, textOf(id));
  const drain = () => drainOutbox({ ...deps(), outbox });
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

  test('of 60 messages none is lost and none arrives twice, though the service is down for three minutes and the Worker dies amid two waves', async () => {
    const all = ids(60);
    for (let wave = 0; wave < 5; wave += 1) {
      service = wave % 2 === 0 ? 'down' : 'dying';
      const sending = all.slice(wave * 12, wave * 12 + 12).map(async (id, at) => {
        const once = () => accept(id);
        // Every third visitor repeats the message: half of them at once, as a double click does, half of them afterwards.
        if (at % 3 !== 0) return [await once()];
        return at % 2 === 0 ? await Promise.all([once(), once()]) : [await once(), await once()];
      });
      expect(new Set((await Promise.all(sending)).flat())).toEqual(new Set(['queued']));
      service = 'down';
      nowMs += (3 * MINUTE_MS) / 5;
      await drain();
    }
    expect(await outbox.counts(nowMs)).toEqual({ pending: 60, blocked: 0, dead: 0, today: 60 });
    service = 'up';
    for (let minutes = 0; minutes < 20 && (await outbox.counts(nowMs)).pending > 0; minutes += 1) {
      await Promise.all([drain(), drain()]);
      nowMs += MINUTE_MS;
    }
    expect(arrived.sort()).toEqual(all.map(textOf).sort());
  });

  test('a message is sent again, with the same id, where the Worker dies before it hears that it arrived', async () => {
    const [id = ''] = ids(1);
    service = 'deaf';
    expect(await accept(id)).toBe('queued');
    service = 'up';
    expect([await accept(id), await drain()]).toEqual(['queued', 0]);
    nowMs += LEASE_MS;
    expect(await drain()).toBe(1);
    expect(arrived).toEqual([textOf(id), textOf(id)]);
    expect(arrived[0]).toContain(`\n${id}`);
  });

  test('a message that cannot be stored is delivered at once, and refused only where that fails too', async () => {
    const away = async () => {
      throw new Error('D1 is away');
    };
    const unstored = { outbox: { ...deps().outbox, stateOf: away, add: away, revive: away, recordAttempt: away } };
    expect(await accept('a', unstored)).toBe('delivered');
    expect(arrived).toHaveLength(1);
    service = 'down';
    await expect(accept('b', unstored)).rejects.toMatchObject({
      status: 503,
      code: 'delivery-failed',
      extras: { retryAfterSeconds: 30 },
    });
  });

  describe('the cap of a day', () => {
    const at = (mostADay: number) => ({ mostADay });

    test('is exact, though all come at once; beyond it nothing is stored, and the answer names the address to write to', async () => {
      const results = await Promise.allSettled(ids(12).map((id) => accept(id, at(5))));
      const refused = results.filter((response) => response.status === 'rejected').map(({ reason }) => reason);
      expect(refused).toHaveLength(7);
      for (const problem of refused) {
        expect(problem).toMatchObject({ status: 503, code: 'too-many', extras: { retryAfterSeconds: 43_200 } });
        expect(problem.message).toContain('people@lightning.bg');
      }
      expect((await outbox.counts(nowMs)).today).toBe(5);
      expect(arrived).toHaveLength(5);
    });

    test('refuses no message that was accepted before, however often it is sent, and ends at midnight UTC', async () => {
      const [first = '', second = ''] = ids(2);
      for (const _ of ['sent', 'again']) expect(await accept(first, at(1))).toBe('delivered');
      await expect(accept(second, at(1))).rejects.toMatchObject({ code: 'too-many' });
      nowMs += DAY_MS / 2;
      expect(await accept(second, at(1))).toBe('delivered');
      expect(arrived).toEqual([textOf(first), textOf(second)]);
    });
  });
});
