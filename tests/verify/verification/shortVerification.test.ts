import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluateFigure, type Figure, inShort } from '#tests/bench/Figure.ts';
import { fanOutFigures } from '#tests/bench/fanOut/fanOutFigures.ts';
import { storeFigures } from '#tests/bench/storeFigures.ts';
import { wireFigures } from '#tests/bench/wireFigures.ts';
import { fuzzApi } from '#tests/fuzz/fuzzApi.ts';
import { percentile } from '#tests/load/percentile.ts';
import { runLoad } from '#tests/load/runLoad.ts';
import { stampedeLoad } from '#tests/load/stampedeLoad.ts';
import { BUILT_SITE, type Product, startProduct } from '#tests/support/startProduct.ts';
import { hourStorm } from '#tests/support/strikes.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

/** `npm run tools -- bench` in short, held to the budgets of a short run, and the API under requests made at random. */
const SEED = 20_261_120;

const shortfalls = (figures: readonly Figure[]) =>
  figures
    .map((figure) => evaluateFigure(inShort(figure)))
    .filter(({ pass }) => !pass)
    .map(({ name, ours, baseline, ratio }) => `${name}: ${ours} to ${baseline}, ratio ${ratio}`);

describe('the figures, in short', () => {
  test('bytes on the wire keep their budgets to the letter, for they do not depend on the machine', () => {
    const bytes = wireFigures(10_000, 1).filter(({ unit }) => unit === 'B/strike');
    expect(bytes).toHaveLength(9);
    expect(shortfalls(bytes)).toEqual([]);
  });

  test('encoding and decoding take no more than twice their budgets', () => {
    expect(shortfalls(wireFigures(2_000, 31).filter(({ unit }) => unit === 'ms'))).toEqual([]);
  });

  test('merging, filtering and ageing take no more than twice their budgets', () => {
    expect(shortfalls(storeFigures([20_000], 7))).toEqual([]);
  });
});

test('the picture of a storm of 20,000 strikes takes 150 ms at the most, past the cache, at the median of nine', async () => {
  const product = await startProduct({ simulator: { source: scriptedSource() }, vars: { HISTORY_BACKFILL_DAYS: '0' } });
  try {
    const archive = new StrikeArchive((await product.runtime.miniflare.getD1Database('DB')) as never);
    const storm = hourStorm(Date.now(), 20_000).map((strike, index) => ({ ...strike, ordinal: index + 1 }));
    for (let from = 0; from < storm.length; from += 2_000) {
      await archive.insert(storm.slice(from, from + 2_000), await archive.seq());
    }
    const tookMs: number[] = [];
    for (let picture = 0; picture < 9; picture += 1) {
      const fromMs = performance.now();
      // One pixel wider is another picture.
      const response = await fetch(`${product.url}/api/v1/picture.svg?bbox=19,39,27,45&width=${600 + picture}`);
      expect(await response.text()).toContain(': 20,000<');
      tookMs.push(performance.now() - fromMs);
    }
    expect(percentile(tookMs, 50)).toBeLessThanOrEqual(150);
  } finally {
    await product.close();
  }
});

describe('a relay, in short', () => {
  test.runIf(process.platform === 'linux')(
    'gives every frame to each of 100 streams, for the CPU of a bare relay and some',
    async () => {
      const options = { streams: [100], rounds: 3, publishes: 5, everyMs: 100, print: () => {} };
      const figures = await fanOutFigures(options);
      // Latencies are left to `npm run tools -- bench`: on a busy machine they are the other processes' more than ours.
      const evaluated = figures.filter(({ name }) => /^(CPU|frames missing)/.test(name));
      expect(evaluated).toHaveLength(2);
      expect(shortfalls(evaluated)).toEqual([]);
    },
  );

  test('loses and doubles nothing for viewers who pan, sleep, stall and vanish, although it is killed', async () => {
    const report = await runLoad({ viewers: 30, seconds: 8, seed: SEED, print: () => {} });
    const { missing, doubled, unexpected } = report;
    expect({ missing, doubled, unexpected }).toEqual({ missing: 0, doubled: 0, unexpected: 0 });
    expect(report.expected).toBeGreaterThan(0);
    expect(report.connections).toBeGreaterThan(30);
  });
});

describe('a stampede, in short', () => {
  test('of 60 who reload over 34,000 strikes all get one slice in time, and dear calls by the dozen stop neither status, stream nor alert', async () => {
    const { rows } = await stampedeLoad({
      viewers: 60,
      strikes: 34_000,
      atOnce: 12,
      waves: 1,
      slack: 5,
      print: () => {},
    });
    expect(rows.filter(([, , , isRetained]) => !isRetained).map(([name, value]) => `${name}: ${value}`)).toEqual([]);
  }, 240_000);
});

describe('the API under requests made from its own document', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct(BUILT_SITE);
  });
  afterAll(() => product.close());

  test('[AP3] [AP4] answers each of 400, in time, without a 500, every error as a problem', async () => {
    const { requests, byStatus, errors } = await fuzzApi(product.url, SEED, 400);
    expect(errors).toEqual([]);
    expect(requests).toBe(400);
    expect(byStatus['400']).toBeGreaterThan(50);
    expect(product.logs.filter(({ event }) => event === 'request.failed')).toEqual([]);
  });
});
