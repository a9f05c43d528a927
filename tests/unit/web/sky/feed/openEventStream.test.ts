import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { refusedForMs } from '#shared/wire/reconnectDelay.ts';
import { openEventStream } from '#web/sky/feed/LiveFeedDeps.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function open(url: string) {
  const stream = openEventStream(url);
  closing.push(() => stream.close());
  const next = (type: string) => new Promise<MessageEvent<string>>((heard) => stream.addEventListener(type, heard));
  return { stream, next };
}

test('[CL7] a stream that the server refuses is closed for good and says for how long', async () => {
  const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '45' }).end());
  const { stream, next } = open(url);
  await next('error');
  expect([stream.readyState, stream.refusedForMs]).toEqual([2, 45_000]);
});

test('[CL1] a stream that ends is opened again by itself, from the last event id', async () => {
  const cursors: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    cursors.push(request.headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const end = cursors.length === 1;
    response.write('retry: 10\nevent: hb\nid: 7\ndata: {"seq":7}\n\n');
    if (end) response.end();
  });
  const { stream, next } = open(url);
  const heard = await next('hb');
  expect([heard.data, heard.lastEventId]).toEqual(['{"seq":7}', '7']);
  await next('error');
  expect([stream.readyState, stream.refusedForMs]).toEqual([0, undefined]);
  await next('hb');
  expect(cursors).toEqual([undefined, '7']);
});

test.each([
  [503, '45', 45_000],
  [429, '3', 3_000],
  [503, '99999999999', 300_000],
  [503, null, undefined],
  [503, 'Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [500, '45', undefined],
  [200, null, undefined],
])('[CL7] status %s with Retry-After %j keeps the client away for %j ms', (status, retryAfter, ms) => {
  expect(refusedForMs(status, retryAfter)).toBe(ms);
});
