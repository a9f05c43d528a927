import { afterEach, describe, expect, test } from 'vitest';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/simulator/sky/scriptedSource.ts';

const MADRID = { id: 'never-archived', latitude: 40.4, longitude: -3.7, atMs: Date.UTC(2026, 10, 1, 12) };

let product: Product | undefined;

afterEach(async () => {
  await product?.close();
  product = undefined;
});

describe('a shared strike that was never archived', () => {
  test('is found at the provider by the time and place that its link carries', async () => {
    product = await startProduct({ simulator: { source: scriptedSource(MADRID) } });
    const address = `${product.url}/api/v1/strikes/${MADRID.id}`;
    const unknown = await fetch(address);
    expect(unknown.status).toBe(404);
    const found = await fetch(`${address}?at=2026-11-01T12:00:00Z&ll=40.4,-3.7`);
    expect(await found.json()).toMatchObject({ id: MADRID.id, latitude: 40.4, timestamp: '2026-11-01T12:00:00.000Z' });
  });

  test('is a 404 where the provider does not know it; others wait their turn, and a 503 sends away who would wait long', async () => {
    product = await startProduct({ simulator: { source: scriptedSource() } });
    const address = `${product.url}/api/v1/strikes/nobody?at=2026-11-01T12:00:00Z&ll=40.4,-3.7`;
    const ask = (id: number) => fetch(address.replace('nobody', `nobody-${id}`));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, id) => ask(id % 6)));
    const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect(counts(404) + counts(503)).toBe(12);
    expect(counts(404)).toBeGreaterThanOrEqual(6);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    expect(product.simulator.calls().recent.filter(({ query }) => query.includes('-3.75')).length).toBeLessThanOrEqual(
      6,
    );
  });
});
