import { beforeAll, describe, expect, test } from 'vitest';
import type { PreviewView } from '#shared/watch/bodies.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const MINUTE = 60_000;
const CAMP = {
  name: 'Camp',
  kind: 'site',
  shape: { type: 'Point', coordinates: [23.32, 42.7] },
  timeZone: 'Europe/Sofia',
} as const;

const source = scriptedSource();
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));
// The Feed begins to poll when it is first asked.
beforeAll(() => fetch(`${product.url}/api/v1/status`));

const ask = (body: unknown) =>
  fetch(`${product.url}/api/v1/watch/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('the preview of a place', () => {
  test('tells what the archive holds, and that a young archive does not cover fourteen days', async () => {
    const strike = (id: string, longitude: number, agoMin: number) =>
      source.add({ id, longitude, latitude: 42.7, atMs: Date.now() - agoMin * MINUTE });
    strike('far', 24.5, 4);
    strike('near', 23.4, 3);
    const found = async () => {
      const response = await ask(CAMP);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      return (await response.json()) as PreviewView;
    };
    await expect.poll(async () => (await found()).alerts, { timeout: 40_000 }).toBe(1);
    const preview = await found();
    expect(preview).toMatchObject({ askedDays: 14, cut: false, byLevel: { watch: 1, warning: 1, stop: 1 } });
    expect(preview.toMs).toBeGreaterThan(Date.now() - 2 * MINUTE);
    expect(preview.toMs - preview.fromMs).toBeLessThan(2 * 86_400_000);
    expect(preview.longestStopMs).toBeGreaterThan(MINUTE);
  });

  test('of what cannot be watched or is not valid says which field, and why', async () => {
    const errorsOf = async (body: unknown) => {
      const answer = await ask(body);
      expect(answer.status).toBe(400);
      return ((await answer.json()) as { errors: unknown }).errors;
    };
    expect(await errorsOf({ ...CAMP, days: 15 })).toEqual({ days: 'range' });
    expect(await errorsOf({ ...CAMP, timeZone: 'Mars/Base' })).toEqual({ timeZone: 'timeZone' });
    expect(await errorsOf({ ...CAMP, ringsKm: [10, 16, 30] })).toEqual({ ringsKm: 'order' });
    const vienna = { type: 'Point', coordinates: [16.4, 47.95] };
    expect(await errorsOf({ ...CAMP, shape: vienna })).toEqual({ shape: 'outside-coverage' });
  });
});
