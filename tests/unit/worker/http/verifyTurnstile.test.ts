import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TurnstileAction } from '#shared/http/turnstile.ts';
import { type LoopbackServer, listenOnLoopback } from '#worker/dev/loopback.ts';
import { verifyTurnstile } from '#worker/http/visitors.ts';

let server: LoopbackServer;
let asked: unknown[];
let answer: { status: number; body: unknown };

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: { success: true, hostname: 'site.bg', action: 'contact' } };
  server = await listenOnLoopback(0, async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push(JSON.parse(text));
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
});
afterEach(() => server.close());

const verify = (token: string | undefined, at = server.url, action: TurnstileAction = 'contact') =>
  verifyTurnstile(
    { secret: 'key', fetch: (...call) => fetch(...call), url: at },
    { token, action, id: 'an-id', address: '203.0.113.7', host: 'site.bg' },
  );

test('a good proof is good, and may be shown again with the same message', async () => {
  expect(await verify('proof')).toBe('good');
  expect(asked).toEqual([{ secret: 'key', response: 'proof', remoteip: '203.0.113.7', idempotency_key: 'an-id' }]);
});

test.each([
  { success: false, 'error-codes': ['timeout-or-duplicate'] },
  { success: true, hostname: 'evil.example', action: 'contact' },
  { success: true, hostname: 'site.bg', action: 'login' },
])('a proof with the verdict %j is refused', async (body) => {
  answer = { status: 200, body };
  expect(await verify('proof')).toBe('refused');
});

test('no proof is refused without asking anybody', async () => {
  expect(await verify(undefined)).toBe('refused');
  expect(await verify('')).toBe('refused');
  expect(asked).toEqual([]);
});

test('where Turnstile does not answer nobody knows', async () => {
  answer = { status: 503, body: {} };
  expect(await verify('proof')).toBe('unknown');
  expect(await verify('proof', 'http://127.0.0.1:9')).toBe('unknown');
});

test('a proof that was issued for a message makes no watchbook, and the other way round', async () => {
  answer = { status: 200, body: { success: true, hostname: 'site.bg', action: 'contact' } };
  expect(await verify('proof', server.url, 'watch')).toBe('refused');
  answer = { status: 200, body: { success: true, hostname: 'site.bg', action: 'watch' } };
  expect([await verify('proof', server.url, 'watch'), await verify('proof')]).toEqual(['good', 'refused']);
});
