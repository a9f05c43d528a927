import { damagedState, damagedStateText, moveDamagedState } from './damagedState.ts';
import { endLeftRuntimes } from './endLeftRuntimes.ts';
import { lockState } from './lockState.ts';

export interface StateClaim {
  readonly stateDir: string;
  readonly port: number;
  readonly moveCorrupt: boolean;
  readonly nowMs: number;
  readonly say: (line: string) => void;
}

/**
 * Takes the state directory for this process: ends what a killed predecessor left running there, and sees to it that
 * the databases can be read. Returns what gives it up again.
 * @throws Error saying who has the directory, or what in it is damaged
 */
export async function takeState({ stateDir, port, moveCorrupt, nowMs, say }: StateClaim): Promise<() => void> {
  const release = lockState(stateDir, { pid: process.pid, port });
  try {
    for (const pid of await endLeftRuntimes(stateDir))
      say(`Ended workerd ${pid}, which a killed npm start left running.`);
    const damaged = await damagedState(stateDir);
    if (damaged.length === 0) return release;
    if (!moveCorrupt) throw new Error(damagedStateText(stateDir, damaged));
    const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
    say(
      `Moved ${damaged.length} damaged file${damaged.length === 1 ? '' : 's'} to ${await moveDamagedState(stateDir, damaged, stamp)}`,
    );
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
