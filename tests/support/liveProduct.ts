import { test as base, type TestAPI } from 'vitest';
import { LiveClient } from './LiveClient.ts';
import { type Product, startProduct } from './startProduct.ts';

export interface Live {
  start(options?: Parameters<typeof startProduct>[0]): Promise<Product>;
  connect(baseUrl: string, query: string): LiveClient;
}

/** A test with its own products and clients of their streams: all are closed after it. */
export const test: TestAPI<{ live: Live }> = base.extend<{ live: Live }>({
  live: async ({ task: _ }, use) => {
    const products: Product[] = [];
    const clients: LiveClient[] = [];
    await use({
      start: async (options) => {
        const product = await startProduct(options);
        products.push(product);
        return product;
      },
      connect: (baseUrl, query) => {
        const client = new LiveClient(baseUrl, query);
        clients.push(client);
        return client;
      },
    });
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(products.map((product) => product.close()));
  },
});
