import { existsSync } from 'node:fs';
import type { Status } from '#shared/wire/Status.ts';
import { ownWorkerd } from '#tests/bench/processFigures.ts';
import { FAST } from '#tests/support/historyProduct.ts';
import { test } from '#tests/support/liveProduct.ts';
import { scriptedSource } from '#worker/dev/simulator/simulatedSource.ts';

const MAX_SILENCE_MS = 10_000;

test('workerd killed in the middle of a call to the provider is back, and calls again, within 10 s', async ({
  live,
  expect,
}) => {
  const { simulator, runtime, url } = await live.start({ simulator: { source: scriptedSource() }, vars: FAST });
  await runtime.cron();
  await expect.poll(() => simulator.calls().total, { timeout: 20_000 }).toBeGreaterThan(0);
  simulator.setFaults({ hangRate: 1 });
  const hanging = () => simulator.calls().recent.some(({ outcome }) => outcome === 'hang');
  await expect.poll(hanging, { timeout: 20_000 }).toBe(true);
  const pid = ownWorkerd();
  const killedMs = Date.now();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  simulator.setFaults({});
  const callsBefore = simulator.calls().total;
  await expect.poll(() => simulator.calls().total, { timeout: 60_000, interval: 50 }).toBeGreaterThan(callsBefore);
  const silenceMs = (simulator.calls().recent.at(-1)?.atMs ?? Number.NaN) - killedMs;
  process.stdout.write(`first call ${silenceMs} ms after SIGKILL\n`);
  expect(silenceMs).toBeLessThanOrEqual(MAX_SILENCE_MS);
  // Home is delayed after 20 s without an answer, and the call has yet to be answered.
  const state = async () => ((await (await fetch(`${url}/api/v1/status`)).json()) as Status).feed.state;
  await expect.poll(state, { timeout: 20_000 }).toBe('live');
}, 90_000);
