import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A separate world for a process: Linux namespaces in which it is root, for any user. */
export interface OwnWorld {
  readonly kind: 'mount' | 'net';
  /** Shell commands that arrange it before the process begins. */
  readonly arrange: string;
}

const UNSHARE: Record<OwnWorld['kind'], string> = { mount: '-rm', net: '-rn' };

/** Whether this machine lets us make such worlds. */
export function canMakeWorlds(): boolean {
  return spawnSync('unshare', [UNSHARE.net, 'ip', 'link', 'set', 'lo', 'up']).status === 0;
}

/** A child process that runs the module next to `base`; it ends with its parent. */
export function spawnModule(base: string, module: string, world?: OwnWorld): ChildProcess {
  const node = [process.execPath, fileURLToPath(new URL(module, base))];
  const [command = '', ...args] = world
    ? ['unshare', UNSHARE[world.kind], 'sh', '-c', `${world.arrange} && exec "$0" "$@"`, ...node]
    : node;
  return spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
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
