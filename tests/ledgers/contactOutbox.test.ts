import { beforeEach, describe, expect, test } from 'vitest';
import { type AddedMessage, ContactOutbox } from '#worker/contact/ContactOutbox.ts';
import { type ContactLimits, contactLimits } from '#worker/contact/contactLimits.ts';
import { messageText } from '#worker/contact/messageText.ts';
import { outboxCommand, outboxSql } from '#worker/dev/local/outboxCommand.ts';
import { clientNetworks } from '#worker/http/clientNetworks.ts';
import { emptyOutbox } from './testEnv.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 6, 14, 12);

let db: D1Database;
let outbox: ContactOutbox;

beforeEach(async () => {
  db = await emptyOutbox();
  outbox = new ContactOutbox(db);
});

interface Sending {
  readonly address?: string | undefined;
  readonly limits?: ContactLimits;
  readonly nowMs?: number;
}

/** What became of a new message, in a word. */
async function send(sending: Sending = {}): Promise<string> {
  const { address, limits = contactLimits(500, false), nowMs = NOON_MS } = sending;
  const networks = address === undefined ? undefined : clientNetworks(address);
  const message = { id: crypto.randomUUID(), message: 'Hello', nowMs, leasedUntilMs: nowMs + 60_000, networks, limits };
  return wordOf(await outbox.add(message));
}

function wordOf(added: AddedMessage): string {
  return added.kind === 'refused' ? added.by : added.state;
}

/** How often each answer came. */
function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

async function sendAll(sendings: readonly Sending[]): Promise<Record<string, number>> {
  return tally(await Promise.all(sendings.map(send)));
}

const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
/** An address of the machine `at` in the /48 of the number `network`. */
const inV6 = (network: number, at: number) => `2001:db8:${network.toString(16)}:${at.toString(16)}::1`;

describe('the limits of a day', () => {
  test('let one address send 10, store 10 more for coming days, and refuse the rest, though all come at once', async () => {
    const sent = await sendAll(times(40, () => ({ address: '203.0.113.9' })));
    expect(sent).toEqual({ pending: 10, deferred: 10, network: 20 });
  });

  test('let one /48 send a tenth of the cap, from however many of its networks it writes', async () => {
    expect(await sendAll(times(432, (at) => ({ address: inV6(5, at) })))).toEqual({
      pending: 50,
      deferred: 50,
      network: 332,
    });
    expect(await send({ address: inV6(6, 0) })).toBe('pending');
  });

  test('let one /24 send a tenth of the cap too, and take from the next /24 what they would have taken anyway', async () => {
    const flood = times(200, (at) => ({ address: `203.0.113.${at}` }));
    expect(await sendAll(flood)).toEqual({ pending: 50, deferred: 50, network: 100 });
    expect(await send({ address: '203.0.114.1' })).toBe('pending');
  });

  test('store an honest message for a coming day when hostile networks used up the cap, and never refuse it', async () => {
    const limits = contactLimits(20, false);
    const flood = times(20, (network) => times(12, (at) => ({ address: inV6(network, at), limits }))).flat();
    const sent = await sendAll(flood);
    expect(sent.pending).toBe(20);
    // Further messages of known networks may use half of the queue: the other half is for those who write once.
    expect(sent.deferred).toBeLessThanOrEqual(20 + 20);
    expect(await send({ address: '198.51.100.4', limits })).toBe('deferred');
  });

  test('bound the queue whatever comes: even a flood from new networks only is refused at twice the cap', async () => {
    const limits = contactLimits(10, false);
    const flood = times(100, (network) => ({ address: inV6(network, 0), limits }));
    expect(await sendAll(flood)).toEqual({ pending: 10, deferred: 20, everybody: 70 });
    expect(await send({ address: '198.51.100.4', limits: contactLimits(10, true) })).toBe('deferred');
  });

  test('never refuse for their network those who have proved that they are people', async () => {
    const limits = contactLimits(500, true);
    const sent = await sendAll(times(60, () => ({ address: '203.0.113.9', limits })));
    expect(sent).toEqual({ pending: 10, deferred: 50 });
  });

  test('know no network where there is no address', async () => {
    expect(await sendAll(times(30, () => ({})))).toEqual({ pending: 30 });
  });

  test('begin anew at midnight UTC', async () => {
    const flood = times(20, () => ({ address: '203.0.113.9' }));
    await sendAll(flood);
    expect(await send({ address: '203.0.113.9', nowMs: NOON_MS + DAY_MS })).toBe('pending');
  });

  test('count a message once, however often it is sent', async () => {
    const networks = clientNetworks('203.0.113.9');
    const limits = contactLimits(500, false);
    const message = { id: 'same', message: 'Hello', nowMs: NOON_MS, leasedUntilMs: NOON_MS, networks, limits };
    const added = await Promise.all(times(12, () => outbox.add(message)));
    expect(tally(added.map(({ kind }) => kind))).toEqual({ added: 1, known: 11 });
    expect(await sendAll(times(12, () => ({ address: '203.0.113.9' })))).toEqual({ pending: 9, deferred: 3 });
  });
});

describe('deferred messages', () => {
  const limits: ContactLimits = {
    sameDay: { near: 0, wide: 0, all: 0 },
    taken: { near: 99, wide: 99 },
    waiting: { first: 99, further: 99 },
  };
  const states = async () => {
    const { results } = await db.prepare('SELECT state FROM outbox ORDER BY rowid').all<{ state: string }>();
    return results.map(({ state }) => state);
  };

  test('wait until the next day, then go out a number a day', async () => {
    for (const _ of times(5, () => 0)) await send({ limits });
    expect(await outbox.releaseDeferred(NOON_MS, 3)).toBe(0);
    expect(await outbox.releaseDeferred(NOON_MS + DAY_MS, 3)).toBe(3);
    expect(await outbox.releaseDeferred(NOON_MS + DAY_MS + 60_000, 3)).toBe(0);
    expect(await outbox.releaseDeferred(NOON_MS + 2 * DAY_MS, 3)).toBe(2);
    expect(await states()).toEqual(times(5, () => 'pending'));
  });

  test('go out one of each network before the second of any', async () => {
    for (const _ of times(4, () => 0)) await send({ limits, address: '203.0.113.9' });
    await send({ limits, address: '198.51.100.4' });
    await outbox.releaseDeferred(NOON_MS + DAY_MS, 2);
    expect(await states()).toEqual(['pending', 'deferred', 'deferred', 'deferred', 'pending']);
  });
});

describe('the networks of senders', () => {
  test('are never stored as they are, and are forgotten when the day is over, with the salt', async () => {
    const salted = (salt: string) => new ContactOutbox(db, () => salt);
    expect(await salted('first').saltOf(NOON_MS)).toBe('first');
    expect(await salted('second').saltOf(NOON_MS + 1_000)).toBe('first');
    await send({ address: '203.0.113.9' });
    const everything = async () =>
      JSON.stringify([
        (await db.prepare('SELECT * FROM outbox').all()).results,
        (await db.prepare('SELECT * FROM network_salt').all()).results,
      ]);
    expect(await everything()).not.toContain('203.0.113');
    const known = await db.prepare('SELECT near, wide FROM outbox').first<{ near: string; wide: string }>();
    expect(known).toEqual({
      near: expect.stringMatching(/^[0-9a-f]{16}$/),
      wide: expect.stringMatching(/^[0-9a-f]{16}$/),
    });

    await outbox.forgetNetworks(NOON_MS + DAY_MS / 4);
    expect(await db.prepare('SELECT near, wide FROM outbox').first()).toEqual(known);
    await outbox.forgetNetworks(NOON_MS + DAY_MS);
    expect(await db.prepare('SELECT near, wide FROM outbox').first()).toEqual({ near: null, wide: null });
    expect(await everything()).not.toContain('first');
  });
});

/** What `npm run outbox -- erase EMAIL` leaves of messages from these addresses. */
async function leftAfterErasing(email: string, messages: Readonly<Record<string, string>>): Promise<string[]> {
  const db = await emptyOutbox();
  const insert = db.prepare(
    "INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms) VALUES (?, ?, 'delivered', 0, 0)",
  );
  await db.batch(Object.entries(messages).map(([id, text]) => insert.bind(id, text)));
  await db.prepare(outboxSql(outboxCommand(['erase', email], '/state'))).all();
  const { results } = await db.prepare('SELECT id FROM outbox ORDER BY id').all<{ id: string }>();
  return results.map(({ id }) => id);
}

const from = (email: string, message = 'Hello', name = 'Ana') =>
  messageText('0a1b2c3d-1111-4222-8333-444455556666', { name, email, subject: 'S', message });

test('every message of a sender is erased, whatever the case of the address, and nobody else’s', async () => {
  const left = await leftAfterErasing('ana@mail.bg', {
    a: from('ana@mail.bg'),
    b: from('Ana@Mail.BG'),
    c: from('ana@mail.bg.example'),
    d: from('diana@mail.bg'),
    e: from('elena@mail.bg'),
  });
  expect(left).toEqual(['c', 'd', 'e']);
});

test('a message that only mentions the address stays, even if it imitates a sender’s line', async () => {
  const left = await leftAfterErasing('ana@mail.bg', {
    quoted: from('eve@mail.bg', 'Hi\nEmail: ana@mail.bg\nMessage:\n'),
    named: from('eve@mail.bg', 'Hi', 'Email: ana@mail.bg'),
  });
  expect(left).toEqual(['named', 'quoted']);
});

test.each(["o'brien@mail.bg", 'ана@пример.бг', '%@mail.bg', 'АНА@пример.бг'])(
  '%s is an address like any other',
  async (email) => {
    expect(await leftAfterErasing(email, { own: from(email), other: from('elena@mail.bg') })).toEqual(['other']);
  },
);
