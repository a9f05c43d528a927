import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { askPlain, httpsFault } from '#worker/dev/local/deployment/httpsFault.ts';

/** Asks a real server on this machine, which stands in for the zone, as a deployment asks the site. */
async function faultOf(answer: (origin: string) => RequestListener): Promise<string | undefined> {
  const server = createServer((request, response) => answer(origin)(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return httpsFault(origin, await askPlain(origin));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

const answering =
  (status: number, location?: (origin: string) => string) =>
  (origin: string): RequestListener =>
  (_, response) =>
    response.writeHead(status, location && { location: location(origin) }).end('page');

test.each([301, 308])('a zone that leads http to https for good is fine: %i', async (status) => {
  expect(await faultOf(answering(status, (origin) => `${origin}/`))).toBeUndefined();
});

test.each<[string, (origin: string) => RequestListener, RegExp]>([
  ['serves the page in clear', answering(200), /answers 200 instead of redirecting .* "Always Use HTTPS"/],
  ['leads there for now only', answering(302, (origin) => `${origin}/`), /answers 302 to https:/],
  ['leads elsewhere', answering(301, () => 'https://other.bg/'), /answers 301 to https:\/\/other.bg\/ instead/],
  ['refuses', answering(403), /answers 403 instead/],
  ['cuts the connection', () => (request) => request.socket.destroy(), /could not be asked/],
])('a zone that %s is a fault that names the setting', async (_, answer, fault) => {
  expect(await faultOf(answer)).toMatch(fault);
});
