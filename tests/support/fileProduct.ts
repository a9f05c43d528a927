import { afterAll, beforeAll } from 'vitest';
import { type Product, startProduct } from './startProduct.ts';

/** The product that the tests of a file share: started before the first of them, closed after the last. */
export function fileProduct(start: () => Promise<Product> = () => startProduct()): Product {
  let product: Product;
  beforeAll(async () => {
    product = await start();
  });
  afterAll(() => product.close());
  return {
    get simulator() {
      return product.simulator;
    },
    get url() {
      return product.url;
    },
    get runtime() {
      return product.runtime;
    },
    get stateDir() {
      return product.stateDir;
    },
    get logs() {
      return product.logs;
    },
    kill: (binding, name) => product.kill(binding, name),
    restart: () => product.restart(),
    close: () => product.close(),
  };
}
