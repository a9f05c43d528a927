import {
  damagedState,
  damagedStateText,
  foreignMigrations,
  foreignStateText,
  moveDamagedState,
  moveForeignState,
} from './damagedState.ts';
import { endLeftRuntimes } from './endLeftRuntimes.ts';
import { lockState } from './lockState.ts';

export interface StateClaim {
  readonly stateDir: string;
  readonly port: number;
  /** The names of the migrations that its databases may have had. */
  readonly migrations: readonly string[];
  readonly moveCorrupt: boolean;
  readonly nowMs: number;
  readonly say: (line: string) => void;
}

/**
 * Takes the state directory for this process: ends what a killed predecessor left running there, and sees to it that
 * the databases can be read and are of this release. Returns what gives it up again.
 * @throws Error saying who has the directory, or what in it is damaged or of another release
 */
export async function takeState({
  stateDir,
  port,
  migrations,
  moveCorrupt,
  nowMs,
  say,
}: StateClaim): Promise<() => void> {
  const release = lockState(stateDir, { pid: process.pid, port });
  try {
    for (const pid of await endLeftRuntimes(stateDir))
      say(`Ended workerd ${pid}, which a killed npm start left running.`);
    const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
    const damaged = await damagedState(stateDir);
    if (damaged.length > 0) {
      if (!moveCorrupt) throw new Error(damagedStateText(stateDir, damaged));
      const files = `${damaged.length} damaged file${damaged.length === 1 ? '' : 's'}`;
      say(`Moved ${files} to ${await moveDamagedState(stateDir, damaged, stamp)}`);
    }
    const foreign = await foreignMigrations(stateDir, migrations);
    if (foreign.length > 0) {
      if (!moveCorrupt) throw new Error(foreignStateText(stateDir, foreign));
      say(`Moved the state of another release to ${await moveForeignState(stateDir, stamp)}`);
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
