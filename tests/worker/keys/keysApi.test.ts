import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PLANS } from '#shared/plans.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { printedByKeys } from '#tests/support/printedByKeys.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { keyTextOf } from '#worker/http/keys/apiKeys.ts';
import type { KeyMeterCalls } from '#worker/http/keys/unitMeter.ts';

const product = fileProduct();

const keys = (...args: string[]) => printedByKeys(product, ...args);

const PLAN = PLANS.professional.api;
const createdKey = async (holder: string) =>
  (await keys('make', holder, '--plan', 'professional')).split('\n')[0] ?? '';

/** The same by a program of its own, as an operator runs it. */
async function byProgram(...args: string[]): Promise<string> {
  const command = [join(projectRoot, 'worker/dev/local/keys.ts'), ...args];
  const env = { ...process.env, STATE_DIR: product.stateDir };
  return (await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env })).stdout;
}

const get = (path: string, key?: string) =>
  fetch(`${product.url}/api/v1${path}`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });

const MALFORMED =
  'Malformed API key: expected blk_, 8 hex digits, _ and 40 hex digits, the last 8 of which are a checksum.';

describe('npm run admin -- keys', () => {
  test('a key is made, listed by its id, used within its plan, replaced and revoked', async () => {
    const [key = ''] = (await byProgram('make', 'Fire service', '--plan', 'professional', '--scopes', 'read')).split(
      '\n',
    );
    expect(key).toMatch(/^blk_[0-9a-f]{8}_[0-9a-f]{40}$/);
    const listed = await keys();
    expect(listed).toContain(`${key.slice(0, 12)}…  Fire service  professional  read  good  not used in 30 days`);
    expect(listed).not.toContain(key);

    const response = await get('/verification', key);
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-policy')).toBe(`"units";q=${PLAN.unitsAMinute};w=60`);
    expect(response.headers.get('ratelimit')).toMatch(/^"units";r=1199;t=\d+$/);
    expect(response.headers.get('cache-control')).toMatch(/^private/);

    const refused = await get('/live?bbox=13,34,31,48', key);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="live"');
    expect(await refused.json()).toMatchObject({ code: 'missing-scope', detail: 'This API key lacks the scope live.' });

    const newer = (await keys('rotate', key.slice(4, 12), '--grace-hours', '0')).split('\n')[0] ?? '';
    expect((await get('/verification', newer)).status).toBe(200);
    expect(await keys('revoke', newer)).toContain('is revoked');
    // One command is a program of its own, which starts another.
  }, 180_000);

  test.each([
    [keyTextOf('00000000', '0'.repeat(32)), 'Unknown API key.'],
    ['hunter2', MALFORMED],
    [`blk_00000000_${'0'.repeat(40)}`, MALFORMED],
  ])('a wrong key is refused with a reason and never taken for none: %s', async (key, detail) => {
    const response = await get('/verification', key);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(await response.json()).toMatchObject({ code: 'invalid-key', detail });
  });

  test('a good key is never refused for what others behind its address try', async () => {
    const key = await createdKey('Behind a NAT');
    const from = (sent: string) =>
      fetch(`${product.url}/api/v1/verification`, {
        headers: { authorization: `Bearer ${sent}`, 'cf-connecting-ip': '198.51.100.77' },
      });
    const statuses: number[] = [];
    for (let guess = 0; guess < 14; guess += 1) {
      const id = guess.toString(16).padStart(8, '0');
      statuses.push((await from(keyTextOf(id, id.repeat(4)))).status);
    }
    // Whoever guesses is told to wait.
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await from(key)).status).toBe(200);
  });

  test('a key in an address is taken by the stream alone, and elsewhere the answer says how to send it', async () => {
    const key = await createdKey('Reader');
    const stream = await get(`/live?bbox=13,34,31,48&key=${key}`);
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    const response = await get(`/verification?key=${key}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: 'key is accepted in the URL only on /live; elsewhere send the header Authorization: Bearer.',
    });
  });

  test('a browser of another origin may send a key', async () => {
    const preflight = await fetch(`${product.url}/api/v1/strikes`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.org',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the limits of a plan', () => {
  test('16 parallel clients of one key are answered no faster than its plan says', async () => {
    const key = await createdKey('Busy');
    const { callsASecond } = PLAN;
    const beganMs = Date.now();
    let answered = 0;
    const client = async () => {
      for (let call = 0; call < 6; call += 1) {
        if ((await get('/verification', key)).status === 200) answered += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    // A burst of two seconds goes on at once.
    expect(answered).toBeGreaterThanOrEqual(2 * callsASecond);
    expect(Date.now() - beganMs).toBeGreaterThanOrEqual(((answered - 1) / callsASecond - 2) * 1_000 * 0.98);
  });

  test('a key whose minute is used up is told when to come again, and nobody else is refused', async () => {
    const key = await createdKey('Spent');
    const { unitsAMinute } = PLAN;
    const namespace = await product.runtime.miniflare.getDurableObjectNamespace('KEY_METER');
    const meter = namespace.getByName(key.slice(4, 12)) as unknown as KeyMeterCalls;
    const draw = { lease: 'another isolate', spent: unitsAMinute, need: 0, want: 0 };
    await meter.draw(draw, { calls: unitsAMinute, refused: 0 }, unitsAMinute);
    const response = await get('/verification', key);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(response.headers.get('ratelimit')).toMatch(/^"units";r=0;t=\d+$/);
    expect(await response.json()).toMatchObject({
      code: 'rate-limited',
      detail: `Quota exceeded: this key's plan allows ${unitsAMinute} units per minute.`,
    });
    expect((await get('/verification')).status).toBe(200);
  });

  test('a key opens as many streams as its plan has; one that ends makes room', async () => {
    const key = await createdKey('Streams');
    const { streams: limit } = PLAN;
    const open = () => get('/live?bbox=13,34,31,48', key);
    const streams = await Promise.all(Array.from({ length: limit }, open));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      detail: `Stream limit reached: this key's plan allows ${limit} concurrent streams.`,
    });
    await streams[0]?.body?.cancel();
    await expect
      .poll(
        async () => {
          const again = await open();
          if (again.status === 200) streams.push(again);
          else await again.body?.cancel();
          return again.status;
        },
        { timeout: 10_000, interval: 500 },
      )
      .toBe(200);
    for (const stream of streams.slice(1)) await stream.body?.cancel();
  });
});
