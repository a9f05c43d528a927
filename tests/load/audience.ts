import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { percentile } from './percentile.ts';
import { stormRecording } from './stormRecording.ts';

const POLL_INTERVAL_MS = 5_000;

interface AudienceReport {
  readonly clients: number;
  readonly strikes: number;
  readonly deliveries: number;
  readonly missing: number;
  readonly callsPerMinute: number;
  /** From the provider's publication to the client's handler, less one poll interval. */
  readonly beyondPollP50Ms: number;
  readonly beyondPollP99Ms: number;
  /** From the provider being asked, in the call that first showed the strike, to the client's handler. */
  readonly fromCallP50Ms: number;
  readonly fromCallP99Ms: number;
}

/** A storm of real shape and speed watched by `clients` for `seconds`; what it cost the provider and how late it was. */
async function runAudience(clients: number, seconds: number): Promise<AudienceReport> {
  const { recording } = await stormRecording();
  const startMs = Date.now() - 60_000;
  const product = await startProduct({
    simulator: { source: replayRecording(recording, { startMs, speed: 1, atEnd: 'loop' }) },
    vars: { POLL_INTERVAL_MS: String(POLL_INTERVAL_MS) },
  });
  const audience: LiveClient[] = [];
  try {
    for (let index = 0; index < clients; index += 1) audience.push(new LiveClient(product.url, 'bbox=13,34,31,48'));
    await Promise.all(audience.map((client) => client.until(() => client.events.length > 0, 'hello')));
    // Measured once the first minute's backlog is read and the polls have their rhythm.
    await wait(20_000);
    const fromMs = Date.now();
    const callsBefore = product.simulator.calls().total;
    await wait(seconds * 1000);
    const toMs = Date.now();
    const calls = product.simulator.calls();
    const strikes = product.simulator.truth(HOME, fromMs, toMs);
    const told = () => audience.every((client) => strikes.every((strike) => client.told.has(strike.id)));
    await audience[0]?.until(told, 'the last strikes', 15_000).catch(() => {});
    const callTimes = calls.recent.map((call) => call.atMs);
    const beyondPoll: number[] = [];
    const fromCall: number[] = [];
    let missing = 0;
    for (const { id, publishedAtMs } of strikes) {
      const calledMs = callTimes.find((atMs) => atMs >= publishedAtMs);
      for (const client of audience) {
        const toldMs = client.firstToldMs.get(id);
        if (toldMs === undefined) missing += 1;
        else {
          beyondPoll.push(toldMs - publishedAtMs - POLL_INTERVAL_MS);
          if (calledMs !== undefined) fromCall.push(toldMs - calledMs);
        }
      }
    }
    return {
      clients,
      strikes: strikes.length,
      deliveries: beyondPoll.length,
      missing,
      callsPerMinute: ((calls.total - callsBefore) / seconds) * 60,
      beyondPollP50Ms: percentile(beyondPoll, 50),
      beyondPollP99Ms: percentile(beyondPoll, 99),
      fromCallP50Ms: percentile(fromCall, 50),
      fromCallP99Ms: percentile(fromCall, 99),
    };
  } finally {
    await Promise.all(audience.map((client) => client.close()));
    await product.close();
  }
}

/** `npm run audience [clients] [seconds]`: what an audience costs the provider, and how late strikes reach it. */
const clients = Number(process.argv[2] ?? 500);
const seconds = Number(process.argv[3] ?? 60);
const tell = (line: string) => process.stdout.write(`${line}\n`);

await bundleOnce();
const [one, many] = [await runAudience(1, seconds), await runAudience(clients, seconds)];
for (const figure of Object.keys(one) as (keyof typeof one)[]) {
  tell(`${figure.padEnd(18)} ${String(one[figure]).padStart(10)} ${String(many[figure]).padStart(10)}`);
}
const ratio = many.callsPerMinute / one.callsPerMinute;
const pass = ratio <= 1.05 && many.beyondPollP99Ms <= 500 && many.missing === 0;
tell(`calls a minute, ${clients} clients to 1: ${ratio.toFixed(3)} (at most 1.05)`);
tell(`${pass ? 'PASS' : 'FAIL'}: p99 beyond the poll interval ${many.beyondPollP99Ms} ms (at most 500)`);
process.exit(pass ? 0 : 1);
