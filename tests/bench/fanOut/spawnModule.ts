import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of ours that runs the module beside `base`; it ends when we do. */
export function spawnModule(base: string, module: string): ChildProcess {
  return fork(fileURLToPath(new URL(module, base)), { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** The next message of the process. Rejects when the process ends before it says anything. */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  const stop = new AbortController();
  const ended = once(child, 'exit', { signal: stop.signal }).then(() => {
    throw new Error('a process of the measurement ended early');
  });
  const message = once(child, 'message', { signal: stop.signal }).then(([value]) => value as Message);
  try {
    return await Promise.race([message, ended]);
  } finally {
    ended.catch(() => {});
    message.catch(() => {});
    stop.abort();
  }
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
