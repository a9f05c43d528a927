import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http.ts';
import { securityHeaders } from '#shared/securityHeaders.ts';
import type { WallBody, WallKeys } from '#shared/watch/WallBody.ts';
import { Problem } from '#shared/wire/Problem.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { FAST, historyProduct } from '#tests/support/historyProduct.ts';
import { openStream } from '#tests/support/openStream.ts';
import { startProduct } from '#tests/support/startProduct.ts';

const STRIKE = { id: 'a', latitude: 42.7, longitude: 23.3, atMs: Date.now() - 60_000 };

const product = fileProduct(() => historyProduct([STRIKE]));

const get = (path: string) => fetch(`${product.url}${path}`);

describe('every answer of the API', () => {
  test('carries the site’s security headers and may be read from other origins', async () => {
    for (const path of [
      'strikes',
      'strikes?bbox=13,34,31,48&from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z',
      'strikes/nobody',
      'status',
      'openapi.json',
      'nothing',
    ]) {
      const { headers } = await get(`/api/v1/${path}`);
      expect(headers.get('access-control-allow-origin'), path).toBe('*');
      expect(headers.get('cross-origin-resource-policy'), path).toBe('cross-origin');
      for (const [name, value] of Object.entries(securityHeaders)) {
        if (name !== 'Cross-Origin-Resource-Policy') expect(headers.get(name), `${path}: ${name}`).toBe(value);
      }
    }
  });

  test('of the stream does so too, and asks not to be stored, transformed or held back', async () => {
    const stop = new AbortController();
    const { headers } = await fetch(`${product.url}/api/v1/live?bbox=13,34,31,48`, { signal: stop.signal });
    stop.abort();
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(securityHeaders['Content-Security-Policy']);
  });
});

describe('the status', () => {
  test('is 200 while the home region is read, and counts what there is', async () => {
    const statusOf = async () => {
      const response = await get('/api/v1/status');
      return { status: response.status, body: (await response.json()) as { feed: { seq: number } } };
    };
    await expect.poll(async () => (await statusOf()).body.feed.seq, { timeout: 10_000 }).toBe(1);
    const { status, body } = await statusOf();
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, source: 'simulated', feed: { state: 'live', breaker: 'closed' } });
  });
});

test('[NC6] where the provider never answered the status is 503 and down, and there are no storm cells: silence is no quiet sky', async () => {
  const refused = await startProduct({ vars: { ...FAST, PROVIDER_BASE_URL: 'http://127.0.0.1:9' } });
  try {
    const status = await fetch(`${refused.url}/api/v1/status`);
    expect([status.status, status.headers.get('content-type')]).toEqual([503, expect.stringContaining('json')]);
    const feed = { state: 'down', lastSuccessMs: null, newestStrikeMs: null };
    expect(await status.json()).toMatchObject({ ok: false, feed, strikesLastHour: null });
    const cells = await fetch(`${refused.url}/api/v1/storm-cells`);
    expect([cells.status, cells.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await cells.json()).toMatchObject({ code: 'unavailable' });
  } finally {
    await refused.close();
  }
});

test('[ST16] without a cross-check satellite nothing is told of one, and there are no flashes', async () => {
  const stream = await openStream(product.url, '192.0.2.1');
  await vi.waitFor(() => expect(stream.text()).toMatch(/event: hello\n(?:id: \d+\n)?data: .*\n/));
  stream.close();
  expect(stream.text()).not.toContain('"crossCheck"');
  for (const path of ['status', 'proof']) {
    expect(await (await get(`/api/v1/${path}`)).json()).not.toHaveProperty('crossCheck');
  }
  const flashes = await get('/api/v1/cross-check/flashes');
  expect([flashes.status, await flashes.json()]).toMatchObject([404, { code: 'not-found' }]);
});

test('a deployment without a base map of its own says so', async () => {
  const response = await get('/api/v1/basemap');
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'not-found' }]);
});

const LONG = 'x'.repeat(10_000);
const INJECTION = encodeURIComponent("1'; DROP TABLE strike;--");
const BOX = 'bbox=13,34,31,48';
const SPAN = 'from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z';
const TODAY = new Date().toISOString().slice(0, 13).replace(/[-T]/g, '');

type Case = readonly [address: string, errors: Record<string, string>];

/** Each case behind a title of bearable length. */
function titled(...cases: readonly Case[]): [string, string, Record<string, string>][] {
  return cases.map(([address, errors]) => [address.slice(0, 90), address, errors]);
}

async function refused(path: string, headers: Record<string, string> = {}): Promise<Problem> {
  const response = await fetch(`${product.url}/api/v1${path}`, { headers });
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(text.length).toBeLessThan(2_000);
  const problem = JSON.parse(text) as Problem;
  expect(v.is(Problem, problem)).toBe(true);
  expect(problem).toMatchObject({ type: 'about:blank', status: 400, code: 'invalid-parameters' });
  return problem;
}

describe('[AP1][AP3] a bad parameter of /strikes is a 400 that names it', () => {
  test.each(
    titled(
      ['', { bbox: 'missing', from: 'missing', to: 'missing' }],
      [`?${SPAN}`, { bbox: 'missing' }],
      [`?near=42.7,23.3&${SPAN}`, { radiusKm: 'missing' }],
      [`?near=42.7,23.3&radiusKm=6&${BOX}&${SPAN}`, { near: 'conflict' }],
      [`?${BOX}&radiusKm=6&${SPAN}`, { radiusKm: 'conflict' }],
      [`?near=42.7&radiusKm=6&${SPAN}`, { near: 'format' }],
      [`?near=42.7,190&radiusKm=6&${SPAN}`, { near: 'range' }],
      [`?near=42.7,23.3&radiusKm=six&${SPAN}`, { radiusKm: 'format' }],
      [`?near=42.7,23.3&radiusKm=0&${SPAN}`, { radiusKm: 'range' }],
      [`?near=42.7,23.3&radiusKm=100.1&${SPAN}`, { radiusKm: 'range' }],
      [`?${BOX}&to=2026-07-02T00:00:00Z`, { from: 'missing' }],
      [`?bbox=&${SPAN}`, { bbox: 'format' }],
      [`?bbox=NaN,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=Infinity,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=1e999,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=31,34,13,48&${SPAN}`, { bbox: 'reversed' }],
      [`?bbox=13,48,31,34&${SPAN}`, { bbox: 'reversed' }],
      [`?bbox=13,34,31,98&${SPAN}`, { bbox: 'range' }],
      [`?bbox=-200,34,31,48&${SPAN}`, { bbox: 'range' }],
      [`?bbox=${INJECTION}&${SPAN}`, { bbox: 'format' }],
      [`?bbox=${LONG}&${SPAN}`, { bbox: 'too-long' }],
      [`?${BOX}&${BOX}&${SPAN}`, { bbox: 'repeated' }],
      [`?${BOX}&from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z`, { to: 'reversed' }],
      [`?${BOX}&from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:00Z`, { to: 'reversed' }],
      [`?${BOX}&from=2025-01-01T00:00:00Z&to=2026-02-05T00:00:00Z`, { from: 'too-wide' }],
      [`?${BOX}&from=yesterday&to=NaN`, { from: 'format', to: 'format' }],
      [`?${BOX}&from=2026-07-01&to=2026-07-02`, { from: 'format', to: 'format' }],
      [`?${BOX}&from=2026-02-30T00:00:00Z&to=2026-03-02T00:00:00Z`, { from: 'format' }],
      [`?${BOX}&from=${INJECTION}&to=${LONG}`, { from: 'format', to: 'too-long' }],
      [`?${BOX}&${SPAN}&from=2026-07-01T00:00:00Z`, { from: 'repeated' }],
      [`?${BOX}&${SPAN}&limit=0`, { limit: 'range' }],
      [`?${BOX}&${SPAN}&limit=10001`, { limit: 'range' }],
      [`?${BOX}&${SPAN}&limit=NaN`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=-1`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=1e3`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=${'9'.repeat(400)}`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=5&limit=6`, { limit: 'repeated' }],
      [`?${BOX}&${SPAN}&cursor=`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&cursor=${INJECTION}`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&cursor=${LONG}`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&format=xml`, { format: 'format' }],
      [`?${BOX}&${SPAN}&format=csv&format=kml`, { format: 'repeated' }],
      [`?${BOX}&${SPAN}&page=2`, { page: 'unknown' }],
      [`?${BOX}&${SPAN}&constructor=2`, { constructor: 'unknown' }],
    ),
  )('%s', async (_, query, errors) => {
    expect((await refused(`/strikes${query}`)).errors).toEqual(errors);
  });
});

describe('[AP1][AP3] a bad parameter of /live is a 400 that names it', () => {
  test.each(
    titled(
      ['', { bbox: 'missing' }],
      [`?${BOX}&tiles=4/9/5`, { tiles: 'conflict' }],
      ['?tiles=', { tiles: 'format' }],
      ['?tiles=4/9/5,', { tiles: 'format' }],
      ['?tiles=5/9/5', { tiles: 'range' }],
      ['?tiles=4/16/5', { tiles: 'format' }],
      [
        `?tiles=${Array.from({ length: 25 }, (_, n) => `4/${n % 16}/${n < 16 ? 5 : 6}`).join(',')}`,
        { tiles: 'too-many' },
      ],
      [`?tiles=${LONG}`, { tiles: 'too-long' }],
      ['?tiles=4/9/5&tiles=4/9/6', { tiles: 'repeated' }],
      [`?${BOX}&since=-1`, { since: 'format' }],
      [`?${BOX}&since=NaN`, { since: 'format' }],
      [`?${BOX}&since=9999999999999999`, { since: 'range' }],
      [`?${BOX}&since=1&since=2`, { since: 'repeated' }],
      [`?${BOX}&sinse=1`, { sinse: 'unknown' }],
      [`?bbox=${INJECTION}`, { bbox: 'format' }],
    ),
  )('%s', async (_, query, errors) => {
    expect((await refused(`/live${query}`)).errors).toEqual(errors);
  });

  test('and so is a Last-Event-ID that is no seq', async () => {
    const problem = await refused(`/live?${BOX}`, { 'last-event-id': 'abc' });
    expect(problem.errors).toEqual({ 'Last-Event-ID': 'format' });
  });
});

describe('[AP1][AP3] a bad parameter of the other calls is a 400 that names it', () => {
  test.each(
    titled(
      ['/strikes/by-ordinal/0', { ordinal: 'range' }],
      ['/strikes/by-ordinal/NaN', { ordinal: 'format' }],
      ['/strikes/by-ordinal/--1', { ordinal: 'format' }],
      ['/strikes/by-ordinal/1.5', { ordinal: 'format' }],
      ['/strikes/by-ordinal/9999999999999999', { ordinal: 'range' }],
      [`/strikes/by-ordinal/${INJECTION}`, { ordinal: 'format' }],
      ['/strikes/by-ordinal/1?x=1', { x: 'unknown' }],
      [`/strikes/${LONG}`, { id: 'too-long' }],
      ['/strikes/a?x=1', { x: 'unknown' }],
      [`/tiles/3/1/1/${TODAY}/planes`, { z: 'range' }],
      [`/tiles/9/1/1/${TODAY}/planes`, { z: 'range' }],
      [`/tiles/4/16/5/${TODAY}/planes`, { x: 'range' }],
      [`/tiles/4/9/16/${TODAY}/planes`, { y: 'range' }],
      [`/tiles/4/NaN/5/${TODAY}/planes`, { x: 'format' }],
      [`/tiles/4/9/5/${INJECTION}/planes`, { hour: 'format' }],
      ['/tiles/4/9/5/2026023012/planes', { hour: 'format' }],
      ['/tiles/4/9/5/2999010100/planes', { hour: 'range' }],
      ['/tiles/4/9/5/20260701/planes', { hour: 'format' }],
      [`/days/${INJECTION}/hours`, { day: 'format' }],
      ['/days/2026-07-01/__proto__', { grid: 'format' }],
      [`/tiles/4/9/5/${TODAY}/planes?cachebuster=1`, { cachebuster: 'unknown' }],
      ['/status?x=1', { x: 'unknown' }],
    ),
  )('%s', async (_, path, errors) => {
    expect((await refused(path)).errors).toEqual(errors);
  });
});

describe('[AP3] what is not there', () => {
  const statusOf = async (method: string, path: string) => {
    const response = await fetch(`${product.url}${path}`, { method });
    const problem = v.parse(Problem, await response.json());
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    return [response.status, problem.code, response.headers.get('allow')];
  };

  test.each(['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v2/strikes', '/api/v1/strikes/a/b'])(
    'is a 404 problem: %s',
    async (path) => {
      expect(await statusOf('GET', path)).toEqual([404, 'not-found', null]);
    },
  );

  test.each([
    'live',
    'strikes',
    'strikes/a',
    'strikes/by-ordinal/1',
    `tiles/4/9/5/${TODAY}/planes`,
    'status',
    'openapi.json',
  ])('is a 405 problem that names the methods there are, where only the method is wrong: %s', async (path) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await statusOf(method, `/api/v1/${path}`)).toEqual([405, 'method-not-allowed', 'GET, HEAD']);
    }
  });
});

test('logs no error for any of them: bad input is not our failure', () => {
  expect(product.logs.filter(({ level, event }) => level === 'error' && event === 'request.failed')).toEqual([]);
});

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

async function store(): Promise<WallKeys> {
  const response = await call('POST', '', setup);
  expect(response.status).toBe(201);
  return (await response.json()) as WallKeys;
}

describe('a wall that is kept', () => {
  test('is read with either key, and never from a cache', async () => {
    const { id, viewKey, editKey } = await store();
    for (const key of [viewKey, editKey]) {
      const response = await call('GET', `/${id}`, undefined, key);
      expect([response.status, await response.json()]).toEqual([200, setup]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('is changed and deleted with the edit key alone', async () => {
    const { id, viewKey, editKey } = await store();
    const changed = { ...setup, title: 'Варна', night: null };
    expect((await call('PUT', `/${id}`, changed, viewKey)).status).toBe(403);
    expect((await call('PUT', `/${id}`, changed, editKey)).status).toBe(204);
    expect(await (await call('GET', `/${id}`, undefined, viewKey)).json()).toEqual(changed);
    expect((await call('DELETE', `/${id}`, undefined, viewKey)).status).toBe(403);
    expect((await call('DELETE', `/${id}`, undefined, editKey)).status).toBe(204);
    expect((await call('GET', `/${id}`, undefined, editKey)).status).toBe(404);
  });

  test('has a view key that can be revoked by another', async () => {
    const { id, viewKey, editKey } = await store();
    const response = await call('POST', `/${id}/view-key`, undefined, editKey);
    const newer = (await response.json()) as { viewKey: string };
    expect(response.status).toBe(201);
    expect((await call('GET', `/${id}`, undefined, viewKey)).status).toBe(404);
    expect((await call('GET', `/${id}`, undefined, newer.viewKey)).status).toBe(200);
  });

  test('is refused by a problem that names what is wrong', async () => {
    const { id } = await store();
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
    const response = await call('POST', '', bad);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid-body',
      errors: { area: 'area', everyMs: 'seconds', 'night.0': 'hour', 'views.0': 'order' },
    });
    expect((await call('POST', '', { ...setup, title: 'x'.repeat(5_000) })).status).toBe(413);
  });
});

const GOOD = {
  page: 'map',
  build: 'index-Ab1.js',
  kind: 'uncaught',
  message: 'м'.repeat(MAX_ERROR_MESSAGE),
  stack: '\n'.repeat(MAX_ERROR_STACK),
};
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0';

async function notify(body: string | object, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const response = await fetch(`${product.url}/api/v1/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  return response.status;
}

const logged = () => product.logs.filter(({ event }) => event === 'client.error');

test('a fault that a page of ours tells is one line of the log, without address or version of the browser', async () => {
  expect(await notify(GOOD, { 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': '203.0.113.1' })).toBe(204);
  await expect
    .poll(logged)
    .toEqual([{ level: 'warn', event: 'client.error', ...GOOD, browser: 'Firefox', worker: 'local' }]);
});

test('what is not of a page of ours, malformed or too large is refused, and not logged', async () => {
  const before = logged().length;
  const from = (network: number) => ({ 'cf-connecting-ip': `203.0.113.${network}` });
  expect(await notify(GOOD, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  const { stack: _, ...stackless } = GOOD;
  const hostile: (string | object)[] = ['', '{', 'null', '[]', '"x"', '['.repeat(8_000), stackless];
  hostile.push({ ...GOOD, url: 'x' }, { ...GOOD, page: '/map?ll=1,2' }, { ...GOOD, message: 7 });
  hostile.push({ ...GOOD, message: `${GOOD.message}x` });
  for (const [at, body] of hostile.entries()) expect([body, await notify(body, from(10 + at))]).toEqual([body, 400]);
  expect(await notify({ ...GOOD, stack: 'x'.repeat(9_000) }, from(40))).toBe(413);
  expect(await notify(GOOD, { ...from(41), 'content-type': 'text/plain' })).toBe(415);
  expect(logged().length).toBe(before);
});

test('of one network ten a minute are taken', async () => {
  // The platform's minutes are those of the clock: twelve within one.
  const minute = () => Math.floor(Date.now() / 60_000);
  let [network, began, statuses] = [98, 0, [] as number[]];
  do {
    [network, began, statuses] = [network + 1, minute(), []];
    for (let sent = 0; sent < 12; sent += 1)
      statuses.push(await notify(GOOD, { 'cf-connecting-ip': `203.0.113.${network}` }));
  } while (minute() !== began);
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
});
