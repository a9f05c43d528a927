import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Problem } from '#shared/wire/Problem.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';

const LONG = 'x'.repeat(10_000);
const INJECTION = encodeURIComponent("1'; DROP TABLE strike;--");
const BOX = 'bbox=13,34,31,48';
const SPAN = 'from=2026-07-01T00:00:00Z&to=2026-07-02T00:00:00Z';
const TODAY = new Date().toISOString().slice(0, 13).replace(/[-T]/g, '');

const product = fileProduct();

type Case = readonly [address: string, errors: Record<string, string>];

/** Each case behind a title of bearable length. */
function titled(...cases: readonly Case[]): [string, string, Record<string, string>][] {
  return cases.map(([address, errors]) => [address.slice(0, 90), address, errors]);
}

async function refused(path: string, headers: Record<string, string> = {}): Promise<Problem> {
  const response = await fetch(`${product.url}/api/v1${path}`, { headers });
  const text = await response.text();
  expect(response.status, text.slice(0, 300)).toBe(400);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(text.length).toBeLessThan(2_000);
  const problem = JSON.parse(text) as Problem;
  expect(v.is(Problem, problem)).toBe(true);
  expect(problem).toMatchObject({ type: 'about:blank', status: 400, code: 'invalid-parameters' });
  return problem;
}

describe('[AP1][AP3] a bad parameter of /strikes is a 400 that names it', () => {
  test.each(
    titled(
      ['', { bbox: 'missing', from: 'missing', to: 'missing' }],
      [`?${SPAN}`, { bbox: 'missing' }],
      [`?near=42.7,23.3&${SPAN}`, { radiusKm: 'missing' }],
      [`?near=42.7,23.3&radiusKm=6&${BOX}&${SPAN}`, { near: 'conflict' }],
      [`?${BOX}&radiusKm=6&${SPAN}`, { radiusKm: 'conflict' }],
      [`?near=42.7&radiusKm=6&${SPAN}`, { near: 'format' }],
      [`?near=42.7,190&radiusKm=6&${SPAN}`, { near: 'range' }],
      [`?near=42.7,23.3&radiusKm=six&${SPAN}`, { radiusKm: 'format' }],
      [`?near=42.7,23.3&radiusKm=0&${SPAN}`, { radiusKm: 'range' }],
      [`?near=42.7,23.3&radiusKm=100.1&${SPAN}`, { radiusKm: 'range' }],
      [`?${BOX}&to=2026-07-02T00:00:00Z`, { from: 'missing' }],
      [`?bbox=&${SPAN}`, { bbox: 'format' }],
      [`?bbox=NaN,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=Infinity,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=1e999,34,31,48&${SPAN}`, { bbox: 'format' }],
      [`?bbox=31,34,13,48&${SPAN}`, { bbox: 'reversed' }],
      [`?bbox=13,48,31,34&${SPAN}`, { bbox: 'reversed' }],
      [`?bbox=13,34,31,98&${SPAN}`, { bbox: 'range' }],
      [`?bbox=-200,34,31,48&${SPAN}`, { bbox: 'range' }],
      [`?bbox=${INJECTION}&${SPAN}`, { bbox: 'format' }],
      [`?bbox=${LONG}&${SPAN}`, { bbox: 'too-long' }],
      [`?${BOX}&${BOX}&${SPAN}`, { bbox: 'repeated' }],
      [`?${BOX}&from=2026-07-02T00:00:00Z&to=2026-07-01T00:00:00Z`, { to: 'reversed' }],
      [`?${BOX}&from=2026-07-01T00:00:00Z&to=2026-07-01T00:00:00Z`, { to: 'reversed' }],
      [`?${BOX}&from=2025-01-01T00:00:00Z&to=2026-02-05T00:00:00Z`, { from: 'too-wide' }],
      [`?${BOX}&from=yesterday&to=NaN`, { from: 'format', to: 'format' }],
      [`?${BOX}&from=2026-07-01&to=2026-07-02`, { from: 'format', to: 'format' }],
      [`?${BOX}&from=2026-02-30T00:00:00Z&to=2026-03-02T00:00:00Z`, { from: 'format' }],
      [`?${BOX}&from=${INJECTION}&to=${LONG}`, { from: 'format', to: 'too-long' }],
      [`?${BOX}&${SPAN}&from=2026-07-01T00:00:00Z`, { from: 'repeated' }],
      [`?${BOX}&${SPAN}&limit=0`, { limit: 'range' }],
      [`?${BOX}&${SPAN}&limit=10001`, { limit: 'range' }],
      [`?${BOX}&${SPAN}&limit=NaN`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=-1`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=1e3`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=${'9'.repeat(400)}`, { limit: 'format' }],
      [`?${BOX}&${SPAN}&limit=5&limit=6`, { limit: 'repeated' }],
      [`?${BOX}&${SPAN}&cursor=`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&cursor=${INJECTION}`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&cursor=${LONG}`, { cursor: 'format' }],
      [`?${BOX}&${SPAN}&format=xml`, { format: 'format' }],
      [`?${BOX}&${SPAN}&format=csv&format=kml`, { format: 'repeated' }],
      [`?${BOX}&${SPAN}&page=2`, { page: 'unknown' }],
      [`?${BOX}&${SPAN}&constructor=2`, { constructor: 'unknown' }],
    ),
  )('%s', async (_, query, errors) => {
    expect((await refused(`/strikes${query}`)).errors).toEqual(errors);
  });
});

describe('[AP1][AP3] a bad parameter of /live is a 400 that names it', () => {
  test.each(
    titled(
      ['', { bbox: 'missing' }],
      [`?${BOX}&cells=4/9/5`, { cells: 'conflict' }],
      ['?cells=', { cells: 'format' }],
      ['?cells=4/9/5,', { cells: 'format' }],
      ['?cells=5/9/5', { cells: 'range' }],
      ['?cells=4/16/5', { cells: 'format' }],
      [
        `?cells=${Array.from({ length: 25 }, (_, n) => `4/${n % 16}/${n < 16 ? 5 : 6}`).join(',')}`,
        { cells: 'too-many' },
      ],
      [`?cells=${LONG}`, { cells: 'too-long' }],
      ['?cells=4/9/5&cells=4/9/6', { cells: 'repeated' }],
      [`?${BOX}&since=-1`, { since: 'format' }],
      [`?${BOX}&since=NaN`, { since: 'format' }],
      [`?${BOX}&since=9999999999999999`, { since: 'range' }],
      [`?${BOX}&since=1&since=2`, { since: 'repeated' }],
      [`?${BOX}&sinse=1`, { sinse: 'unknown' }],
      [`?bbox=${INJECTION}`, { bbox: 'format' }],
    ),
  )('%s', async (_, query, errors) => {
    expect((await refused(`/live${query}`)).errors).toEqual(errors);
  });

  test('and so is a Last-Event-ID that is no seq', async () => {
    const problem = await refused(`/live?${BOX}`, { 'last-event-id': 'abc' });
    expect(problem.errors).toEqual({ 'Last-Event-ID': 'format' });
  });
});

describe('[AP1][AP3] a bad parameter of the other calls is a 400 that names it', () => {
  test.each(
    titled(
      ['/strikes/by-ordinal/0', { ordinal: 'range' }],
      ['/strikes/by-ordinal/NaN', { ordinal: 'format' }],
      ['/strikes/by-ordinal/--1', { ordinal: 'format' }],
      ['/strikes/by-ordinal/1.5', { ordinal: 'format' }],
      ['/strikes/by-ordinal/9999999999999999', { ordinal: 'range' }],
      [`/strikes/by-ordinal/${INJECTION}`, { ordinal: 'format' }],
      ['/strikes/by-ordinal/1?x=1', { x: 'unknown' }],
      [`/strikes/${LONG}`, { id: 'too-long' }],
      ['/strikes/a?x=1', { x: 'unknown' }],
      [`/tiles/3/1/1/${TODAY}/planes`, { z: 'range' }],
      [`/tiles/9/1/1/${TODAY}/planes`, { z: 'range' }],
      [`/tiles/4/16/5/${TODAY}/planes`, { x: 'range' }],
      [`/tiles/4/9/16/${TODAY}/planes`, { y: 'range' }],
      [`/tiles/4/NaN/5/${TODAY}/planes`, { x: 'format' }],
      [`/tiles/4/9/5/${INJECTION}/planes`, { hour: 'format' }],
      ['/tiles/4/9/5/2026023012/planes', { hour: 'format' }],
      ['/tiles/4/9/5/2999010100/planes', { hour: 'range' }],
      ['/tiles/4/9/5/20260701/planes', { hour: 'format' }],
      [`/days/${INJECTION}/hours`, { day: 'format' }],
      ['/days/2026-07-01/__proto__', { grid: 'format' }],
      [`/tiles/4/9/5/${TODAY}/planes?cachebuster=1`, { cachebuster: 'unknown' }],
      ['/status?x=1', { x: 'unknown' }],
    ),
  )('%s', async (_, path, errors) => {
    expect((await refused(path)).errors).toEqual(errors);
  });
});

describe('[AP3] what is not there', () => {
  const statusOf = async (method: string, path: string) => {
    const response = await fetch(`${product.url}${path}`, { method });
    const problem = v.parse(Problem, await response.json());
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    return [response.status, problem.code, response.headers.get('allow')];
  };

  test.each(['/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v2/strikes', '/api/v1/strikes/a/b'])(
    'is a 404 problem: %s',
    async (path) => {
      expect(await statusOf('GET', path)).toEqual([404, 'not-found', null]);
    },
  );

  test.each([
    'live',
    'strikes',
    'strikes/a',
    'strikes/by-ordinal/1',
    `tiles/4/9/5/${TODAY}/planes`,
    'status',
    'openapi.json',
  ])('is a 405 problem that names the methods there are, where only the method is wrong: %s', async (path) => {
    for (const method of ['POST', 'DELETE']) {
      expect(await statusOf(method, `/api/v1/${path}`)).toEqual([405, 'method-not-allowed', 'GET, HEAD']);
    }
  });
});

test('logs no error for any of them: bad input is not our failure', () => {
  expect(product.logs.filter(({ level, event }) => level === 'error' && event === 'request.failed')).toEqual([]);
});
