import { describe, expect, test } from 'vitest';
import { FAST } from '#tests/support/historyProduct.ts';
import { liveProduct } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';

const HOME = 'bbox=13,34,31,48';

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
});
