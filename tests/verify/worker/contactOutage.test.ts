import { afterEach, expect, test } from 'vitest';
import { contactBody, postContact } from '#tests/support/contact/contactBody.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';

const WAVES = 5;
const PER_WAVE = 40;
const OUTAGE_MS = 3 * 60_000;
const MINUTE_MS = 60_000;

let product: Product | undefined;
afterEach(async () => {
  await product?.close();
  product = undefined;
});

interface Submission {
  readonly id: string;
  readonly subject: string;
  accepted: number;
  requests: number;
}

/** Posts like the site's form: a request that is cut off is repeated, with the same id, until it is answered. */
async function submit(url: string, visitor: number, submission: Submission): Promise<void> {
  const { id, subject } = submission;
  const address = `10.2.${visitor}.7`;
  for (;;) {
    submission.requests++;
    const answer = await postContact({ url, address }, contactBody({ id, subject })).catch(() => undefined);
    if (answer?.status === 202) {
      submission.accepted++;
      return;
    }
    if (answer) throw new Error(`status ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function pending({ runtime }: Product): Promise<number> {
  const db = await runtime.miniflare.getD1Database('OUTBOX_DB');
  return (await db.prepare("SELECT count(*) AS n FROM outbox WHERE state <> 'delivered'").first<number>('n')) ?? -1;
}

test('loses none and doubles none of 200 messages while the provider is down and the Worker is killed five times', async () => {
  product = await startProduct({ simulator: { faults: { notifications: 'off' } } });
  const { url, simulator } = product;
  const startedMs = Date.now();
  const all: Submission[] = [];
  for (let wave = 0; wave < WAVES; wave++) {
    const sending = Array.from({ length: PER_WAVE }, (_, index) => {
      const number = wave * PER_WAVE + index;
      const submission = { id: crypto.randomUUID(), subject: `message ${number} of 200`, accepted: 0, requests: 0 };
      all.push(submission);
      const once = () => submit(url, number, submission);
      // Every third client repeats itself: half of them at once, as a double click does, half of them afterwards.
      if (number % 3 !== 0) return once();
      return number % 2 === 0 ? Promise.all([once(), once()]) : once().then(once);
    });
    await Promise.race(sending);
    await product.restart();
    await Promise.all(sending);
    await product.runtime.cron(startedMs + ((wave + 1) * OUTAGE_MS) / WAVES);
  }
  expect(simulator.messages()).toEqual([]);
  const stored = await pending(product);

  simulator.setFaults({});
  let runs = 0;
  while ((await pending(product)) > 0 && runs < 20) {
    runs++;
    await product.runtime.cron(startedMs + OUTAGE_MS + runs * MINUTE_MS);
  }
  const texts = simulator.messages().map(({ message }) => message);
  const arrived = new Map(
    all.map(({ id, subject }) => [id, texts.filter((text) => text.includes(`Subject: ${subject}\n`))]),
  );
  const figures = {
    accepted: all.filter(({ accepted }) => accepted > 0).length,
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    stored,
    delivered: [...arrived.values()].filter((found) => found.length > 0).length,
    lost: [...arrived.values()].filter((found) => found.length === 0).length,
    duplicates: texts.length - new Set(texts).size,
    minutesToRecover: runs,
    seconds: (Date.now() - startedMs) / 1000,
  };
  process.stdout.write(`contact outage: ${JSON.stringify(figures)}\n`);
  expect(figures).toMatchObject({ accepted: 200, stored: 200, delivered: 200, lost: 0, duplicates: 0 });
  expect(texts).toHaveLength(200);
  for (const [id, found] of arrived) expect(found[0]).toContain(`\n#${id.slice(0, 8)}`);
  expect(figures.requests).toBeGreaterThan(266);
}, 240_000);

test('sends again, with the same short id, where the Worker dies before it hears that a message arrived', async () => {
  product = await startProduct({ simulator: { faults: { hangRate: 1 } } });
  const { url, simulator } = product;
  const body = contactBody();
  const sending = postContact({ url }, body).catch(() => undefined);
  await expect.poll(() => simulator.messages().length, { timeout: 20_000 }).toBe(1);
  await product.restart();
  await sending;
  simulator.setFaults({});
  const again = await postContact({ url }, body);
  expect(await again.json()).toEqual({ id: body.id, status: 'queued' });
  await product.runtime.cron(Date.now() + 2 * MINUTE_MS);
  expect(await pending(product)).toBe(0);
  const texts = simulator.messages().map(({ message }) => message);
  expect(texts).toEqual([texts[0], texts[0]]);
  expect(texts[0]).toContain(`#${String(body.id).slice(0, 8)}`);
}, 120_000);
