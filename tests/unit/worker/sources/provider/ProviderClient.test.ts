import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import { PROVIDER_TIMEOUT_MS, ProviderClient } from '#worker/sources/provider/ProviderClient.ts';

const WINDOW = {
  bbox: { west: 13.000_001_2, south: 34, east: 31.000_001_2, north: 48 },
  fromMs: Date.UTC(2026, 6, 1, 12),
  toMs: Date.UTC(2026, 6, 1, 12, 1),
};
const EVENT = { id: 'a1', latitude: 42.7, longitude: 23.3, timestamp: '2026-07-01T12:00:00Z' };

let server: LoopbackServer | undefined;
afterEach(() => server?.close());

/** A provider that answers with `handle`, and a client of it. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void, token?: string) {
  server = await listenOnLoopback(0, handle);
  return new ProviderClient({ baseUrl: server.url, token, fetch, clock: systemClock });
}

const answering = (status: number, headers: Record<string, string> = {}, body = '') =>
  serve((_, response) => response.writeHead(status, headers).end(body));

describe('a call to the provider', () => {
  test('asks for the box, widened to 1e-5 degrees, and the time, a millisecond more at either end', async () => {
    const asked: IncomingMessage[] = [];
    const client = await serve((request, response) => {
      asked.push(request);
      response.setHeader('date', 'Wed, 01 Jul 2026 12:01:00 GMT').end(JSON.stringify({ events: [EVENT] }));
    }, 'secret');
    expect(await client.list(WINDOW)).toEqual({
      kind: 'strikes',
      rows: 1,
      truncated: false,
      strikes: [{ id: 'a1', latitude: 42.7, longitude: 23.3, atMs: WINDOW.fromMs }],
      skipped: [],
      providerTimeMs: WINDOW.toMs,
    });
    const [request] = asked;
    const url = new URL(request?.url ?? '', 'http://provider');
    expect(url.pathname).toBe('/radar/api/v1/event/list');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      bbox: '13,34,31.00001,48',
      from: '2026-07-01T11:59:59.999Z',
      to: '2026-07-01T12:01:00.001Z',
      limit: '300',
      event_type: 'strike_cloud_to_ground',
    });
    expect(request?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer secret' });
  });

  test.each([
    [502, {}, { kind: 'failed' }],
    [400, {}, { kind: 'rejected', denied: false }],
    [401, {}, { kind: 'rejected', denied: true }],
    [403, {}, { kind: 'rejected', denied: true }],
    [404, {}, { kind: 'rejected', denied: false }],
    [302, { location: '/elsewhere' }, { kind: 'rejected', denied: false }],
    [429, { 'retry-after': '7' }, { kind: 'paused', retryAfterMs: 7_000 }],
    [503, { 'retry-after': '120' }, { kind: 'paused', retryAfterMs: 120_000 }],
  ])(
    '[FD7] that is answered %s with %j is judged by its status, and no redirect is followed: %j',
    async (status, headers, judged) => {
      const client = await answering(status, headers);
      expect(await client.list(WINDOW)).toEqual({ ...judged, reason: `status ${status}` });
    },
  );

  test.each(['{"error":"nothing here"}', '<html>nothing here</html>', ''])(
    'whose answer is no event list, %j, has failed, and what was sent is not repeated',
    async (body) => {
      const client = await answering(200, {}, body);
      expect(await client.list(WINDOW)).toEqual({ kind: 'failed', reason: 'not an event list' });
    },
  );

  test('whose answer breaks off in the middle has failed', async () => {
    const client = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"events":[', () => response.destroy());
    });
    expect(await client.list(WINDOW)).toMatchObject({ kind: 'failed' });
  });

  test('says that its answer may be truncated where there are as many rows as it may have', async () => {
    const events = Array.from({ length: 300 }, (_, index) => ({ ...EVENT, id: `a${index}` }));
    const full = await answering(200, {}, JSON.stringify({ events }));
    expect(await full.list(WINDOW)).toMatchObject({ rows: 300, truncated: true });
  });

  test('whose answer is longer than 4 MB has failed', async () => {
    const client = await serve((_, response) => {
      response.end(`{"events":[],"padding":"${'x'.repeat(5 * 2 ** 20)}"}`);
    });
    expect(await client.list(WINDOW)).toMatchObject({ kind: 'oversized', reason: expect.stringContaining('exceeds') });
  });

  test('to a provider that is not there has failed', async () => {
    const client = await answering(200);
    await server?.close();
    expect(await client.list(WINDOW)).toMatchObject({ kind: 'failed' });
  });

  test('[FD7] is given up after ten seconds, headers and body together', async () => {
    const started = AbortSignal.timeout(1);
    let given: AbortSignal | null | undefined;
    const client = new ProviderClient({
      baseUrl: 'http://provider',
      token: undefined,
      clock: systemClock,
      fetch: async (_input, init) => {
        given = init?.signal;
        await new Promise((late) => started.addEventListener('abort', late));
        throw started.reason;
      },
    });
    expect(await client.list(WINDOW)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('TimeoutError'),
    });
    expect(given).toBeInstanceOf(AbortSignal);
    expect(PROVIDER_TIMEOUT_MS).toBe(10_000);
  });
});
