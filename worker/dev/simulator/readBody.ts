import type { IncomingMessage } from 'node:http';

const MAX_BODY_BYTES = 1_048_576;

/** The request's body as text; empty if it is longer than a megabyte. Rejects if the client disconnects. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : '';
}
