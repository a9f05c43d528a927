import { parseArgs } from 'node:util';
import { compareWithRecording } from './compare/compareWithRecording.ts';
import { readRecording } from './sky/replayRecording.ts';
import { readSettings, startSimulatorFromEnvironment } from './startSimulatorFromEnvironment.ts';

/**
 * `npm run simulator`: the simulated provider alone. `-- --compare RECORDING` prints what its weather and a recording
 * are like instead.
 */

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({ options: { compare: { type: 'string' } } });
  if (values.compare === undefined) await serve();
  else await compare(values.compare);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
}

async function serve(): Promise<void> {
  const simulator = await startSimulatorFromEnvironment(process.env, print);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  print(`Simulated provider: ${simulator.url}`);
}

async function compare(path: string): Promise<void> {
  const settings = readSettings(process.env);
  if (!settings.ok) throw new Error(settings.fault);
  const { seed, startMs = Date.now() } = settings.value;
  print(compareWithRecording(await readRecording(path), seed, startMs));
}
