import { systemClock } from '#shared/time/Clock.ts';
import { USUAL_LATENESS } from './FaultSettings.ts';
import { readRecording } from './readRecording.ts';
import { readSettings } from './readSettings.ts';
import { replayRecording } from './replayRecording.ts';
import { startSimulator } from './startSimulator.ts';

try {
  await main();
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (!settings.ok) throw new Error(settings.fault);
  const { port, seed, recordingPath, speed, startMs = systemClock.now(), printMessages } = settings.value;
  const source =
    recordingPath && replayRecording(await readRecording(recordingPath), { startMs, speed, atEnd: 'loop' });
  const simulator = await startSimulator({
    port,
    seed,
    faults: { lateness: USUAL_LATENESS },
    ...(source ? { source } : {}),
    ...(printMessages ? { onMessage: print } : {}),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  print(`Simulated provider: ${simulator.url}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
