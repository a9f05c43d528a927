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

  test('is a 404 where the provider does not know it, and a 503 while others have just asked', async () => {
    product = await startProduct({ simulator: { source: scriptedSource() } });
    const address = `${product.url}/api/v1/strikes/nobody?at=2026-11-01T12:00:00Z&ll=40.4,-3.7`;
    expect((await fetch(address)).status).toBe(404);
    const again = await fetch(address);
    expect([again.status, again.headers.get('retry-after')]).toEqual([503, '5']);
    expect(product.simulator.calls().total).toBe(1);
  });
});
