import { expect, test } from 'vitest';
import { messageText } from '#worker/contact/messageText.ts';
import { outboxCommand, outboxSql } from '#worker/dev/local/outboxCommand.ts';
import { emptyOutbox } from './testEnv.ts';

/** What `npm run admin -- outbox erase EMAIL` leaves of messages from these addresses. */
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
