import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContactBench, marker, startContactBench } from '#tests/support/contactBench.ts';
import { contactBody } from '#tests/support/contactBody.ts';

let bench: ContactBench;
beforeAll(async () => {
  bench = await startContactBench();
});
afterAll(() => bench.product.close());
beforeEach(() => bench.reset());

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

  test('by everybody together ends at the daily cap with 429 and the time until midnight', async () => {
    await bench.sql(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
       INSERT INTO outbox (id, message, state, created_at_ms, next_at_ms)
       SELECT 'filler-' || i, '', 'delivered', ${Date.now()}, 0 FROM n`,
    );
    const response = await bench.post(contactBody());
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });
});

describe('where the site asks for a proof of a person', () => {
  let guarded: ContactBench;
  beforeAll(async () => {
    guarded = await startContactBench({ TURNSTILE_SECRET: 'key' });
  });
  afterAll(() => guarded.product.close());

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
