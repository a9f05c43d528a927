import { request as forward } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '#worker/dev/loopback.ts';

const RECEIPTS = '/api/v1/watch/receipts';
const KEY = '/api/v1/watch/vapid';

export interface ReceiptProxy {
  /** `http://localhost:PORT`, which browsers hold to be secure. */
  readonly url: string;
  /** What was posted as receipts, as text. */
  readonly receipts: readonly string[];
  close(): Promise<void>;
}

/**
 * The product at `target`, page by page and header by header, with the receipts of push messages taken down, and
 * `publicKey` as the key to subscribe for.
 */
export async function startReceiptProxy(target: string, publicKey = ''): Promise<ReceiptProxy> {
  const receipts: string[] = [];
  const { port, close } = await listenOnLoopback(0, async (request, response) => {
    if (request.url === RECEIPTS && request.method === 'POST') {
      receipts.push(await text(request));
      response.writeHead(204).end();
      return;
    }
    if (request.url === KEY) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ publicKey }));
      return;
    }
    const { method = 'GET', headers } = request;
    const onward = forward(new URL(request.url ?? '/', target), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  return { url: `http://localhost:${port}`, receipts, close };
}
