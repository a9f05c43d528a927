import { describe, expect, test } from 'vitest';
import { contactBench, marker } from '#tests/support/contact/contactBench.ts';
import { contactBody } from '#tests/support/contact/contactBody.ts';

const bench = contactBench();

describe('what is refused', () => {
  const refusals = async () => (await (await fetch(`${bench.product.url}/api/v1/status`)).json()).contact?.refused;

  test('is counted by its reason, in the status and in the log, and holds nothing that anybody wrote', async () => {
    const secret = marker();
    for (const _ of Array(3)) await bench.post(contactBody({ message: ' ', name: secret, [secret]: secret }));
    await bench.post(contactBody({ website: secret }));
    await bench.post(contactBody({ name: secret }), { origin: 'https://evil.example' });
    await bench.post(secret, { 'content-type': 'text/plain' });
    bench.product.simulator.setFaults({ notifications: 'rejecting' });
    await bench.post(contactBody({ name: secret }));
    const expected = {
      'invalid-body': 3,
      honeypot: 1,
      'forbidden-origin': 1,
      'unsupported-media-type': 1,
      rejected: 1,
    };
    await expect.poll(refusals, { timeout: 20_000 }).toEqual(expected);
    expect(JSON.stringify(await bench.sql('SELECT * FROM contact_refusal'))).not.toContain(secret);
    expect(JSON.stringify(bench.product.logs)).not.toContain(secret);
    const logged = bench.product.logs.filter(({ event }) => event === 'contact.refused').map(({ reason }) => reason);
    for (const [reason, count] of Object.entries(expected)) {
      expect(logged.filter((each) => each === reason).length, reason).toBeGreaterThanOrEqual(count);
    }
  });

  test('is forgotten after 30 days', async () => {
    await bench.sql("INSERT INTO contact_refusal (day, reason, refusals) VALUES (20000, 'invalid-body', 7)");
    await bench.product.runtime.cron();
    expect(await bench.sql('SELECT * FROM contact_refusal WHERE day = 20000')).toEqual([]);
  });
});
