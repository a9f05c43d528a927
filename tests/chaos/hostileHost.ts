import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { wait } from '#tests/support/wait.ts';
import { MessageCheck } from '#worker/dev/fakes/hookReceiver.ts';
import type { Message } from '#worker/watch/messages.ts';

/** How a far side treats whatever is no challenge. Challenges it echoes at once: that is how it got in. */
const TREATMENTS = {
  hangs: () => {},
  'answers after 4.9 s': (response) => wait(4_900).then(() => response.end('{}')),
  'says 429': (response) => response.writeHead(429).end(),
  'says 429 with Retry-After': (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  'says 500': (response) => response.writeHead(500).end(),
  redirects: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'drips a byte a second': async (response) => {
    response.writeHead(200, { 'content-length': '60' });
    for (let second = 0; second < 60 && !response.destroyed; second += 1) {
      response.write(' ');
      await wait(1_000);
    }
  },
  'resets after headers': (response) => {
    response.writeHead(200, { 'content-length': '100' }).flushHeaders();
    response.destroy();
  },
  'answers with 10 MB': (response) => response.writeHead(200).end(Buffer.alloc(10_000_000, 32)),
} as const satisfies Record<string, (response: ServerResponse) => unknown>;
export type Hostility = keyof typeof TREATMENTS;
export const HOSTILITIES = Object.keys(TREATMENTS) as Hostility[];

/** One message that a well-meaning hook took. */
export interface Selection {
  readonly path: string;
  readonly id: string;
  readonly message: Message;
  readonly atMs: number;
}

export interface HostileHost {
  readonly origin: string;
  /** Messages to `/honest…`, in order. */
  readonly selections: readonly Selection[];
  /** How many messages came to the hostile paths. */
  readonly hostileCalls: () => number;
  close(): Promise<void>;
}

/** A host on the loopback interface, with its own address. `/honest/…` takes messages at once, `/honest/six-seconds` after 6 s. */
export async function startHostileHost(hostility: Hostility, address: string): Promise<HostileHost> {
  const selections: Selection[] = [];
  const check = new MessageCheck();
  let calls = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const message = JSON.parse(await text(request)) as Message;
    check.look(message);
    const { challenge } = message.data;
    if (challenge !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ challenge }));
      return;
    }
    if (!path.startsWith('/honest')) {
      calls += 1;
      await TREATMENTS[hostility](response);
      return;
    }
    if (path.endsWith('six-seconds')) await wait(6_000);
    // Who hung up meanwhile does not know that it was taken, and sends it again.
    if (response.destroyed) return;
    selections.push({ path, id: String(request.headers['webhook-id']), message, atMs: Date.now() });
    response.end('{}');
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    selections,
    hostileCalls: () => calls,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      check.end();
    },
  };
}
