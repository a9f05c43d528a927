import { expect, test } from 'vitest';
import { MAX_ERROR_MESSAGE, MAX_ERROR_STACK } from '#shared/http/clientError.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';

const product = fileProduct();

const GOOD = {
  page: 'map',
  build: 'index-Ab1.js',
  kind: 'uncaught',
  message: 'м'.repeat(MAX_ERROR_MESSAGE),
  stack: '\n'.repeat(MAX_ERROR_STACK),
};
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0';

async function tell(body: string | object, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const answer = await fetch(`${product.url}/api/v1/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  return answer.status;
}

const logged = () => product.logs.filter(({ event }) => event === 'client.error');

test('a fault that a page of ours tells is one line of the log, without address or version of the browser', async () => {
  expect(await tell(GOOD, { 'sec-fetch-site': 'same-origin', 'cf-connecting-ip': '203.0.113.1' })).toBe(204);
  await expect
    .poll(logged)
    .toEqual([{ level: 'warn', event: 'client.error', ...GOOD, browser: 'Firefox', worker: 'local' }]);
});

test('what is not of a page of ours, malformed or too large is refused, and not logged', async () => {
  const before = logged().length;
  const from = (network: number) => ({ 'cf-connecting-ip': `203.0.113.${network}` });
  expect(await tell(GOOD, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  const { stack: _, ...stackless } = GOOD;
  const hostile: (string | object)[] = ['', '{', 'null', '[]', '"x"', '['.repeat(8_000), stackless];
  hostile.push({ ...GOOD, url: 'x' }, { ...GOOD, page: '/map?ll=1,2' }, { ...GOOD, message: 7 });
  hostile.push({ ...GOOD, message: `${GOOD.message}x` });
  for (const [at, body] of hostile.entries()) expect([body, await tell(body, from(10 + at))]).toEqual([body, 400]);
  expect(await tell({ ...GOOD, stack: 'x'.repeat(9_000) }, from(40))).toBe(413);
  expect(await tell(GOOD, { ...from(41), 'content-type': 'text/plain' })).toBe(415);
  expect(logged().length).toBe(before);
});

test('of one network ten a minute are taken', async () => {
  const statuses = [];
  for (let sent = 0; sent < 12; sent += 1) statuses.push(await tell(GOOD, { 'cf-connecting-ip': '203.0.113.99' }));
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429]);
});
