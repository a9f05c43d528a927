import { describe, expect } from 'vitest';
import { FAST } from '#tests/support/historyProduct.ts';
import { type Live, test } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const HOME = 'bbox=13,34,31,48';

async function start(live: Live) {
  const source = scriptedSource();
  const product = await live.start({ simulator: { source }, vars: FAST });
  return { product, source, connect: (query = HOME) => live.connect(product.url, query) };
}

const strikeNow = (id: string, longitude = 23.3, latitude = 42.7) => ({ id, longitude, latitude, atMs: Date.now() });

describe('the live stream', () => {
  test('tells a strike that the provider reports, with id, exact position and time', async ({ live }) => {
    const { source, connect } = await start(live);
    const client = connect();
    await client.until(() => client.events.length > 0, 'hello');
    const strike = { id: 'a1b2', longitude: 23.321_987, latitude: 42.697_712, atMs: Date.now() };
    source.add(strike);
    await client.until(() => client.told.size > 0, 'the strike');
    expect(client.strikes()).toEqual([['a1b2', 42.697_712, 23.321_987, strike.atMs, 1]]);
  });

  test('[FD8] polls a cell outside the home region once somebody watches it', async ({ live }) => {
    const { source, connect } = await start(live);
    const client = connect('bbox=-4,40,-3,41');
    await client.until(() => client.events.length > 0, 'hello');
    source.add(strikeNow('madrid', -3.7, 40.4));
    await client.until(() => client.told.has('madrid'), 'the strike over Madrid');
    expect(client.told.get('madrid')).toBe(1);
  });

  test('[CU3] lets Last-Event-ID win over since', async ({ live }) => {
    const { product, source, connect } = await start(live);
    source.add(strikeNow('one'), strikeNow('two'));
    const watcher = connect();
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
