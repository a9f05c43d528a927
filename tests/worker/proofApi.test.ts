import * as v from 'valibot';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ProofBody } from '#shared/wire/ProofBody.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';

const STRIKES = [1, 2, 3].map((n) => ({ id: `s${n}`, latitude: 42, longitude: 23, atMs: Date.now() - 60_000 + n }));
const product = fileProduct(() => historyProduct(STRIKES));
const ask = (query = '') => fetch(`${product.url}/api/v1/proof${query}`);

beforeAll(async () => {
  // The proof is cached for a minute: it is asked for once there is something in it.
  const isFollowed = async () => expect((await fetch(`${product.url}/api/v1/cells`)).status).toBe(200);
  await vi.waitFor(isFollowed, { timeout: 20_000, interval: 100 });
});

describe('the API of the proof', () => {
  test('[PR7] says that storms are simulated, that nothing was graded yet, and how the strikes came', async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const body = v.parse(ProofBody, await response.json());
    expect(body).toMatchObject({ source: 'simulated', days: 0, hidden: [], fit: null });
    expect(body.chance30).toMatchObject({ cases: 0, hits: 0, brier: null });
    expect(body.chance30.bins.map(({ from }) => from)).toEqual([0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7]);
    const { completeness, uptime, openGaps } = body.feed;
    expect(uptime.ofMinutes).toBeGreaterThanOrEqual(1);
    expect(uptime.upMinutes).toBeGreaterThanOrEqual(1);
    expect(openGaps).toBeGreaterThanOrEqual(0);
    expect(completeness?.ofMs).toBeGreaterThan(0);
    expect(completeness?.readMs).toBeLessThanOrEqual(completeness?.ofMs ?? 0);
  });

  test('[AP3] refuses parameters that it does not know', async () => {
    expect((await ask('?days=3')).status).toBe(400);
  });
});
