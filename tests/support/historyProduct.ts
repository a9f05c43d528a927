import { vi } from 'vitest';
import { type SimulatedStrike, scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { type Product, type ProductOptions, startProduct } from './startProduct.ts';

export const FAST = { POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20' };

/** How many strikes the archive holds. */
export async function archivedCount(product: Product): Promise<number> {
  const db = await product.runtime.miniflare.getD1Database('DB');
  return (await db.prepare('SELECT count(*) AS strikes FROM strike').first<{ strikes: number }>())?.strikes ?? 0;
}

/** A product that has read and archived all of `strikes`. */
export async function historyProduct(
  strikes: readonly SimulatedStrike[],
  options: ProductOptions = {},
): Promise<Product> {
  const product = await startProduct({
    ...options,
    simulator: { source: scriptedSource(...strikes), ...options.simulator },
    vars: { ...FAST, ...options.vars },
  });
  await fetch(`${product.url}/api/v1/status`);
  const archived = async () => {
    const count = await archivedCount(product);
    if (count < strikes.length) throw new Error(`${count} of ${strikes.length} strikes are archived`);
  };
  await vi.waitFor(archived, { timeout: 30_000, interval: 50 });
  return product;
}
