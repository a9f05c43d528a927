import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { BUILT_SITE, startProduct } from '#tests/support/startProduct.ts';

const HOST = 'lightning.bg';
const product = fileProduct(() =>
  startProduct({ ...BUILT_SITE, vars: { PUBLIC_ORIGIN: `https://${HOST}`, PUBLIC_EMAIL: 'people@lightning.bg' } }),
);

/** Asks in clear under a host's name, as a browser does that was given no scheme. */
function query(method: string, path: string, host = HOST): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${product.url}${path}`, { method, headers: { host } }, (response) => {
      response.resume();
      resolve(response);
    });
    sent.once('error', reject).end();
  });
}

describe('on a site whose address is https, the Worker sends what comes in clear to https', () => {
  test.each([
    ['GET', '/api/v1/status'],
    ['HEAD', '/api/v1/status'],
    ['POST', '/api/v1/contact'],
    ['GET', '/api/v1/live?bbox=13,34,31,48'],
    ['GET', '/api/v1/nothing'],
    ['GET', '/map/a%2525b?m=1'],
    ['GET', '/bg/map/1'],
    ['GET', '/en/contact/sent'],
  ])('%s %s', async (method, path) => {
    const { statusCode, headers } = await query(method, path);
    expect([statusCode, headers.location]).toEqual([308, `https://${HOST}${path}`]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('but nothing that was meant for another host: nobody can make it lead elsewhere', async () => {
    const { statusCode, headers } = await query('GET', '/api/v1/openapi.json', 'evil.net');
    expect([statusCode, headers.location]).toEqual([200, undefined]);
  });
});

test('the licences, from a file, and security.txt, from the settings, are served as text', async () => {
  for (const path of ['/licences.txt', '/.well-known/security.txt']) {
    const response = await fetch(`${product.url}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toMatch(/MapLibre|Contact: mailto:/);
  }
});
