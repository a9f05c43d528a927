import { afterEach, expect, test } from 'vitest';
import { FAST } from '#tests/support/historyProduct.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { type Product, startProduct } from '#tests/support/startProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';

/** A little under the goal of 20 s on the page, which also waits for the next look at the clock. */
const MAX_RECOVERY_MS = 18_000;
/** Far less than the 15 s between two heartbeats. */
const AT_ONCE_MS = 4_000;

let product: Product | undefined;
let client: LiveClient | undefined;

afterEach(async () => {
  await client?.close();
  await product?.close();
});

test('[FD7][ST2] a provider that refuses and comes back is told at once both times, and live within 18 s', async () => {
  const started = await startProduct({ simulator: { source: scriptedSource() }, vars: FAST });
  product = started;
  const subscribed = new LiveClient(started.url, 'bbox=13,34,31,48');
  client = subscribed;
  /** Times of the heartbeats that said `state`. */
  const told = (state: string) =>
    subscribed.events.flatMap(({ value, atMs }) =>
      value.event === 'hb' && value.data.feed.state === state ? [atMs] : [],
    );
  await subscribed.until(() => subscribed.events.length > 0, 'hello');
  const feedState = async () => (await (await fetch(`${started.url}/api/v1/status`)).json()).feed.state;
  await expect.poll(feedState, { timeout: 30_000 }).toBe('live');
  const refusedMs = Date.now();
  started.simulator.setFaults({ clientErrorRate: 1, clientErrorStatus: 403 });
  const late = () => told('delayed').filter((atMs) => atMs > refusedMs);
  await subscribed.until(() => late().length > 0, 'a heartbeat that says delayed', 10_000);
  expect((late()[0] ?? 0) - refusedMs).toBeLessThan(AT_ONCE_MS);
  const refused = () => started.simulator.calls().recent.filter(({ atMs }) => atMs > refusedMs).length;
  // The refused call and two probes: from here on it is probed every 15 s.
  await expect.poll(refused, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  const backMs = Date.now();
  started.simulator.setFaults({});
  const liveAgain = () => told('live').filter((atMs) => atMs > backMs);
  await subscribed.until(() => liveAgain().length > 0, 'a heartbeat that says live', 40_000);
  const answeredMs = started.simulator.calls().recent.find(({ atMs }) => atMs > backMs)?.atMs ?? 0;
  const [liveMs = 0] = liveAgain();
  expect(liveMs - backMs).toBeLessThan(MAX_RECOVERY_MS);
  expect(liveMs - answeredMs).toBeLessThan(AT_ONCE_MS);
}, 90_000);
