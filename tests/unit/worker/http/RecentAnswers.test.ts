import { expect, test } from 'vitest';
import { RecentAnswers } from '#worker/http/RecentAnswers.ts';

function shop() {
  let [nowMs, made] = [1_000, 0];
  const recent = new RecentAnswers({ now: () => nowMs });
  const ask = (status: number, path = '/api/v1/cells', accepted = 'gzip') =>
    recent.answer(new Request(`https://site${path}`, { headers: { 'accept-encoding': accepted } }), () => {
      made += 1;
      return new Response(`answer ${made}`, { status, headers: { 'cache-control': 'public, max-age=5' } });
    });
  return { ask, later: (ms: number) => (nowMs += ms) };
}

test('what many ask for in the same quarter of a second is made once, with all its headers', async () => {
  const { ask, later } = shop();
  const first = await ask(200);
  later(249);
  const second = await ask(200);
  expect(await first.text()).toBe('answer 1');
  expect(await second.text()).toBe('answer 1');
  expect(second.headers.get('cache-control')).toBe('public, max-age=5');
  later(1);
  expect(await (await ask(200)).text()).toBe('answer 2');
});

test('another path, another encoding and a stale feed are answers of their own', async () => {
  const { ask } = shop();
  await ask(200);
  expect(await (await ask(200, '/api/v1/tiles/4/8/5/2026072900/planes')).text()).toBe('answer 2');
  expect(await (await ask(200, '/api/v1/cells', 'identity')).text()).toBe('answer 3');
  const stale = await ask(503, '/api/v1/status');
  expect([stale.status, await stale.text()]).toEqual([503, 'answer 4']);
  expect((await ask(200, '/api/v1/status')).status).toBe(503);
});

test('a refusal concerns only who is refused', async () => {
  const { ask } = shop();
  expect((await ask(429)).status).toBe(429);
  expect((await ask(200)).status).toBe(200);
});
