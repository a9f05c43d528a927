import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that only this machine can reach. */
export interface LoopbackServer {
  readonly server: Server;
  readonly port: number;
  readonly host: string;
  readonly url: string;
  /** Destroys open sockets. */
  close(): Promise<void>;
}

/** Longer than a client rests between two requests: one sent on a connection just closed would fail. */
const KEEP_ALIVE_MS = 600_000;

/** Listens on `port`, 0 for any free one. Rejects if it is in use. */
export async function listenOnLoopback(port: number, onRequest?: RequestListener): Promise<LoopbackServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, onRequest).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  const host = `127.0.0.1:${bound}`;
  return {
    server,
    port: bound,
    host,
    url: `http://${host}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port that is free now, for a program with a configurable port. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(0);
  await close();
  return port;
}

const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'needs rights that this user does not have',
};

export async function portError(variable: string, port: number): Promise<string | undefined> {
  try {
    await (await listenOnLoopback(port)).close();
    return undefined;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return `${variable} ${port} ${FAULTS[code] ?? `cannot be used (${message})`}. Choose another: ${variable}=${port === 65_535 ? 8787 : port + 1} npm start`;
  }
}
