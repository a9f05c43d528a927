import { HOME_BOX as HOME } from '#shared/geo/Areas.ts';
import bundleOnce from '#tests/support/bundleOnce.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { stormRecording } from './stormRecording.ts';

const SPEED = 6;
const FIRST_STRIKE_AFTER_MS = 2_000;

interface CompletenessReport {
  readonly recording: string;
  readonly seconds: number;
  readonly strikes: number;
  readonly busiestMinute: number;
  readonly missing: number;
  readonly doubled: number;
  /** Told, but not in the provider's truth. */
  readonly invented: number;
  readonly connections: number;
  readonly resets: number;
  readonly calls: number;
  readonly mostCallsInTwoSeconds: number;
  /** From the end of the replay to the last missing strike. */
  readonly caughtUpAfterSeconds: number;
}

function mostWithin(timesMs: readonly number[], spanMs: number): number {
  let most = 0;
  for (let from = 0, to = 0; to < timesMs.length; to += 1) {
    while ((timesMs[to] ?? 0) - (timesMs[from] ?? 0) >= spanMs) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/**
 * Replays the busiest twenty minutes at six times their speed for `seconds` against a provider with every fault at
 * once: 5 % of 503s, 2 % hangs, 2 % cut bodies, duplicates, lateness up to 45 s and an outage of a sixth of the time.
 * Meanwhile a relay and the Feed are killed and the whole runtime is stopped and started. Compares what a subscribed
 * client was told with the provider's truth.
 */
async function runCompleteness(seconds: number, tell: (line: string) => void): Promise<CompletenessReport> {
  const { recording, name } = await stormRecording();
  const startMs = Date.now() + FIRST_STRIKE_AFTER_MS + 5_000;
  const endMs = startMs + seconds * 1000;
  const outageMs = Math.min(30_000, (seconds * 1000) / 6);
  const product = await startProduct({
    simulator: {
      source: replayRecording(recording, { startMs, speed: SPEED, atEnd: 'loop' }),
      faults: {
        errorRate: 0.05,
        hangRate: 0.02,
        cutRate: 0.01,
        invalidJsonRate: 0.01,
        duplicateShare: 0.05,
        badRowShare: 0.01,
        order: 'shuffled',
        lateness: { minMs: 1_500, maxMs: 8_500, tailShare: 0.02, tailMaxMs: 45_000 },
        outages: [{ fromMs: startMs + seconds * 250, toMs: startMs + seconds * 250 + outageMs }],
      },
    },
  });
  const client = new LiveClient(product.url, 'bbox=13,34,31,48');
  try {
    await client.until(() => client.events.length > 0, 'hello');
    const at = async (share: number, what: string, act: () => Promise<void>) => {
      await wait(startMs + seconds * 1000 * share - Date.now());
      tell(`${Math.round(seconds * share)} s: ${what}; told so far: ${client.told.size}`);
      await act();
    };
    await at(0.5, 'a relay is killed', () => product.kill('RELAY', 'relay:0'));
    await at(0.62, 'the Feed is killed', () => product.kill('FEED', 'feed'));
    await at(0.75, 'the runtime is stopped and started', () => product.restart());
    await wait(endMs - Date.now());
    const truth = product.simulator.truth(HOME, startMs, endMs);
    const expected = new Set(truth.map((strike) => strike.id));
    const missing = () => [...expected].filter((id) => !client.told.has(id)).length;
    tell(`${seconds} s: the replay ends; ${expected.size} strikes fell, ${missing()} not told yet`);
    await client.until(() => missing() === 0, 'every strike', 240_000).catch(() => {});
    const caughtUpAfterSeconds = (Date.now() - endMs) / 1000;
    const calls = product.simulator.calls();
    const { outages: _ended, ...faults } = product.simulator.faults();
    product.simulator.setFaults(faults);
    return {
      recording: name,
      seconds,
      strikes: expected.size,
      busiestMinute: mostWithin(
        truth.map((strike) => strike.atMs),
        60_000,
      ),
      missing: missing(),
      doubled: [...client.told.values()].filter((times) => times > 1).length,
      invented: [...client.told.keys()].filter(
        (id) => !expected.has(id) && !product.simulator.truth(HOME, 0, Date.now()).some((strike) => strike.id === id),
      ).length,
      connections: client.connections,
      resets: client.resets,
      calls: calls.total,
      mostCallsInTwoSeconds: mostWithin(
        calls.recent.map((call) => call.atMs),
        2_000,
      ),
      caughtUpAfterSeconds,
    };
  } finally {
    await client.close();
    await product.close();
  }
}

/** `npm run completeness [seconds]`: prints whether a client got every strike of a storm, whatever failed meanwhile. */
const seconds = Number(process.argv[2] ?? 180);
const tell = (line: string) => process.stdout.write(`${line}\n`);

await bundleOnce();
const report = await runCompleteness(seconds, tell);
for (const [figure, value] of Object.entries(report)) tell(`${figure.padEnd(24)} ${value}`);
const whole = report.missing === 0 && report.doubled === 0 && report.invented === 0;
tell(whole ? 'PASS: every strike once' : 'FAIL');
process.exit(whole ? 0 : 1);
