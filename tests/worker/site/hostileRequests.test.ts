import { expect, test } from 'vitest';
import { fuzzDecoders } from '#tests/fuzz/fuzzApi.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';

const product = fileProduct(() => startProduct(BUILT_SITE));
const SEED = 20_261_126;

test('whatever stands in a path or a header, nothing is answered with a 5xx', async () => {
  const { requests, byStatus, faults } = await fuzzDecoders(product.url, SEED);
  expect(faults).toEqual([]);
  expect(requests).toBeGreaterThan(500);
  expect(Object.keys(byStatus).length).toBeGreaterThan(5);
  expect(Object.keys(byStatus).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(product.logs.filter(({ event }) => event === 'request.failed')).toEqual([]);
});
