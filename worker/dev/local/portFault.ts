import { once } from 'node:events';
import { createServer } from 'node:net';

const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'needs rights that this user does not have',
};

/** Why nothing can listen on `port` of 127.0.0.1, in a sentence that names `variable`; undefined if it can. */
export async function portFault(variable: string, port: number): Promise<string | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return `${variable} ${port} ${FAULTS[code] ?? `cannot be used (${message})`}. Choose another: ${variable}=${port === 65_535 ? 8787 : port + 1} npm start`;
  }
  await new Promise((closed) => server.close(closed));
  return undefined;
}
