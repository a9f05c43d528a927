import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContactBench, marker, startContactBench } from '#tests/support/contactBench.ts';
import { contactBody } from '#tests/support/contactBody.ts';

/** Release 0.1 kept the outbox in the archive's database. Its rows are still there, and come again with a rollback. */
let bench: ContactBench;
beforeAll(async () => {
  bench = await startContactBench();
});
afterAll(() => bench.product.close());
beforeEach(() => bench.reset());

type State = 'pending' | 'delivered' | 'dead';

/** Stores a message as release 0.1 did. */
async function storeFormerly(state: State = 'pending', atMs = Date.now()): Promise<{ id: string; text: string }> {
  const message = { id: crypto.randomUUID(), text: marker() };
  const finished = state === 'pending' ? 'NULL' : atMs;
  await bench.formerSql(
    `INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, leased_until_ms, finished_at_ms)
     VALUES ('${message.id}', '${message.text}', '${state}', ${atMs}, ${atMs}, 0, ${finished})`,
  );
  return message;
}
const formerRows = () => bench.formerSql<{ id: string; state: State }>('SELECT id, state FROM outbox');

describe('a message that release 0.1 stored', () => {
  test.each([
    ['pending', 'queued'],
    ['delivered', 'delivered'],
  ] as const)(
    'and that is %s is known by its id: a retry is answered %s and stored nowhere else',
    async (state, told) => {
      const { id } = await storeFormerly(state);
      const answer = await bench.post(contactBody({ id, subject: id }));
      expect([answer.status, await answer.json()]).toEqual([202, { id, status: told }]);
      expect(await bench.outbox()).toEqual([]);
      expect(await formerRows()).toHaveLength(1);
      expect(bench.messagesWith(`Subject: ${id}`)).toEqual([]);
    },
  );

  test('and gave up is tried again, where it is, when its author sends it again', async () => {
    const { id, text } = await storeFormerly('dead');
    const answer = await bench.post(contactBody({ id }));
    expect(await answer.json()).toEqual({ id, status: 'delivered' });
    expect(bench.messagesWith(text)).toHaveLength(1);
    expect(await bench.outbox()).toEqual([]);
    expect(await formerRows()).toEqual([{ id, state: 'delivered' }]);
  });

  test('is sent by the cron as before, beside the messages of today', async () => {
    bench.product.simulator.setFaults({ notifications: 'off' });
    const subject = marker();
    await bench.post(contactBody({ subject }));
    const former = await storeFormerly();
    bench.product.simulator.setFaults({});
    await bench.product.runtime.cron(Date.now() + 60_000);
    expect(bench.messagesWith(subject)).toHaveLength(1);
    expect(bench.messagesWith(former.text)).toHaveLength(1);
    expect(await formerRows()).toEqual([{ id: former.id, state: 'delivered' }]);
  });

  test('counts in the status and for the cap of the day', async () => {
    await storeFormerly('dead');
    await storeFormerly('pending');
    const status = await (await fetch(`${bench.product.url}/api/v1/status`)).json();
    expect(status.outbox).toEqual({ pending: 1, dead: 1, deferred: 0 });
    await bench.formerSql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 498)
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0 FROM n`,
    );
    expect((await (await bench.post(contactBody())).json()).status).toBe('deferred');
  });

  test('is forgotten after 30 days if it was delivered, after 90 if it was given up', async () => {
    await storeFormerly('delivered');
    const { id } = await storeFormerly('dead');
    const dayMs = 86_400_000;
    await bench.product.runtime.cron(Date.now() + 31 * dayMs);
    expect(await formerRows()).toEqual([{ id, state: 'dead' }]);
    await bench.product.runtime.cron(Date.now() + 91 * dayMs);
    expect(await formerRows()).toEqual([]);
  });
});

test('a rollback leaves nothing behind: what either release has pending is sent once this one is back', async () => {
  bench.product.simulator.setFaults({ notifications: 'off' });
  const subjects = [marker(), marker()];
  for (const subject of subjects) await bench.post(contactBody({ subject }));
  // The older release runs now. It sees nothing of the two, and stores its own where it always did.
  const former = [await storeFormerly(), await storeFormerly()];
  bench.product.simulator.setFaults({});
  await bench.product.runtime.cron(Date.now() + 60_000);
  for (const text of [...subjects, ...former.map(({ text }) => text)]) expect(bench.messagesWith(text)).toHaveLength(1);
  expect(await bench.sql("SELECT id FROM outbox WHERE state <> 'delivered'")).toEqual([]);
  expect(await bench.formerSql("SELECT id FROM outbox WHERE state <> 'delivered'")).toEqual([]);
});

test('an archive that does not answer keeps no message from being stored and sent', async () => {
  await bench.formerSql('ALTER TABLE outbox RENAME TO outbox_away');
  try {
    const subject = marker();
    const answer = await bench.post(contactBody({ subject }));
    expect([answer.status, (await answer.json()).status]).toEqual([202, 'delivered']);
    bench.product.simulator.setFaults({ notifications: 'off' });
    const later = marker();
    expect((await (await bench.post(contactBody({ subject: later }))).json()).status).toBe('queued');
    bench.product.simulator.setFaults({});
    await bench.product.runtime.cron(Date.now() + 60_000);
    expect(bench.messagesWith(later)).toHaveLength(1);
  } finally {
    await bench.formerSql('ALTER TABLE outbox_away RENAME TO outbox');
  }
});
