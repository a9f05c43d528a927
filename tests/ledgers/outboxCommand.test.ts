import { beforeEach, describe, expect, test } from 'vitest';
import { messageText } from '#worker/contact/outbox.ts';
import { outboxSql } from '#worker/dev/local/outboxCommand.ts';
import { emptyOutbox } from './testEnv.ts';

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
const run = async (...words: string[]) => (await db.prepare(outboxSql(words)).all()).results;

/** What `npm run admin -- outbox erase EMAIL` leaves of messages from these addresses. */
async function leftAfterErasing(email: string, messages: Readonly<Record<string, string>>): Promise<string[]> {
  await store(messages);
  await run('erase', email);
  const { results } = await db.prepare('SELECT id FROM outbox ORDER BY id').all<{ id: string }>();
  return results.map(({ id }) => id);
}

const from = (email: string, message = 'Hello', name = 'Ana') =>
  messageText('0a1b2c3d-1111-4222-8333-444455556666', { name, email, subject: 'S', message });

test('what is not delivered is listed, shown and retried by its id or the short id under it', async () => {
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
])('%s is refused with the usage', (words) => {
  expect(() => outboxSql(words.split(' '))).toThrow(/usage: npm run admin -- outbox/);
});
