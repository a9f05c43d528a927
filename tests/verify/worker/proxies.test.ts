import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { freePort } from '#worker/dev/loopback.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { findNginx } from './programsFirst.ts';

const HOME = 'bbox=13,34,31,48';
/** Between two heartbeats, which would push what a proxy holds, are 15 s. */
const IN_TIME_MS = 1_000;

const source = scriptedSource();
const product = fileProduct(() => startProduct({ simulator: { source }, vars: FAST }));
const proxies = { defaults: '', packing: '' };
let nginx: ReturnType<typeof spawn>;
let text = '';

/** nginx as it is without settings, and one that packs all it may. */
const serversOf = (defaults: number, packing: number) => `
daemon off;
pid nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${defaults};
    location / { proxy_pass ${product.url}; }
  }
  server {
    listen 127.0.0.1:${packing};
    gzip on;
    gzip_proxied any;
    gzip_types text/event-stream application/json;
    location / { proxy_pass ${product.url}; }
  }
}`;

beforeAll(async () => {
  const [defaults, packing] = [await freePort(), await freePort()];
  Object.assign(proxies, { defaults: `http://127.0.0.1:${defaults}`, packing: `http://127.0.0.1:${packing}` });
  const settings = join(product.stateDir, 'nginx.conf');
  await writeFile(settings, serversOf(defaults, packing));
  nginx = spawn(findNginx(), ['-p', product.stateDir, '-c', settings, '-e', 'stderr']);
  nginx.stderr?.on('data', (part) => (text += part));
  for (const url of Object.values(proxies)) {
    const results = async () => expect((await fetch(`${url}/api/v1/status`)).status, text).toBe(200);
    await vi.waitFor(results, { timeout: 20_000, interval: 100 });
  }
});
afterAll(() => nginx.kill());

const clients: LiveClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

describe.each(['defaults', 'packing'] as const)('behind nginx, %s', (kind) => {
  test('[ST17] the stream begins, and tells a strike, within a second', async () => {
    const follow = async (url: string) => {
      const client = new LiveClient(url, HOME);
      clients.push(client);
      await client.until(() => client.events.length > 0, 'hello');
      return client;
    };
    const direct = await follow(product.url);
    const startMs = Date.now();
    const proxied = await follow(proxies[kind]);
    const helloMs = Date.now() - startMs;
    const strike = { id: `by-${kind}`, longitude: 23.3, latitude: 42.7, atMs: Date.now() };
    source.add(strike);
    for (const client of [direct, proxied]) await client.until(() => client.reported.has(strike.id), 'the strike');
    const notifiedMs = (proxied.firstReportedMs.get(strike.id) ?? 0) - (direct.firstReportedMs.get(strike.id) ?? 0);
    process.stdout.write(
      `behind nginx, ${kind}: hello after ${helloMs} ms, a strike ${notifiedMs} ms after its source\n`,
    );
    expect(helloMs).toBeLessThan(IN_TIME_MS);
    expect(notifiedMs).toBeLessThan(IN_TIME_MS);
    expect(proxied.connections).toBe(1);
  });
});

test('the one that packs does pack the stream', async () => {
  const stop = new AbortController();
  const response = await fetch(`${proxies.packing}/api/v1/live?${HOME}`, { signal: stop.signal });
  stop.abort();
  expect(response.headers.get('content-encoding')).toBe('gzip');
});
