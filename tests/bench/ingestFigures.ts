import { percentile } from '#tests/load/percentile.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';
import { type Figure, rateAtLeast, timeAtMost } from './Figure.ts';
import { stormStrikes } from './stormStrikes.ts';

/** Within what every poll reads again. */
const SPAN_MS = 40_000;
const TIMEOUT_MS = 120_000;

/**
 * A backlog of `count` strikes of the last minute that the provider shows all at once, read with the largest
 * budget that the configuration allows (50 calls a second).
 */
export async function ingestFigures(count: number): Promise<Figure[]> {
  const source = scriptedSource();
  const product = await startProduct({
    simulator: { source },
    vars: { POLL_INTERVAL_MS: '1000', PROVIDER_MAX_RPS: '50' },
  });
  const client = new LiveClient(product.url, 'bbox=13,34,31,48');
  try {
    await client.until(
      () => client.events.some(({ value }) => value.event === 'hb' || value.event === 'hello'),
      'hello',
    );
    await wait(2_000);
    const nowMs = Date.now();
    const strikes = stormStrikes(count, nowMs - 1_000, SPAN_MS).filter(
      ({ latitude, longitude }) => latitude > 34 && latitude < 48 && longitude > 13 && longitude < 31,
    );
    product.simulator.publish(strikes.map(({ id, latitude, longitude, atMs }) => ({ id, latitude, longitude, atMs })));
    await client.until(() => client.reported.size >= strikes.length, 'every strike', TIMEOUT_MS);
    const calls = product.simulator.calls().recent.filter(({ atMs }) => atMs >= nowMs);
    const firstCallMs = calls[0]?.atMs ?? nowMs;
    const notifiedMs = [...client.firstReportedMs.values()];
    const lastReportedMs = Math.max(...notifiedMs);
    const archivedMs = await archivedAtMs(product.url, strikes.length);
    const delays = notifiedMs.map((atMs) => atMs - (calls.findLast((call) => call.atMs <= atMs)?.atMs ?? atMs));
    const perSecond = (untilMs: number) => (strikes.length / Math.max(1, untilMs - firstCallMs)) * 1000;
    const group = 'ingest';
    const rate = (name: string, untilMs: number) => ({ group, name, unit: 'strikes/s', ours: perSecond(untilMs) });
    const delay = { group, unit: 'ms', ours: percentile(delays, 99) };
    return [
      { ...rate('provider’s answer to an open stream', lastReportedMs), ...rateAtLeast(500, 2_000) },
      { ...rate('provider’s answer into D1', archivedMs), ...rateAtLeast(300, 2_000) },
      { ...delay, name: 'latest call to the client, p99', ...timeAtMost(500, 100) },
    ];
  } finally {
    await client.close();
    await product.close();
  }
}

/** When the archive has the strike of that ordinal; polls until then. */
async function archivedAtMs(url: string, ordinal: number): Promise<number> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/v1/strikes/by-ordinal/${ordinal}`);
    await response.arrayBuffer();
    if (response.status === 200) return Date.now();
    await wait(25);
  }
  return Number.NaN;
}
