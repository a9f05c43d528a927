import { describe, expect, test } from 'vitest';
import { contactBench, marker } from '#tests/support/contact/contactBench.ts';
import { contactBody } from '#tests/support/contact/contactBody.ts';
import { contactTexts } from '#texts/contactTexts.ts';

/** A /24 or /48 may send a tenth of it, and have as many deferred. */
const CAP = 150;

const bench = contactBench({ CONTACT_DAILY_CAP: String(CAP) });

describe('abuse', () => {
  test('of another site is refused, whichever header says so', async () => {
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }];
    for (const headers of foreign) {
      const response = await bench.post(contactBody(), headers as Record<string, string>);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await bench.post(contactBody(), { origin: bench.product.url })).status).toBe(202);
  });

  test('by machines is quietly accepted and goes nowhere', async () => {
    const subject = marker();
    for (const trap of [{ website: 'https://spam.example' }, { filledMs: 12 }]) {
      const response = await bench.post(contactBody({ subject, ...trap }));
      expect([response.status, (await response.json()).status]).toEqual([202, 'delivered']);
    }
    expect(bench.messagesWith(subject)).toHaveLength(0);
    expect(await bench.outbox()).toHaveLength(0);
  });

  test('from one address ends at ten messages a minute with 429 and Retry-After; a /64 is one address', async () => {
    const from = (host: number) => bench.post(contactBody(), {}, `2001:db8:5:6::${host}`);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, host) => from(host + 1)));
    const accepted = answers.filter(({ status }) => status === 202);
    const [refused] = answers.filter(({ status }) => status === 429);
    // Minutes are those of the wall clock: where one ends in between, the next ten are let in.
    expect(accepted.length).toBeGreaterThanOrEqual(10);
    expect(accepted.length).toBeLessThanOrEqual(20);
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(await refused?.json()).toMatchObject({ code: 'rate-limited' });
    expect((await bench.post(contactBody(), {}, '2001:db8:5:7::1')).status).toBe(202);
  });

  test('by reading is told that only POST is allowed', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${bench.product.url}/api/v1/contact`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('the limits of a day', () => {
  /** Messages of today that used up the cap. */
  const fillDay = () =>
    bench.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CAP})
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, finished_at_ms)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0, ${Date.now()} FROM n`,
    );
  const alarms = async () => (await (await fetch(`${bench.product.url}/api/v1/status`)).json()).alarms;

  test('are no switch: after a /48 has sent all it can, a visitor from elsewhere is delivered at once', async () => {
    const flood = Array.from({ length: 45 }, (_, at) => bench.post(contactBody(), {}, `2001:db8:77:${at}::1`));
    const answers = await Promise.all(flood);
    const kinds = await Promise.all(answers.map(async (answer) => (answer.ok ? (await answer.json()).status : 429)));
    const count = (kind: unknown) => kinds.filter((each) => each === kind).length;
    expect([count('deferred'), count(429)]).toEqual([CAP / 10, CAP / 10]);
    const subject = marker();
    expect((await (await bench.post(contactBody({ subject }))).json()).status).toBe('delivered');
    expect(bench.messagesWith(subject)).toHaveLength(1);
  });

  test('once reached, a message is stored and told as deferred, alarmed, and sent the next day', async () => {
    await fillDay();
    const body = contactBody({ subject: marker() });
    for (const _ of ['sent', 'sent again']) {
      const answer = await bench.post(body);
      expect([answer.status, await answer.json()]).toEqual([202, { id: body.id, status: 'deferred' }]);
    }
    await expect.poll(alarms, { timeout: 15_000 }).toContain('contact-cap');
    await bench.product.runtime.cron();
    expect(bench.messagesWith(String(body.subject))).toEqual([]);
    await bench.product.runtime.cron(Date.now() + 86_400_000);
    expect(bench.messagesWith(String(body.subject))).toHaveLength(1);
    expect(await bench.outbox()).toContainEqual(expect.objectContaining({ id: body.id, state: 'delivered' }));
    await expect.poll(alarms, { timeout: 15_000 }).not.toContain('contact-cap');
  });

  test('tell a form without JavaScript, too, that the message is deferred', async () => {
    await fillDay();
    const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const fields = new URLSearchParams({
      language: 'bg',
      name: 'Ана',
      email: 'a@b.bg',
      subject: marker(),
      message: 'А',
    });
    const answer = await bench.post(fields.toString(), type);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/bg/contact/sent?status=deferred#outcome']);
    const page = await (await fetch(`${bench.product.url}/bg/contact/sent?status=deferred`)).text();
    expect(page).toContain(contactTexts.bg.deferred);
    expect(page).not.toContain(contactTexts.bg.success);
  });

  test('refuse a network that goes on, with the time until midnight, and nobody else', async () => {
    await bench.post(contactBody(), {}, '2001:db8:88::1');
    const [known] = await bench.sql<{ wide: string }>('SELECT wide FROM outbox WHERE wide IS NOT NULL');
    await bench.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CAP / 5 - 1})
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms, near, wide)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0, 'other', '${known?.wide}' FROM n`,
    );
    const response = await bench.post(contactBody(), {}, '2001:db8:88:ff::1');
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect((await bench.post(contactBody())).status).toBe(202);
  });
});

describe('where the site asks for a proof of a person', () => {
  const guarded = contactBench({ TURNSTILE_SECRET: 'key' });

  test('a message without one is refused, as JSON and as a form, and goes nowhere', async () => {
    const subject = marker();
    const asJson = await guarded.post(contactBody({ subject }));
    expect([asJson.status, (await asJson.json()).errors]).toEqual([400, { turnstileToken: 'proofRequired' }]);
    const fields = new URLSearchParams({ name: 'Ana', email: 'a@b.bg', subject, message: 'Hello' });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await guarded.post(`${fields}&cf-turnstile-response=`, type)).status).toBe(400);
    expect(await guarded.outbox()).toEqual([]);
    expect(guarded.messagesWith(subject)).toEqual([]);
  });
});
