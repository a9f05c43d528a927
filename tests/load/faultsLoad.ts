import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { exactly, type LoadOutcome, visible } from '#tests/report/RunResult.ts';
import { LiveClient } from '#tests/support/LiveClient.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { wait } from '#tests/support/wait.ts';
import { replayRecording } from '#worker/dev/simulator/simulatedSource.ts';
import { stormRecording } from './runLoad.ts';

const SPEED = 6;
const FIRST_STRIKE_AFTER_MS = 2_000;

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
 * client received with the provider's strikes.
 */
export async function faultsLoad(seconds: number, print: (line: string) => void): Promise<LoadOutcome> {
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
        truncationRate: 0.01,
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
      print(`${Math.round(seconds * share)} s: ${what}; told so far: ${client.reported.size}`);
      await act();
    };
    await at(0.5, 'a relay is killed', () => product.kill('RELAY', 'relay:0'));
    await at(0.62, 'the Feed is killed', () => product.kill('FEED', 'feed'));
    await at(0.75, 'the runtime is stopped and started', () => product.restart());
    await wait(endMs - Date.now());
    const groundTruth = product.simulator.groundTruth(HOME, startMs, endMs);
    const expected = new Set(groundTruth.map((strike) => strike.id));
    const missing = () => [...expected].filter((id) => !client.reported.has(id)).length;
    print(`${seconds} s: the replay ends; ${expected.size} strikes fell, ${missing()} not told yet`);
    await client.until(() => missing() === 0, 'every strike', 240_000).catch(() => {});
    const caughtUpS = (Date.now() - endMs) / 1000;
    const calls = product.simulator.calls();
    const known = new Set(product.simulator.groundTruth(HOME, 0, Date.now()).map(({ id }) => id));
    const times = (rows: readonly { readonly atMs: number }[]) => rows.map(({ atMs }) => atMs);
    return {
      title: `npm run tools -- load faults ${seconds}, ${name}`,
      rows: [
        ['strikes', expected.size, '> 0', expected.size > 0],
        visible('in the busiest minute', mostWithin(times(groundTruth), 60_000)),
        exactly('lost', missing()),
        exactly('doubled', [...client.reported.values()].filter((reported) => reported > 1).length),
        exactly("not in the provider's truth", [...client.reported.keys()].filter((id) => !known.has(id)).length),
        visible('connections of the client', client.connections),
        visible('resets', client.resets),
        visible('calls', calls.total),
        visible('most calls within two seconds', mostWithin(times(calls.recent), 2_000)),
        visible('last strike told after the end, s', caughtUpS, 1),
      ],
    };
  } finally {
    await client.close();
    await product.close();
  }
}
