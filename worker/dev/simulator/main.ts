import { startSimulatorFromEnvironment } from './startSimulator.ts';

/** `npm run simulator`: only the simulated provider. */

const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  const simulator = await startSimulatorFromEnvironment(process.env, print);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close());
  print(`Simulated provider: ${simulator.url}`);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
}
