import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Aedes } from 'aedes';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FAST } from '#tests/support/historyProduct.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { freePort } from '#worker/dev/loopback.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const SOFIA = { latitude: 42.6977, longitude: 23.3219 };
const source = scriptedSource({ id: 'before', ...SOFIA, latitude: 42.75, atMs: Date.now() - 10 * 60_000 });
const text = new Map<string, string>();
let product: Product;
let aedes: Aedes;
let listener: MqttClient;
let bridge: ChildProcess;
let output = '';

/** Whoever runs the recipe has our client installed. */
const CLIENT = pathToFileURL(join(projectRoot, 'shared/client/index.ts')).href;
const HOOKS = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => next(name === 'balkan-lightning-client' ? '${CLIENT}' : name, context) });`;

beforeAll(async () => {
  product = await startProduct({ simulator: { source }, vars: FAST });
  aedes = await Aedes.createBroker();
  const port = await freePort();
  const server = createServer(aedes.handle);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const MQTT = `mqtt://127.0.0.1:${port}`;
  listener = await connectAsync(MQTT);
  listener.on('message', (topic, payload) => text.set(topic, payload.toString()));
  await listener.subscribeAsync('#', { qos: 1 });
  const args = ['--import', `data:text/javascript,${encodeURIComponent(HOOKS)}`, 'docs/recipes/mqtt-bridge.ts'];
  bridge = spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, MQTT, SITE: product.url } });
  for (const stream of [bridge.stdout, bridge.stderr]) stream?.on('data', (part) => (output += part));
  return async () => {
    await listener.endAsync(true);
    server.close();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
  };
});
afterAll(async () => {
  bridge?.kill('SIGKILL');
  await product?.close();
});

const availability = () => text.get('balkan-lightning/availability');
const state = () => JSON.parse(text.get('balkan-lightning/state') ?? '{}') as object;
const until = (fits: () => void) => vi.waitFor(fits, { timeout: 40_000, interval: 100 });

test('the MQTT bridge tells strikes near its place, is unavailable while the feed is down, and after its own death', async () => {
  await until(() => expect([availability(), output]).toEqual(['online', '']));
  expect(state()).toEqual({ strikes: 1, nearestKm: 5.8 });
  expect(JSON.parse(text.get('homeassistant/sensor/balkan_lightning_strikes/config') ?? '{}')).toMatchObject({
    availability_topic: 'balkan-lightning/availability',
    state_topic: 'balkan-lightning/state',
  });
  source.add({ id: 'far', latitude: 42.9, longitude: 23.58, atMs: Date.now() });
  source.add({ id: 'near', ...SOFIA, longitude: 23.35, atMs: Date.now() });
  await until(() => expect(state()).toEqual({ strikes: 2, nearestKm: 2.3 }));
  expect(JSON.parse(text.get('balkan-lightning/strike') ?? '{}')).toMatchObject({ id: 'near', km: 2.3 });

  product.simulator.setFaults({ errorRate: 1 });
  await until(() => expect(availability()).toBe('offline'));
  product.simulator.setFaults({});
  await until(() => expect(availability()).toBe('online'));
  bridge.kill('SIGKILL');
  await until(() => expect(availability()).toBe('offline'));
}, 150_000);
