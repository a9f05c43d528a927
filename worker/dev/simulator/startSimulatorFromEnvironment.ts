import { systemClock } from '#shared/time/Clock.ts';
import { USUAL_LATENESS } from './FaultSettings.ts';
import { readSettings } from './readSettings.ts';
import { readRecording } from './sky/readRecording.ts';
import { replayRecording } from './sky/replayRecording.ts';
import { stormModel } from './sky/stormModel.ts';
import { type Simulator, STORM_HISTORY_MS, startSimulator } from './startSimulator.ts';

/**
 * Starts the simulator with the environment's settings (see `readSettings`) and the lateness of the real provider.
 * @throws Error naming the bad variable
 */
export async function startSimulatorFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  onMessage: (line: string) => void,
): Promise<Simulator> {
  const settings = readSettings(environment);
  if (!settings.ok) throw new Error(settings.fault);
  const { port, seed, scene, recordingPath, speed, startMs = systemClock.now(), printMessages } = settings.value;
  const source = recordingPath
    ? replayRecording(await readRecording(recordingPath), { startMs, speed, atEnd: 'loop' })
    : stormModel(seed, scene);
  return await startSimulator({
    port,
    seed,
    faults: { lateness: USUAL_LATENESS },
    source,
    ...(recordingPath ? {} : { historyMs: STORM_HISTORY_MS }),
    ...(printMessages ? { onMessage } : {}),
  });
}
