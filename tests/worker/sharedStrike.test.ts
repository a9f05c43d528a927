import { describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const NOON = new Date(NOON_MS).toISOString();
const MADRID = { id: 'never-archived', latitude: 40.4, longitude: -3.7, atMs: NOON_MS };

/** Calls for a box around Madrid: the Feed may be reading home beside them. */
const lookUpsOf = ({ simulator }: Product) =>
  simulator.calls().recent.filter(({ query }) => query.includes('-3.75')).length;

const product = fileProduct(() => startProduct({ simulator: { source: scriptedSource(MADRID) } }));

describe('a shared strike that was never archived', () => {
  test('is found at the provider by the time and place that its link carries', async () => {
    const address = `${product.url}/api/v1/strikes/${MADRID.id}`;
    const unknown = await fetch(address);
    expect(unknown.status).toBe(404);
    const found = await fetch(`${address}?at=${NOON}&ll=40.4,-3.7`);
    expect(await found.json()).toMatchObject({ id: MADRID.id, latitude: 40.4, timestamp: NOON });
  });

  test('is a 404 where the provider does not know it; others wait their turn, and a 503 sends away who would wait long', async () => {
    const crowded = await startProduct({ simulator: { source: scriptedSource() } });
    const address = `${crowded.url}/api/v1/strikes/nobody?at=${NOON}&ll=40.4,-3.7`;
    const request = (id: number) => fetch(address.replace('nobody', `nobody-${id}`));
    const responses = await Promise.all(Array.from({ length: 12 }, (_, id) => request(id % 6)));
    const counts = (status: number) => responses.filter((response) => response.status === status).length;
    expect(counts(404) + counts(503)).toBe(12);
    expect(counts(404)).toBeGreaterThanOrEqual(6);
    expect(responses.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    expect(lookUpsOf(crowded)).toBeLessThanOrEqual(6);
    await crowded.close();
  });

  test('is a 404 where the provider does not know it, which is remembered: the same link asks it once', async () => {
    const address = `${product.url}/api/v1/strikes/nobody?at=${NOON}&ll=40.4,-3.7`;
    const before = lookUpsOf(product);
    for (let visitor = 0; visitor < 5; visitor += 1) expect((await fetch(address)).status).toBe(404);
    expect(lookUpsOf(product)).toBe(before + 1);
  });

  test('is not looked for where it is older than what is kept, or lies in the future', async () => {
    const before = lookUpsOf(product);
    for (const atMs of [Date.now() - 401 * DAY_MS, Date.now() + DAY_MS]) {
      const address = `${product.url}/api/v1/strikes/old?at=${new Date(atMs).toISOString()}&ll=40.4,-3.7`;
      expect((await fetch(address)).status).toBe(404);
    }
    expect(lookUpsOf(product)).toBe(before);
  });

  test('[AP3][AP5] is looked for ten times a minute for one network, and still for another', async () => {
    const { url } = product;
    const statusOf = async (id: string, network: string) => {
      const headers = { 'cf-connecting-ip': network };
      return (await fetch(`${url}/api/v1/strikes/${id}?at=${NOON}&ll=40.4,-3.7`, { headers })).status;
    };
    const statuses: number[] = [];
    // A minute may end while we ask; twenty-one are more than two minutes have.
    for (let id = 0; id < 21; id += 1) statuses.push(await statusOf(`x${id}`, '203.0.113.30'));
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(11);
    expect(await statusOf('y', '203.0.113.31')).not.toBe(429);
  });
});
