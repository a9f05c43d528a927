import { listenOnLoopback } from '#worker/dev/loopback.ts';

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(0);
  await close();
  return port;
}
