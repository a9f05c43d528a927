import { describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

const HOUR_MS = 3_600_000;
const TO_MS = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const FROM_MS = TO_MS - 20 * HOUR_MS;
const STRIKES = Array.from({ length: 300 }, (_, index) => ({
  id: `s${index}`,
  latitude: 34.5 + ((index * 37) % 130) / 10,
  longitude: 13.5 + ((index * 53) % 170) / 10,
  atMs: FROM_MS + index * 200_000,
}));

const product = fileProduct(() => historyProduct(STRIKES));

const iso = (atMs: number) => new Date(atMs).toISOString();
const WINDOW = `bbox=13,34,31,48&from=${iso(FROM_MS)}&to=${iso(TO_MS)}`;

describe('a page of history', () => {
  const pageOf = async (query: string, address?: string) => {
    const response = await fetch(`${product.url}/api/v1/strikes?${query}`, {
      headers: address ? { 'cf-connecting-ip': address } : {},
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };

  test('is kept at the edge for five seconds, under one key however the query is written', async () => {
    const db = await product.runtime.miniflare.getD1Database('DB');
    const first = await pageOf(`${WINDOW}&limit=11`);
    await db.prepare('ALTER TABLE strike RENAME TO strike_away').run();
    try {
      const from = iso(FROM_MS).replace('.000Z', '%2B00:00');
      const again = await pageOf(`limit=011&to=${iso(TO_MS)}&format=json&from=${from}&bbox=13.0,34.00,031,48`);
      expect(again).toEqual(first);
      expect((await pageOf(`${WINDOW}&limit=12`)).status).toBe(503);
    } finally {
      await db.prepare('ALTER TABLE strike_away RENAME TO strike').run();
    }
  });

  test('holds nothing older than what is kept, and such a question costs nothing', async () => {
    const db = await product.runtime.miniflare.getD1Database('DB');
    await db.prepare('ALTER TABLE strike RENAME TO strike_away').run();
    try {
      const from = iso(TO_MS - 430 * 24 * HOUR_MS);
      const to = iso(TO_MS - 401 * 24 * HOUR_MS);
      const { status, text } = await pageOf(`bbox=13,34,31,48&from=${from}&to=${to}`);
      expect([status, JSON.parse(text)]).toEqual([200, { strikes: [], completeTo: null, unread: [{ from, to }] }]);
    } finally {
      await db.prepare('ALTER TABLE strike_away RENAME TO strike').run();
    }
  });

  test('[AP3][AP5] is refused to a network that has used up its share, and to no other', async () => {
    const greedy = '203.0.113.20';
    const world = `bbox=-180,-90,180,90&from=${iso(FROM_MS)}&to=${iso(TO_MS)}`;
    const db = await product.runtime.miniflare.getD1Database('DB');
    // Seas that no home knows: each cell with a strike costs a page of the world some rows.
    await db
      .prepare(
        `INSERT INTO strike (id, ordinal, cell, at_ms, latitude, longitude)
         WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
         SELECT 'sea' || i, 1000000 + i, 4096 + i * 40, ?1, -50, -100 FROM n`,
      )
      .bind(FROM_MS)
      .run();
    let refused = await pageOf(`${WINDOW}&limit=999`, greedy);
    // Looking at each of them costs 20,000 rows and more, of 600,000 a minute, which may end while we ask.
    for (let call = 0; call < 70 && refused.status === 200; call += 1) {
      refused = await pageOf(`${world}&limit=${1_000 + call}`, greedy);
    }
    expect(refused).toMatchObject({ status: 429, retryAfter: '60' });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate-limited' });
    expect((await pageOf(`${WINDOW}&limit=998`, '203.0.113.21')).status).toBe(200);
    expect((await pageOf(`${WINDOW}&limit=997`)).status).toBe(200);
  });

  test('is read in its turn where many ask at once, and nobody is forgotten', async () => {
    // One is read, eight wait.
    const asked = Array.from({ length: 9 }, (_, call) => pageOf(`${WINDOW}&limit=${400 + call}`));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toEqual(Array<number>(9).fill(200));
    expect(product.logs.filter(({ level }) => level === 'warn')).toEqual([]);
  });

  test('whose reader leaves half-way gives its place to the next', async () => {
    // Fewer than may wait, left at every stage of their scan. One that kept its place would have the next wait in vain.
    const leave = async (call: number) => {
      const stop = new AbortController();
      const left = fetch(`${product.url}/api/v1/strikes?${WINDOW}&limit=${2_000 + call}`, { signal: stop.signal });
      setTimeout(() => stop.abort(), 3 * call);
      await left.then((response) => response.text()).catch(() => {});
    };
    await Promise.all(Array.from({ length: 7 }, (_, call) => leave(call)));
    expect((await pageOf(`${WINDOW}&limit=3000`)).status).toBe(200);
  });
});
