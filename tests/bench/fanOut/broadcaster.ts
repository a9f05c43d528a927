import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The baseline of fan-out, in a process of its own: Node's http, every stream in a set, one buffer written to all.
 * `POST /` broadcasts its body. Tells its parent the port.
 */
const streams = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const frame = Buffer.concat(parts);
      for (const stream of streams) stream.write(frame);
      response.end();
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': hello\n\n');
  streams.add(response);
  response.on('close', () => streams.delete(response));
});

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
