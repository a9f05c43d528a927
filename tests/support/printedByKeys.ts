import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from './projectRoot.ts';
import type { Product } from './startProduct.ts';

/** What `npm run admin -- keys` prints about the state of a running product. */
export async function printedByKeys({ stateDir }: Product, ...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'worker/dev/local/keys.ts'), ...args];
  const env = { ...process.env, STATE_DIR: stateDir };
  return (await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env })).stdout;
}
