import { describe, expect, test } from 'vitest';
import { contactBench, marker } from '#tests/support/contact/contactBench.ts';
import { contactBody } from '#tests/support/contact/contactBody.ts';

const bench = contactBench();

describe('a contact message', () => {
  test('is stored, delivered at once through the provider and answered 202 delivered', async () => {
    const subject = marker();
    const body = contactBody({ subject, company: 'Planina EOOD', phone: '+359 2 123' });
    const response = await bench.post(body);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: body.id, status: 'delivered' });
    expect(bench.messagesWith(subject)).toMatchObject([
      {
        origin: 'landing',
        message: [
          'Contact form: new message',
          'Name: Elena Petrova',
          'Email: elena@mail.bg',
          'Company: Planina EOOD',
          'Phone: +359 2 123',
          `Subject: ${subject}`,
          'Message:',
          '│ How many would we need?',
          `#${String(body.id).slice(0, 8)}`,
        ].join('\n'),
      },
    ]);
    expect(await bench.outbox()).toMatchObject([{ id: body.id, state: 'delivered', attempts: 1 }]);
  });

  test('is accepted while the provider is down, and arrives by cron once it is up', async () => {
    bench.product.simulator.setFaults({ notifications: 'off' });
    const subject = marker();
    const response = await bench.post(contactBody({ subject }));
    expect([response.status, (await response.json()).status]).toEqual([202, 'queued']);
    bench.product.simulator.setFaults({});
    await bench.product.runtime.cron(Date.now() + 60_000);
    expect(bench.messagesWith(subject)).toHaveLength(1);
    expect(await bench.outbox()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('is answered queued, and goes on, where the provider takes longer than a visitor waits', async () => {
    bench.product.simulator.setFaults({ slowRate: 1, slowMs: 5_500 });
    const subject = marker();
    const response = await bench.post(contactBody({ subject }));
    expect((await response.json()).status).toBe('queued');
    await expect.poll(async () => (await bench.outbox())[0]?.state, { timeout: 30_000 }).toBe('delivered');
    expect(bench.messagesWith(subject)).toHaveLength(1);
  });

  test('sent twelve times at once and again later is one row and one message', async () => {
    const body = contactBody({ subject: marker() });
    const capitals = { ...body, id: String(body.id).toUpperCase() };
    const answers = await Promise.all([...Array(11).fill(body), capitals].map((copy) => bench.post(copy)));
    const later = await bench.post(body);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202));
    expect(await later.json()).toEqual({ id: body.id, status: 'delivered' });
    expect(bench.messagesWith(String(body.subject))).toHaveLength(1);
    expect(await bench.outbox()).toHaveLength(1);
  });

  test('that the provider rejects is an error for the visitor, dead for the operator, and alarmed in the status', async () => {
    bench.product.simulator.setFaults({ notifications: 'rejecting' });
    const body = contactBody({ subject: marker() });
    const refused = await bench.post(body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'delivery-failed' });
    expect(await bench.outbox()).toMatchObject([{ state: 'dead', attempts: 1 }]);
    const status = await (await fetch(`${bench.product.url}/api/v1/status`)).json();
    expect(status).toMatchObject({ outbox: { pending: 0, blocked: 0, dead: 1, deferred: 0 }, alarms: ['outbox-dead'] });
    bench.product.simulator.setFaults({});
    expect(await (await bench.post(body)).json()).toEqual({ id: body.id, status: 'delivered' });
    expect(bench.messagesWith(String(body.subject))).toHaveLength(1);
  });

  test('is delivered at once where it cannot be stored, and refused only where that fails too', async () => {
    await bench.sql('ALTER TABLE outbox RENAME TO outbox_away');
    try {
      const subject = marker();
      const delivered = await bench.post(contactBody({ subject }));
      expect([delivered.status, (await delivered.json()).status]).toEqual([202, 'delivered']);
      expect(bench.messagesWith(subject)).toHaveLength(1);
      bench.product.simulator.setFaults({ notifications: 'off' });
      const lost = await bench.post(contactBody());
      expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await lost.json()).toMatchObject({ code: 'delivery-failed' });
    } finally {
      await bench.sql('ALTER TABLE outbox_away RENAME TO outbox');
    }
  });

  test('is sent by one of two drains that run at once', async () => {
    bench.product.simulator.setFaults({ notifications: 'off' });
    const subject = marker();
    await Promise.all(Array.from({ length: 12 }, () => bench.post(contactBody({ subject }))));
    bench.product.simulator.setFaults({ slowRate: 1, slowMs: 50 });
    const atMs = Date.now() + 60_000;
    await Promise.all([
      bench.product.runtime.cron(atMs),
      bench.product.runtime.cron(atMs),
      bench.product.runtime.cron(atMs),
    ]);
    expect(bench.messagesWith(subject)).toHaveLength(12);
    expect(new Set(bench.messagesWith(subject).map(({ message }) => message)).size).toBe(12);
  });

  test.each([
    ['was delivered', 'on', 'delivered', 30],
    ['was given up', 'rejecting', 'dead', 90],
  ] as const)('is forgotten so many days after it %s, and not before', async (_, notifications, state, days) => {
    bench.product.simulator.setFaults({ notifications });
    await bench.post(contactBody());
    const dayMs = 86_400_000;
    await bench.product.runtime.cron(Date.now() + (days - 1) * dayMs);
    expect(await bench.outbox()).toMatchObject([{ state }]);
    await bench.product.runtime.cron(Date.now() + (days + 1) * dayMs);
    expect(await bench.outbox()).toHaveLength(0);
  });

  test('never shows up in the log', async () => {
    const secret = marker();
    await bench.post(contactBody({ name: secret, email: `${secret}@mail.bg`, subject: secret, message: secret }));
    bench.product.simulator.setFaults({ notifications: 'rejecting' });
    await bench.post(contactBody({ name: secret, subject: secret, message: secret }));
    await bench.post(contactBody({ name: '', subject: secret, [secret]: secret }));
    expect(JSON.stringify(bench.product.logs)).not.toContain(secret);
    expect(bench.product.logs.some(({ event }) => event === 'outbox.dead')).toBe(true);
  });
});

test('an archive that does not answer keeps no message from being stored and sent', async () => {
  const archive = await bench.product.runtime.miniflare.getD1Database('DB');
  await archive.prepare('ALTER TABLE archive_state RENAME TO archive_state_away').run();
  try {
    const answer = await bench.post(contactBody());
    expect([answer.status, (await answer.json()).status]).toEqual([202, 'delivered']);
    bench.product.simulator.setFaults({ notifications: 'off' });
    const later = marker();
    expect((await (await bench.post(contactBody({ subject: later }))).json()).status).toBe('queued');
    bench.product.simulator.setFaults({});
    await bench.product.runtime.cron(Date.now() + 60_000);
    expect(bench.messagesWith(later)).toHaveLength(1);
  } finally {
    await archive.prepare('ALTER TABLE archive_state_away RENAME TO archive_state').run();
  }
});
