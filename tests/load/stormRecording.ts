import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { parseRecording, type Recording, readRecording } from '#worker/dev/simulator/sky/replayRecording.ts';
import { stormModel } from '#worker/dev/simulator/sky/stormModel.ts';

const DAY_MS = 24 * 3_600_000;
const BUSY_MINUTES = 20;
/** A July day, so that the made-up recording is the same wherever and whenever it is made. */
const STORM_DAY_MS = Date.UTC(2026, 6, 14);

/** The busiest stretch of a recording, cut out and laid at its start. */
function busiest(recording: Recording, lengthMs: number): Recording {
  const { offsetsMs } = recording;
  let best = { from: 0, to: 0 };
  for (let from = 0, to = 0; from < offsetsMs.length; from += 1) {
    while (to < offsetsMs.length && (offsetsMs[to] ?? 0) < (offsetsMs[from] ?? 0) + lengthMs) to += 1;
    if (to - from > best.to - best.from) best = { from, to };
  }
  const firstMs = offsetsMs[best.from] ?? 0;
  return {
    offsetsMs: offsetsMs.slice(best.from, best.to).map((offset) => offset - firstMs),
    latitudes: recording.latitudes.slice(best.from, best.to),
    longitudes: recording.longitudes.slice(best.from, best.to),
  };
}

/** A recorded day where one lies beside the project, else a day of simulated storms; its busiest twenty minutes. */
export async function stormRecording(): Promise<{ recording: Recording; name: string }> {
  const beside = join(projectRoot, '..', 'shared', 'recordings', 'glm-day.csv.gz');
  const path = process.env.RECORDING ?? beside;
  if (existsSync(path)) {
    return { recording: busiest(await readRecording(path), BUSY_MINUTES * 60_000), name: 'observed day' };
  }
  const strikes = stormModel(1).strikesBetween(STORM_DAY_MS, STORM_DAY_MS + DAY_MS);
  const rows = strikes.map((strike) => `${strike.atMs - STORM_DAY_MS},${strike.latitude},${strike.longitude}`);
  const csv = ['offset_ms,latitude,longitude', ...rows].join('\n');
  return { recording: busiest(parseRecording(csv), BUSY_MINUTES * 60_000), name: 'simulated day' };
}
