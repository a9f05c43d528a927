import { join } from 'node:path';
import { loadConfigFromFile, type ProxyOptions } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

afterEach(() => vi.unstubAllEnvs());

/** Where Vite sends a path, by its rule: a key that begins with ^ is an expression. Undefined: it serves the site itself. */
async function whereTo(apiOrigin: string): Promise<(path: string) => unknown> {
  vi.stubEnv('API_ORIGIN', apiOrigin);
  const env = { command: 'serve', mode: 'development' } as const;
  const loaded = await loadConfigFromFile(env, join(projectRoot, 'web/vite.config.ts'), projectRoot, 'silent');
  const rules = Object.entries(loaded?.config.server?.proxy ?? {}) as [string, ProxyOptions][];
  return (path) =>
    rules.find(([key]) => (key.startsWith('^') ? new RegExp(key).test(path) : path.startsWith(key)))?.[1].target;
}

test('the dev proxy follows the port', async () => {
  for (const [given, origin] of [
    ['http://127.0.0.1:9123', 'http://127.0.0.1:9123'],
    ['', 'http://127.0.0.1:8787'],
  ] as const) {
    const sentTo = await whereTo(given);
    for (const path of ['/api/v1/live?cells=4/8/5', '/en/place/sofia', '/bg/place/sofia/', '/ru/place'])
      expect([path, sentTo(path)]).toEqual([path, origin]);
    for (const path of ['/', '/en/map', '/api', '/en/places', '/texts/made/en/place/index.ts'])
      expect([path, sentTo(path)]).toEqual([path, undefined]);
  }
});
