import { afterEach } from 'vitest';
import { LiveClient } from './LiveClient.ts';
import { type Product, startProduct } from './startProduct.ts';

/** A product for each test of the file that starts one, and clients of its stream: all are closed after the test. */
export function liveProduct() {
  let product: Product | undefined;
  let clients: LiveClient[] = [];
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    clients = [];
    await product?.close();
    product = undefined;
  });
  return {
    start: async (options: Parameters<typeof startProduct>[0]): Promise<Product> => {
      product = await startProduct(options);
      return product;
    },
    connect: (baseUrl: string, query: string): LiveClient => {
      const client = new LiveClient(baseUrl, query);
      clients.push(client);
      return client;
    },
  };
}
