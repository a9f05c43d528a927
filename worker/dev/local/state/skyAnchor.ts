import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseIsoInstant } from '#shared/time/isoTime.ts';

const FILE = 'sky-anchor.txt';

/**
 * The instant to which the simulator's weather is anchored: that of the first start with this state, so that a later
 * one continues the same sky. Both in milliseconds since the epoch. A file that holds no instant is written anew.
 */
export async function skyAnchorMs(stateDir: string, nowMs: number): Promise<number> {
  const path = join(stateDir, FILE);
  const kept = parseIsoInstant((await readFile(path, 'utf8').catch(() => '')).trim());
  if (kept !== undefined) return kept;
  await mkdir(stateDir, { recursive: true });
  await writeFile(path, `${new Date(nowMs).toISOString()}\n`);
  return nowMs;
}
