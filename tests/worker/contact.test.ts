import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactBody, postContact } from '#tests/support/contactBody.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';

let product: Product;
let visitors = 0;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());
beforeEach(async () => {
  product.simulator.setFaults({});
  await rows('DELETE FROM outbox');
});

/** Each from an address of its own, unless a test is about addresses. */
const post = (body: unknown, headers: Record<string, string> = {}, address?: string) =>
  postContact({ url: product.url, address: address ?? `10.1.${visitors >> 8}.${visitors++ & 255}`, headers }, body);

async function rows<Row>(sql: string): Promise<Row[]> {
  const db = await product.runtime.miniflare.getD1Database('DB');
  return (await db.prepare(sql).all<Row>()).results;
}
const outbox = () => rows<{ id: string; state: string; attempts: number }>('SELECT * FROM outbox');
const messagesWith = (text: string) => product.simulator.messages().filter(({ message }) => message.includes(text));
const marker = () => `mark-${crypto.randomUUID()}`;

describe('a contact message', () => {
  it('is stored, delivered at once through the provider and answered 202 delivered', async () => {
    const subject = marker();
    const body = contactBody({ subject, company: 'Planina EOOD', phone: '+359 2 123' });
    const response = await post(body);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: body.id, status: 'delivered' });
    expect(messagesWith(subject)).toMatchObject([
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
          `#${String(body.id).slice(0, 8)}`,
        ].join('\n'),
      },
    ]);
    expect(await outbox()).toMatchObject([{ id: body.id, state: 'delivered', attempts: 1 }]);
  });

  it('is accepted while the provider is down, and arrives by cron once it is up', async () => {
    product.simulator.setFaults({ notifications: 'off' });
    const subject = marker();
    const response = await post(contactBody({ subject }));
    expect([response.status, (await response.json()).status]).toEqual([202, 'queued']);
    product.simulator.setFaults({});
    await product.runtime.cron(Date.now() + 60_000);
    expect(messagesWith(subject)).toHaveLength(1);
    expect(await outbox()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is answered queued, and goes on, where the provider takes longer than a visitor waits', async () => {
    product.simulator.setFaults({ slowRate: 1, slowMs: 5_500 });
    const subject = marker();
    const response = await post(contactBody({ subject }));
    expect((await response.json()).status).toBe('queued');
    await expect.poll(async () => (await outbox())[0]?.state, { timeout: 8_000 }).toBe('delivered');
    expect(messagesWith(subject)).toHaveLength(1);
  });

  it('sent twelve times at once and again later is one row and one message', async () => {
    const body = contactBody({ subject: marker() });
    const capitals = { ...body, id: String(body.id).toUpperCase() };
    const answers = await Promise.all([...Array(11).fill(body), capitals].map((copy) => post(copy)));
    const later = await post(body);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(202));
    expect(await later.json()).toEqual({ id: body.id, status: 'delivered' });
    expect(messagesWith(String(body.subject))).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('that the provider rejects is an error for the visitor, dead for the operator, and alarmed in the status', async () => {
    product.simulator.setFaults({ notifications: 'rejecting' });
    const body = contactBody({ subject: marker() });
    const refused = await post(body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'delivery-failed' });
    expect(await outbox()).toMatchObject([{ state: 'dead', attempts: 1 }]);
    const status = await (await fetch(`${product.url}/api/v1/status`)).json();
    expect(status).toMatchObject({ outbox: { pending: 0, dead: 1 }, alarms: ['outbox-dead'] });
    product.simulator.setFaults({});
    expect(await (await post(body)).json()).toEqual({ id: body.id, status: 'delivered' });
    expect(messagesWith(String(body.subject))).toHaveLength(1);
  });

  it('is tried nine times over fifteen hours, then dead', async () => {
    product.simulator.setFaults({ notifications: 'off' });
    await post(contactBody());
    let atMs = Date.now();
    for (let run = 0; run < 40; run++) {
      const [next] = await rows<{ next_at_ms: number }>("SELECT next_at_ms FROM outbox WHERE state = 'pending'");
      if (!next) break;
      atMs = next.next_at_ms;
      await product.runtime.cron(atMs);
    }
    expect(await outbox()).toMatchObject([{ state: 'dead', attempts: 9 }]);
    expect((atMs - Date.now()) / 3_600_000).toBeGreaterThan(14.5);
  });

  it('is delivered at once where it cannot be stored, and refused only where that fails too', async () => {
    await rows('ALTER TABLE outbox RENAME TO outbox_away');
    try {
      const subject = marker();
      const delivered = await post(contactBody({ subject }));
      expect([delivered.status, (await delivered.json()).status]).toEqual([202, 'delivered']);
      expect(messagesWith(subject)).toHaveLength(1);
      product.simulator.setFaults({ notifications: 'off' });
      const lost = await post(contactBody());
      expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '30']);
      expect(await lost.json()).toMatchObject({ code: 'delivery-failed' });
    } finally {
      await rows('ALTER TABLE outbox_away RENAME TO outbox');
    }
  });

  it('is sent by one of two drains that run at once', async () => {
    product.simulator.setFaults({ notifications: 'off' });
    const subject = marker();
    await Promise.all(Array.from({ length: 12 }, () => post(contactBody({ subject }))));
    product.simulator.setFaults({ slowRate: 1, slowMs: 50 });
    const atMs = Date.now() + 60_000;
    await Promise.all([product.runtime.cron(atMs), product.runtime.cron(atMs), product.runtime.cron(atMs)]);
    expect(messagesWith(subject)).toHaveLength(12);
    expect(new Set(messagesWith(subject).map(({ message }) => message)).size).toBe(12);
  });

  it('is forgotten 30 days after it was delivered, and not before', async () => {
    await post(contactBody());
    const dayMs = 86_400_000;
    await product.runtime.cron(Date.now() + 29 * dayMs);
    expect(await outbox()).toHaveLength(1);
    await product.runtime.cron(Date.now() + 31 * dayMs);
    expect(await outbox()).toHaveLength(0);
  });

  it('never shows up in the log', async () => {
    const secret = marker();
    await post(contactBody({ name: secret, email: `${secret}@mail.bg`, subject: secret, message: secret }));
    product.simulator.setFaults({ notifications: 'rejecting' });
    await post(contactBody({ name: secret, subject: secret, message: secret }));
    await post(contactBody({ name: '', subject: secret, [secret]: secret }));
    expect(JSON.stringify(product.logs)).not.toContain(secret);
    expect(product.logs.some(({ event }) => event === 'outbox.dead')).toBe(true);
  });
});

describe('abuse', () => {
  it('of another site is refused, whichever header says so', async () => {
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }];
    for (const headers of foreign) {
      const response = await post(contactBody(), headers as Record<string, string>);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await post(contactBody(), { origin: product.url })).status).toBe(202);
  });

  it('by machines is quietly accepted and goes nowhere', async () => {
    const subject = marker();
    for (const trap of [{ website: 'https://spam.example' }, { filledMs: 12 }]) {
      const response = await post(contactBody({ subject, ...trap }));
      expect([response.status, (await response.json()).status]).toEqual([202, 'delivered']);
    }
    expect(messagesWith(subject)).toHaveLength(0);
    expect(await outbox()).toHaveLength(0);
  });

  it('from one address ends at ten messages a minute with 429 and Retry-After; a /64 is one address', async () => {
    const from = (host: number) => post(contactBody(), {}, `2001:db8:5:6::${host}`);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, host) => from(host + 1)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect(await refused[0]?.json()).toMatchObject({ code: 'rate-limited' });
    expect((await post(contactBody(), {}, '2001:db8:5:7::1')).status).toBe(202);
  });

  it('by reading is told that only POST is allowed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${product.url}/api/v1/contact`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('by everybody together ends at the daily cap with 429 and the time until midnight', async () => {
    await rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0 FROM n`,
    );
    const response = await post(contactBody());
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });
});

describe('a form without JavaScript', () => {
  const asForm = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({
      language: 'ru',
      name: 'Елена',
      email: 'elena@mail.bg',
      company: '',
      phone: '',
      subject: 'Датчики',
      message: 'Здравствуйте!\r\nСколько?',
      website: '',
      ...fields,
    }).toString();

  it('is answered 303 to the page that says thanks, in the language of the form', async () => {
    const subject = marker();
    const response = await post(form({ subject }), asForm);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/ru/contact/sent#outcome']);
    expect(messagesWith(subject)).toMatchObject([{ message: expect.stringContaining('Здравствуйте!\nСколько?') }]);
  });

  it('sent again by a reload is one message', async () => {
    const body = form({ subject: marker() });
    await post(body, asForm);
    await post(body, asForm);
    expect(await outbox()).toHaveLength(1);
  });

  it('takes the longest message there is in Cyrillic', async () => {
    const response = await post(form({ message: 'Щ'.repeat(3_000) }), asForm);
    expect(response.status).toBe(303);
    expect(await outbox()).toHaveLength(1);
  });

  it('gets a problem in JSON where no page is asked for', async () => {
    const response = await post(form({ email: 'nobody' }), { ...asForm, accept: '*/*' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { email: 'emailInvalid' } });
  });
});
