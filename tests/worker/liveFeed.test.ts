import { describe, expect, test } from 'vitest';
import { liveProduct } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';

const HOME = 'bbox=13,34,31,48';
const FAST = { POLL_INTERVAL_MS: '300', PROVIDER_MAX_RPS: '20' };

const live = liveProduct();

async function start(options: Parameters<typeof live.start>[0] = {}) {
  const source = scriptedSource();
  const product = await live.start({
    ...options,
    simulator: { source, ...options.simulator },
    vars: { ...FAST, ...options.vars },
  });
  return { product, source };
}

const connect = (baseUrl: string, query = HOME) => live.connect(baseUrl, query);

const strikeNow = (id: string, longitude = 23.3, latitude = 42.7) => ({ id, longitude, latitude, atMs: Date.now() });

describe('the live stream', () => {
  test('[ST1] says hello first, with protocol, seq, clock, source and the state of the feed', async () => {
    const { product } = await start();
    const client = connect(product.url);
    await client.until(() => client.events.length > 0, 'hello');
    const [first] = client.events;
    expect(first?.value.event).toBe('hello');
    expect(first?.value.data).toMatchObject({ protocol: 1, seq: 0, source: 'simulated' });
  });

  test('tells a strike that the provider reports, with id, exact position and time', async () => {
    const { product, source } = await start();
    const client = connect(product.url);
    await client.until(() => client.events.length > 0, 'hello');
    const strike = { id: 'a1b2', longitude: 23.321_987, latitude: 42.697_712, atMs: Date.now() };
    source.add(strike);
    await client.until(() => client.told.size > 0, 'the strike');
    expect(client.strikes()).toEqual([['a1b2', 42.697_712, 23.321_987, strike.atMs, 1]]);
  });

  test('[FD8] polls a cell outside the home region once somebody watches it', async () => {
    const { product, source } = await start();
    const client = connect(product.url, 'bbox=-4,40,-3,41');
    await client.until(() => client.events.length > 0, 'hello');
    source.add(strikeNow('madrid', -3.7, 40.4));
    await client.until(() => client.told.has('madrid'), 'the strike over Madrid');
    expect(client.told.get('madrid')).toBe(1);
  });

  test('[ST5] filters by the exact box on a bbox stream, and sends columns without ids on a cells stream', async () => {
    const { product, source } = await start();
    const box = connect(product.url, 'bbox=23,42,24,43');
    const cells = connect(product.url, 'cells=4/9/5');
    for (const client of [box, cells]) await client.until(() => client.events.length > 0, 'hello');
    source.add(strikeNow('outside', 26, 44), strikeNow('inside', 23.5, 42.5));
    await box.until(() => box.told.size > 0, 'the strike inside');
    await cells.until(() => cells.events.some(({ value }) => value.event === 'strikes'), 'columns');
    expect([...box.told.keys()]).toEqual(['inside']);
    const columns = cells.events.find(({ value }) => value.event === 'strikes')?.value.data;
    expect(columns).toMatchObject({ columns: { o: [1, 1] } });
    expect(JSON.stringify(columns)).not.toContain('inside');
  });

  test('[CU1] resumes a client that names its cursor with just what it missed', async () => {
    const { product, source } = await start();
    const first = connect(product.url);
    await first.until(() => first.events.length > 0, 'hello');
    source.add(strikeNow('one'));
    await first.until(() => first.told.has('one'), 'the first strike');
    source.add(strikeNow('two'));
    await first.until(() => first.told.has('two'), 'the second strike');
    const resumed = connect(product.url, `${HOME}&since=1`);
    await resumed.until(() => resumed.told.size > 0, 'the replay');
    expect([...resumed.told]).toEqual([['two', 1]]);
  });

  test('[CU3] lets Last-Event-ID win over since', async () => {
    const { product, source } = await start();
    source.add(strikeNow('one'), strikeNow('two'));
    const watcher = connect(product.url);
    await watcher.until(() => watcher.events.length > 0, 'hello');
    source.add(strikeNow('three'));
    await watcher.until(() => watcher.told.has('three'), 'three strikes numbered');
    const response = await fetch(`${product.url}/api/v1/live?${HOME}&since=0`, { headers: { 'last-event-id': '2' } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('event: strikes')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).toContain('three');
    expect(text).not.toContain('"one"');
  });

  test('[ST4] tries another relay when one is full, and answers 503 with Retry-After when all are', async () => {
    const { product } = await start({ vars: { RELAY_MAX_STREAMS: '2', RELAY_MAX: '2' } });
    const open = [1, 2, 3, 4].map(() => connect(product.url));
    for (const client of open) await client.until(() => client.events.length > 0, 'a place');
    const refused = await fetch(`${product.url}/api/v1/live?${HOME}`);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(30);
    expect(await refused.json()).toMatchObject({ code: 'busy' });
  });
});
