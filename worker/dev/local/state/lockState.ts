import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Who uses a state directory, in `holder.json` there. Only for the words of a refusal: the lock itself is SQLite's. */
export interface StateHolder {
  readonly pid: number;
  readonly port: number;
}

const SQLITE_BUSY = 5;
const HOLDER_FILE = 'holder.json';

function holderIn(stateDir: string): string {
  try {
    const { pid, port } = JSON.parse(readFileSync(join(stateDir, HOLDER_FILE), 'utf8')) as StateHolder;
    return `by process ${pid}${port > 0 ? `, http://127.0.0.1:${port}` : ''}`;
  } catch {
    return 'by another process';
  }
}

/**
 * Takes `stateDir` for this process, creating it if need be. The lock is the one that the operating system keeps on an
 * SQLite file, so it ends with the process, however that ends. Returns what releases it.
 * @throws Error saying who has it, or why the directory cannot be used
 */
export function lockState(stateDir: string, holder: StateHolder): () => void {
  const path = join(stateDir, 'lock.sqlite');
  let lock: DatabaseSync;
  try {
    mkdirSync(stateDir, { recursive: true });
    lock = new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new Error(`STATE_DIR ${stateDir} cannot be used: ${(error as Error).message}`);
  }
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new Error(`${path} cannot be locked: ${(error as Error).message}. It holds nothing: delete it.`);
    }
    throw new Error(
      `STATE_DIR ${stateDir} is in use ${holderIn(stateDir)}. Stop that one, or give this one a state of its own: STATE_DIR=another/directory npm start`,
    );
  }
  writeFileSync(join(stateDir, HOLDER_FILE), `${JSON.stringify(holder)}\n`);
  return () => lock.close();
}
