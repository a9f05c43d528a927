import { systemClock } from '#shared/Clock.ts';
import { probeSource } from './probeSource.ts';

/** `npm run admin -- source probe NAME`: queries a source of strikes once, prints its properties. Prints no tokens. */

try {
  const { lines, ok } = await probeSource(process.argv.slice(2), process.env, { fetch, clock: systemClock });
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!ok) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
