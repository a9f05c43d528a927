import { describe, expect, test } from 'vitest';
import { TRIAL } from '#shared/plans.ts';
import { DAY_MS, HOUR_MS, hourKey } from '#shared/time.ts';
import { dayKey } from '#shared/utcDay.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { printedByKeys } from '#tests/support/printedByKeys.ts';
import { startProduct } from '#tests/support/startProduct.ts';

const product = fileProduct(() => startProduct({ vars: { API_ACCESS: 'plans' } }));

/** As a program calls it, from a network of its own unless one is named. */
let networks = 0;
const request = (path: string, headers: Record<string, string> = {}) => {
  networks += 1;
  const address = { 'cf-connecting-ip': `198.51.100.${networks}` };
  return fetch(`${product.url}/api/v1${path}`, { headers: { ...address, ...headers } });
};
const OF_THE_SITE = { 'sec-fetch-site': 'same-origin' };

const strikesSince = (ms: number) => {
  const [from, to] = [Date.now() - ms, Date.now()].map((atMs) => new Date(atMs).toISOString());
  return `/strikes?bbox=22,42,23,43&from=${from}&to=${to}`;
};
const LIVE = '/live?bbox=13,34,31,48';
const OGC = '/ogc/collections/strikes-24h/items?limit=1';
const OLDER = () => [strikesSince(DAY_MS), `/tiles/6/36/23/${hourKey(Date.now() - DAY_MS)}/planes`];
const YESTERDAY = () => [...OLDER(), `/days/${dayKey(Date.now() - DAY_MS)}/hours`];

async function expectPlanRequired(response: Response, what: string): Promise<void> {
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    code: 'plan-required',
    detail: `${what}: an API key of the plan Professional or Enterprise is required. Contact sales: /contact`,
  });
}

describe('where the API is for plans', () => {
  test('the last hour is answered without a key, and the state of the service always', async () => {
    for (const path of [
      strikesSince(HOUR_MS),
      `/tiles/6/36/23/${hourKey(Date.now())}/planes`,
      '/verification',
      '/picture.svg',
    ]) {
      expect([path, (await request(path)).status]).toEqual([path, 200]);
    }
    const document = await request('/openapi.json');
    expect(document.status).toBe(200);
    expect(await document.json()).toMatchObject({ info: { description: expect.stringContaining('`plan-required`') } });
    // 503 while nothing of the sky was read.
    expect([200, 503]).toContain((await request('/status')).status);
  });

  test('what is older, the files of days and OGC collections need a key of a plan', async () => {
    for (const path of OLDER()) await expectPlanRequired(await request(path), 'Data older than one hour');
    const past = encodeURIComponent(new Date(Date.now() - DAY_MS).toISOString());
    await expectPlanRequired(await request(`/storm-cells/${past}`), 'Data older than one hour');
    await expectPlanRequired(await request(`/days/${dayKey(Date.now() - DAY_MS)}/hours`), 'This request');
    await expectPlanRequired(await request(`/files/${dayKey(Date.now() - DAY_MS)}.parquet`), 'Daily files');
    await expectPlanRequired(await request(OGC), 'OGC API collections');
  });

  test('a mistyped path is not found, with or without a key of a plan', async () => {
    for (const path of ['/stirkes', '/days', '/ogc/collection']) {
      const response = await request(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ code: 'not-found' });
    }
  });

  test('a network has one stream without a key, one that ends makes room, and people at the map count apart', async () => {
    const network = { 'cf-connecting-ip': '203.0.113.9' };
    const viewer = await request(LIVE, { ...network, ...OF_THE_SITE });
    const first = await request(LIVE, network);
    expect([viewer.status, first.status]).toEqual([200, 200]);
    await expectPlanRequired(await request(LIVE, network), 'More than one live stream per network');
    const another = await request(LIVE, { ...network, ...OF_THE_SITE });
    expect(another.status).toBe(200);
    await first.body?.cancel();
    const opened = async () => {
      const next = await request(LIVE, network);
      await next.body?.cancel();
      return next.status;
    };
    await expect.poll(opened, { timeout: 10_000, interval: 300 }).toBe(200);
    for (const stream of [viewer, another]) await stream.body?.cancel();
  });

  test('a stream without a key that resumes replaces the older one of its network', async () => {
    const network = { 'cf-connecting-ip': '203.0.113.11' };
    const first = await request(LIVE, network);
    const resumed = await request(LIVE, { ...network, 'last-event-id': '0' });
    expect([first.status, resumed.status]).toEqual([200, 200]);
    // Ends by itself: it was asked to stay away.
    expect(await first.text()).toContain('event: away');
    const again = await request(`${LIVE}&since=0`, network);
    expect(again.status).toBe(200);
    await resumed.body?.cancel();
    await again.body?.cancel();
  });

  test('a browser’s preflights cost nothing and are never refused', async () => {
    const network = { 'cf-connecting-ip': '203.0.113.12' };
    const requested = { ...network, origin: 'https://other.test', 'access-control-request-method': 'GET' };
    for (let call = 0; call <= TRIAL.unitsAMinute; call += 1) {
      const response = await fetch(`${product.url}/api/v1${LIVE}`, { method: 'OPTIONS', headers: requested });
      expect(response.status).toBe(204);
    }
    expect((await request('/storm-cells', network)).status).not.toBe(429);
  });

  test('a network that has used up its units of a minute is told to wait', async () => {
    const network = { 'cf-connecting-ip': '203.0.113.10' };
    const statuses: number[] = [];
    for (let call = 0; call <= TRIAL.unitsAMinute; call += 1)
      statuses.push((await request('/storm-cells', network)).status);
    expect(statuses.slice(0, -1)).not.toContain(429);
    const refused = await request('/storm-cells', network);
    expect([statuses.at(-1), refused.status]).toEqual([429, 429]);
    expect(await refused.json()).toMatchObject({ code: 'rate-limited' });
    expect((await request('/verification', network)).status).toBe(200);
  });

  test('no call of the site itself is refused', async () => {
    for (const path of [...YESTERDAY(), OGC]) {
      expect([path, (await request(path, OF_THE_SITE)).status]).toEqual([path, 200]);
      // A browser that does not say where its calls come from says whose page it shows.
      expect([path, (await request(path, { referer: `${product.url}/` })).status]).toEqual([path, 200]);
    }
  });

  test('a key of Professional reads all of it and opens more than one stream', async () => {
    const [key = ''] = (await printedByKeys(product, 'make', 'Fire service', '--plan', 'professional')).split('\n');
    const withKey = { authorization: `Bearer ${key}` };
    for (const path of [...YESTERDAY(), OGC])
      expect([path, (await request(path, withKey)).status]).toEqual([path, 200]);
    const streams = [await request(LIVE, withKey), await request(LIVE, withKey)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    for (const stream of streams) await stream.body?.cancel();
  });

  test('there are no keys of a plan without API access', async () => {
    await expect(printedByKeys(product, 'make', 'Someone', '--plan', 'basic')).rejects.toThrow(
      'the plan basic has no API access, so there are no keys of it',
    );
  });
});
