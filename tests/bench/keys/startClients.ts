import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ClientsTold {
  /** When each answer came, in ms since the Unix epoch. */
  readonly answeredMs: readonly number[];
  readonly refused: number;
}

/** Starts clients of one key in a process of their own, which ask as if no limit concerned them, until they are stopped. */
export async function startClients(
  url: string,
  key: string,
  clients: number,
): Promise<{ stop(): Promise<ClientsTold> }> {
  const child = fork(fileURLToPath(new URL('keyClients.ts', import.meta.url)), [url, key, String(clients)]);
  await new Promise((begun) => child.once('message', begun));
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('message', (told) => resolve(told as ClientsTold));
        child.send('stop');
      }),
  };
}
