import { describe, expect, test } from 'vitest';
import type { WallBody, WallKeys } from '#shared/wall/WallBody.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';

const product = fileProduct();

const setup: WallBody = {
  title: 'Пловдив',
  area: 'BG.plovdiv',
  views: [{ west: 24, south: 41.5, east: 25.5, north: 43 }],
  everyMs: 30_000,
  night: [22, 6],
  theme: 'dark',
  level: true,
  sound: false,
  language: 'bg',
};

const call = (method: string, path: string, body?: unknown, key?: string) =>
  fetch(`${product.url}/api/v1/walls${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function kept(): Promise<WallKeys> {
  const answer = await call('POST', '', setup);
  expect(answer.status).toBe(201);
  return (await answer.json()) as WallKeys;
}

describe('a wall that is kept', () => {
  test('is read with either key, and never from a cache', async () => {
    const { id, viewKey, editKey } = await kept();
    for (const key of [viewKey, editKey]) {
      const answer = await call('GET', `/${id}`, undefined, key);
      expect([answer.status, await answer.json()]).toEqual([200, setup]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is changed and deleted with the edit key alone', async () => {
    const { id, viewKey, editKey } = await kept();
    const changed = { ...setup, title: 'Варна', night: null };
    expect((await call('PUT', `/${id}`, changed, viewKey)).status).toBe(403);
    expect((await call('PUT', `/${id}`, changed, editKey)).status).toBe(204);
    expect(await (await call('GET', `/${id}`, undefined, viewKey)).json()).toEqual(changed);
    expect((await call('DELETE', `/${id}`, undefined, viewKey)).status).toBe(403);
    expect((await call('DELETE', `/${id}`, undefined, editKey)).status).toBe(204);
    expect((await call('GET', `/${id}`, undefined, editKey)).status).toBe(404);
  });

  test('has a view key that can be revoked by another', async () => {
    const { id, viewKey, editKey } = await kept();
    const answer = await call('POST', `/${id}/view-key`, undefined, editKey);
    const newer = (await answer.json()) as { viewKey: string };
    expect(answer.status).toBe(201);
    expect((await call('GET', `/${id}`, undefined, viewKey)).status).toBe(404);
    expect((await call('GET', `/${id}`, undefined, newer.viewKey)).status).toBe(200);
  });

  test('is refused by a problem that names what is wrong', async () => {
    const { id } = await kept();
    const nobody = await call('GET', `/${id}`, undefined, '0'.repeat(32));
    expect([nobody.status, nobody.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect((await call('GET', `/${id}`)).status).toBe(401);
    const bad = {
      ...setup,
      area: '<b>',
      everyMs: 1_500,
      night: [25, 1],
      views: [{ west: 5, south: 1, east: 4, north: 2 }],
    };
    const answer = await call('POST', '', bad);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid-body',
      errors: { area: 'area', everyMs: 'seconds', 'night.0': 'hour', 'views.0': 'order' },
    });
    expect((await call('POST', '', { ...setup, title: 'x'.repeat(5_000) })).status).toBe(413);
  });
});
