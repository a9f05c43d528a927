import { systemClock } from '#shared/time/Clock.ts';
import { USUAL_LATENESS } from './FaultSettings.ts';
import { readRecording } from './readRecording.ts';
import { readSettings } from './readSettings.ts';
import { replayRecording } from './replayRecording.ts';
import { startSimulator } from './startSimulator.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const settings = readSettings(process.env);
if (!settings.ok) {
  process.stderr.write(`${settings.fault}\n`);
  process.exit(1);
}
const { port, seed, recordingPath, speed, startMs = systemClock.now(), printMessages } = settings.value;
const source = recordingPath && replayRecording(await readRecording(recordingPath), { startMs, speed, atEnd: 'loop' });
const simulator = await startSimulator({
  port,
  seed,
  faults: { lateness: USUAL_LATENESS },
  ...(source ? { source } : {}),
  ...(printMessages ? { onMessage: print } : {}),
});
print(`Simulated provider: ${simulator.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
