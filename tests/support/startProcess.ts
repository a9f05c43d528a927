import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from './projectRoot.ts';

/** `npm start` as a separate process, without the build of the site. */
export interface StartProcess {
  readonly child: ChildProcess;
  /** What it has written so far, to either stream. */
  output(): string;
  /** Resolves to the address of the site; rejects with the output if the process ends before. */
  ready(): Promise<string>;
  /** Resolves to the exit code and the output. */
  ended(): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Ends it, with SIGTERM by default, and waits for that. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export function startProcess(environment: Readonly<Record<string, string>>, ...args: readonly string[]): StartProcess {
  const child = spawn(process.execPath, [join(projectRoot, 'worker/dev/local/start.ts'), '--no-build', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const closed = once(child, 'close');
  const ended = async () => {
    await closed;
    return { code: child.exitCode, output };
  };
  return {
    child,
    output: () => output,
    ended,
    ready: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const url = /^Ready: (\S+)/m.exec(output)?.[1];
          if (url !== undefined) resolve(url);
        };
        listeners.add(look);
        look();
        closed.then(() => reject(new Error(`it ended before it was ready:\n${output}`)));
      }),
    kill: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      // Not `close`: a workerd that it leaves behind keeps its streams open.
      await once(child, 'exit');
    },
  };
}
