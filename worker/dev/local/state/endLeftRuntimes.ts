import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** What `/proc` says of one process, or undefined if it has ended or belongs to somebody else. */
function readProc<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const nameOf = (pid: string) => readProc(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
const parentOf = (pid: string) => readProc(() => /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
const programOf = (pid: string) => basename(readProc(() => readlinkSync(`/proc/${pid}/exe`)) ?? '');

function holdsFileIn(pid: string, dir: string): boolean {
  const handles = readProc(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return handles.some((handle) => readProc(() => readlinkSync(`/proc/${pid}/fd/${handle}`))?.startsWith(dir + sep));
}

/** The workerds that hold files of `stateDir` open and that no Node process looks after any more. Linux only. */
function leftRuntimes(stateDir: string): string[] {
  const pids = (readProc(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    if (nameOf(pid) !== 'workerd' || !holdsFileIn(pid, stateDir)) return false;
    return !/^node/.test(programOf(parentOf(pid) ?? ''));
  });
}

/**
 * Ends the workerds that an `npm start` killed with SIGKILL has left behind: they hold its port and its state. Call it
 * with the lock of `stateDir`. Resolves to their process ids once they are gone.
 */
export async function endLeftRuntimes(stateDir: string): Promise<number[]> {
  const left = leftRuntimes(stateDir);
  for (const pid of left) readProc(() => process.kill(Number(pid), 'SIGKILL'));
  while (left.some((pid) => nameOf(pid) === 'workerd' && holdsFileIn(pid, stateDir))) await wait(20);
  return left.map(Number);
}
