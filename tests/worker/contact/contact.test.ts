import { describe, expect, test } from 'vitest';
import { contactTexts, mailTo } from '#shared/i18n/serverTexts.ts';
import { contactBench, marker } from '#tests/support/contact/contactBench.ts';
import { contactBody } from '#tests/support/contact/contactBody.ts';

const CAP = 60;

const bench = contactBench({ CONTACT_DAILY_CAP: String(CAP), PUBLIC_EMAIL: 'people@lightning.bg' });

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
          'How many would we need?',
          String(body.id),
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
    const responses = await Promise.all([...Array(11).fill(body), capitals].map((copy) => bench.post(copy)));
    const later = await bench.post(body);
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(202));
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
    expect(status).toMatchObject({
      outbox: { pending: 0, blocked: 0, dead: 1, today: 1, dailyCap: CAP },
      alarms: ['outbox-dead'],
    });
    bench.product.simulator.setFaults({});
    expect(await (await bench.post(body)).json()).toEqual({ id: body.id, status: 'delivered' });
    expect(bench.messagesWith(String(body.subject))).toHaveLength(1);
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

  test('never shows up in the log, nor does what is refused', async () => {
    const secret = marker();
    await bench.post(contactBody({ name: secret, email: `${secret}@mail.bg`, subject: secret, message: secret }));
    bench.product.simulator.setFaults({ notifications: 'rejecting' });
    await bench.post(contactBody({ name: secret, subject: secret, message: secret }));
    await bench.post(contactBody({ name: '', subject: secret, [secret]: secret }));
    expect(JSON.stringify(bench.product.logs)).not.toContain(secret);
    expect(bench.product.logs.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['outbox.dead', 'contact.refused']),
    );
  });
});

test('an archive that does not answer keeps no message from being stored and sent', async () => {
  const archive = await bench.product.runtime.miniflare.getD1Database('DB');
  await archive.prepare('ALTER TABLE archive_state RENAME TO archive_state_away').run();
  try {
    const response = await bench.post(contactBody());
    expect([response.status, (await response.json()).status]).toEqual([202, 'delivered']);
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

test('one network may send ten messages a minute; a /48 is one network', async () => {
  const from = (host: number) => bench.post(contactBody(), {}, `2001:db8:5:${host}::1`);
  const responses = await Promise.all(Array.from({ length: 24 }, (_, host) => from(host + 1)));
  const accepted = responses.filter(({ status }) => status === 202);
  const [refused] = responses.filter(({ status }) => status === 429);
  // Minutes are those of the wall clock: where one ends in between, the next ten are let in.
  expect(accepted.length).toBeGreaterThanOrEqual(10);
  expect(accepted.length).toBeLessThanOrEqual(20);
  expect(refused?.headers.get('retry-after')).toBe('60');
  expect(await refused?.json()).toMatchObject({ code: 'rate-limited' });
  expect((await bench.post(contactBody(), {}, '2001:db8:6:1::1')).status).toBe(202);
});

describe('a day that is full', () => {
  const fillDay = () =>
    bench.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CAP})
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, finished_at_ms)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0, ${Date.now()} FROM n`,
    );
  const alarms = async () => (await (await fetch(`${bench.product.url}/api/v1/status`)).json()).alarms;

  test('is told with the address to write to, stores and sends nothing, and is an alarm', async () => {
    await fillDay();
    const subject = marker();
    const response = await bench.post(contactBody({ subject }));
    expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await response.json()).toMatchObject({
      code: 'too-many',
      detail: expect.stringContaining('people@lightning.bg'),
    });
    expect(await bench.outbox()).toHaveLength(CAP);
    expect(bench.messagesWith(subject)).toEqual([]);
    await expect.poll(alarms, { timeout: 15_000 }).toContain('contact-cap');
  });

  test('is told to a form without JavaScript on its own page, which keeps what was typed', async () => {
    await fillDay();
    const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const fields = { language: 'bg', name: 'Ана', email: 'a@b.bg', subject: marker(), message: 'Здравейте' };
    const response = await bench.post(new URLSearchParams(fields).toString(), type);
    const page = await response.text();
    expect([response.status, page]).toEqual([
      503,
      expect.stringContaining(mailTo(contactTexts.bg.full, 'people@lightning.bg')),
    ]);
    for (const text of [fields.subject, fields.message]) expect(page).toContain(text);
  });
});
