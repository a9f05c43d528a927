import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '#tests/fuzz/fuzzApi.ts';
import { startProduct } from '#tests/support/startProduct.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';

const bench = watchBench();
const start = () => bench.next();

/** A watchlist that watches a camp. */
async function startCamp() {
  const watched = await start();
  await watched.watchlist.call('PUT', `/areas/${AREA}`, watched.camp);
  return watched;
}

describe('an area that is watched', () => {
  test('knows of a strike that fell before it was watched', async () => {
    const { source, watchlist, product, camp, strikeAt } = await start();
    source.add(strikeAt(23.5, 60_000));
    const report = async () =>
      (await (await fetch(`${product.url}/api/v1/status`)).json()) as { strikesLastHour: number };
    await expect.poll(async () => (await report()).strikesLastHour, { timeout: 20_000 }).toBe(1);
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    const area = await watchlist.until(({ unknown }) => !unknown, 'seen');
    expect(area.level).toBe('warning');
  });

  test('is unknown until its hold was read, then clear, and at stop as soon as a strike within 10 km is told', async () => {
    const { source, watchlist, camp, strikeAt } = await start();
    const put = await watchlist.call('PUT', `/areas/${AREA}`, camp);
    expect(put.status).toBe(201);
    expect(await put.json()).toMatchObject({ id: AREA, unknown: true, level: 'clear', revision: 1 });
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    const strike = strikeAt(23.4);
    source.add(strike);
    const area = await watchlist.until(({ level }) => level === 'stop', 'stop');
    expect(area).toMatchObject({ unknown: false, nearest: { distanceKm: 6.54, timestampMs: strike.atMs } });
    expect(area.allClearNotBefore).toBe(strike.atMs + 31 * 60_000);
    const lines = await watchlist.lines(AREA);
    expect(
      lines.map(({ entry }) => (entry.type === 'change' ? `${entry.change.kind} ${entry.change.to}` : entry.type)),
    ).toEqual(['edited', 'sight clear', 'raise stop']);
  });

  test('that is edited keeps its level until enough was read, and the same body again changes nothing', async () => {
    const { source, watchlist, camp, strikeAt } = await startCamp();
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    expect(await (await watchlist.call('PUT', `/areas/${AREA}`, camp)).json()).toMatchObject({ revision: 1 });
    const edited = await watchlist.call('PUT', `/areas/${AREA}`, { ...camp, ringsKm: [5, 4, 3] });
    expect(edited.status).toBe(200);
    expect(await edited.json()).toMatchObject({ revision: 2, unknown: true, level: 'stop' });
    await watchlist.until(({ unknown, level }) => !unknown && level === 'clear', 'what the new rings say');
  });

  test('keeps its level when its object and the Feed are killed, and raises once for each strike', async () => {
    const { source, watchlist, product, strikeAt } = await startCamp();
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.6));
    await watchlist.until(({ level }) => level === 'watch', 'watch');
    await product.kill('WATCH', watchlist.keys.id[0] ?? '');
    await product.kill('FEED', 'feed');
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    const raises = (await watchlist.lines(AREA)).flatMap(({ entry }) =>
      entry.type === 'change' && entry.change.kind === 'raise' ? [entry.change.to] : [],
    );
    expect(raises).toEqual(['watch', 'stop']);
  });
});

describe('a watchlist', () => {
  test('is open to its own keys alone: the view key looks, the owner key does the rest', async () => {
    const { watchlist, product, camp } = await start();
    const other = await WatchClient.create(product.url);
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    const { viewKey } = watchlist.keys;
    expect((await watchlist.call('GET', '/state', undefined, viewKey)).status).toBe(200);
    const problems = await Promise.all([
      watchlist.call('GET', '/state', undefined, null),
      watchlist.call('GET', '/state', undefined, 'short'),
      watchlist.call('GET', '/state', undefined, other.keys.ownerKey),
      watchlist.call('PUT', `/areas/${AREA}`, camp, viewKey),
      watchlist.call('DELETE', '', undefined, viewKey),
      watchlist.call('GET', `/areas/${AREA.replace('5', '6')}/log`),
    ]);
    expect(problems.map(({ status }) => status)).toEqual([401, 401, 401, 403, 403, 404]);
    for (const problem of problems) {
      expect(problem.headers.get('content-type')).toBe('application/problem+json');
      expect(((await problem.json()) as { detail: string }).detail).toMatch(/key|area|Bearer/i);
    }
  });

  test('looks at no body before the key, in any call of a watchlist or a wall', async () => {
    const { watchlist, product } = await start();
    const { servers, paths } = (await (await fetch(`${product.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
    const keyed = Object.entries(paths).flatMap(([path, methods]) =>
      /^\/(watch|walls)\/\{id\}/.test(path)
        ? Object.entries(methods).flatMap(([method, { requestBody }]) => (requestBody ? [[method, path] as const] : []))
        : [],
    );
    expect(keyed.length).toBeGreaterThan(6);
    const root = new URL(servers?.[0]?.url ?? '', product.url).href.replace(/\/$/, '');
    const statusOf = async ([method, path]: (typeof keyed)[number], body: string, key: string) => {
      const address = root + path.replace('{id}', watchlist.keys.id).replaceAll(/\{\w+\}/g, AREA);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const { status } = await fetch(address, { method: method.toUpperCase(), headers, body });
      return `${method} ${path} ${[401, 403, 404].includes(status) ? 'refused' : status}`;
    };
    for (const key of ['0'.repeat(32), watchlist.keys.viewKey]) {
      for (const body of ['{', '{}', ' '.repeat(100_000)]) {
        expect(await Promise.all(keyed.map((one) => statusOf(one, body, key)))).toEqual(
          keyed.map(([method, path]) => `${method} ${path} refused`),
        );
      }
    }
  });

  test('takes one area until somebody was reached, and says so of the second', async () => {
    const { watchlist, camp } = await start();
    const second = AREA.replace('5', '6');
    expect((await watchlist.call('PUT', `/areas/${AREA}`, camp)).status).toBe(201);
    const refused = await watchlist.call('PUT', `/areas/${second}`, camp);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'too-many' }]);
    expect((await watchlist.call('DELETE', `/areas/${AREA}`)).status).toBe(204);
    expect((await watchlist.call('PUT', `/areas/${second}`, camp)).status).toBe(201);
  });

  test('is gone at once when it is deleted, with its areas and their logs', async () => {
    const { watchlist } = await startCamp();
    expect((await watchlist.call('DELETE', '')).status).toBe(204);
    expect((await watchlist.call('GET', '/state')).status).toBe(404);
  });

  test('keeps what a duty officer notes, and gives the log as CSV', async () => {
    const { watchlist } = await startCamp();
    const noted = await watchlist.call('POST', `/areas/${AREA}/log`, { name: 'Ана', text: 'Прието' });
    expect(noted.status).toBe(201);
    const csv = await watchlist.call('GET', `/areas/${AREA}/log?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toContain('Ана: Прието');
  });

  test('says of each bad field which rule it breaks, and takes nothing', async () => {
    const { watchlist, camp } = await start();
    const refused = [
      [{ ...camp, ringsKm: [10, 16, 30] }, { ringsKm: 'order' }],
      [{ ...camp, shape: { type: 'Point', coordinates: [2, 42] } }, { shape: 'outside-coverage' }],
      [{ ...camp, dwellMin: 0.2 }, { dwellMin: 'range' }],
      [{ kind: 'site' }, { name: 'required', shape: 'required' }],
      [{ ...camp, colour: 'red' }, { colour: 'unknown' }],
    ] as const;
    for (const [body, errors] of refused) {
      const response = await watchlist.call('PUT', `/areas/${AREA}`, body);
      expect([response.status, await response.json()]).toMatchObject([400, { errors }]);
    }
    expect((await watchlist.state()).areas).toEqual([]);
  });
});

const watchlistBody = (more: object = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ language: 'bg', timeZone: 'Europe/Sofia', ...more }),
});

describe('a watchlist’s owner', () => {
  test('changes its language and its zone, each by itself, and nobody else does', async () => {
    const { watchlist } = await startCamp();
    const patched = await watchlist.call('PATCH', '', { language: 'en' });
    expect([patched.status, await patched.json()]).toEqual([200, { language: 'en', timeZone: 'Europe/Sofia' }]);
    expect((await watchlist.call('PATCH', '', { timeZone: 'Europe/Athens' })).status).toBe(200);
    expect(await watchlist.state()).toMatchObject({ language: 'en', timeZone: 'Europe/Athens' });
    const bad = await watchlist.call('PATCH', '', { language: 'xx', timeZone: 'Nowhere', name: 'x' });
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { errors: { language: 'en or ru or bg', timeZone: 'timeZone', name: 'unknown' } },
    ]);
    expect((await watchlist.call('PATCH', '', { language: 'ru' }, watchlist.keys.viewKey)).status).toBe(403);
  });

  test('hands out a duty key, which looks and writes into logs and does nothing else, and takes it back', async () => {
    const { watchlist, camp } = await startCamp();
    // Nothing of the area's own comes in between then.
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    expect((await watchlist.state()).delegatedKeys).toEqual({ duty: false, feed: false });
    const response = await watchlist.call('POST', '/duty-key');
    const { dutyKey } = (await response.json()) as { dutyKey: string };
    expect(response.status).toBe(201);
    expect((await watchlist.state()).delegatedKeys).toEqual({ duty: true, feed: false });
    const log = `/areas/${AREA}/log`;
    const note = { kind: 'acknowledged', name: 'Ана' };
    expect((await watchlist.call('POST', log, note, watchlist.keys.viewKey)).status).toBe(403);
    expect((await watchlist.call('POST', log, note, dutyKey)).status).toBe(201);
    expect(
      (await watchlist.call('POST', log, { kind: 'handed-over', name: 'Ана', text: 'на Иво' }, dutyKey)).status,
    ).toBe(201);
    expect((await watchlist.call('POST', log, { kind: 'shouted', name: 'Ана' }, dutyKey)).status).toBe(400);
    const csv = await (await watchlist.call('GET', `${log}?format=csv`, undefined, dutyKey)).text();
    expect(csv).toMatch(/,acknowledged,.*,Ана\r\n.*,handed-over,.*,Ана: на Иво\r\n/);
    const state = await watchlist.call('GET', '/state', undefined, dutyKey);
    const seen = await state.json();
    expect([state.status, seen]).toMatchObject([200, { right: 'duty' }]);
    expect(seen).not.toHaveProperty('recipients');
    expect(seen).not.toHaveProperty('delegatedKeys');
    const refused = await Promise.all([
      watchlist.call('PUT', `/areas/${AREA}`, camp, dutyKey),
      watchlist.call('DELETE', `/areas/${AREA}`, undefined, dutyKey),
      watchlist.call('PATCH', '', { language: 'en' }, dutyKey),
      watchlist.call('POST', '/duty-key', undefined, dutyKey),
      watchlist.call('POST', '/feed-key', undefined, dutyKey),
      watchlist.call('GET', '/deliveries', undefined, dutyKey),
      watchlist.call('DELETE', '', undefined, dutyKey),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(403));
    const { dutyKey: second } = (await (await watchlist.call('POST', '/duty-key')).json()) as { dutyKey: string };
    expect((await watchlist.call('POST', log, note, dutyKey)).status).toBe(401);
    expect((await watchlist.call('POST', log, note, second)).status).toBe(201);
    expect((await watchlist.call('DELETE', '/duty-key')).status).toBe(204);
    expect((await watchlist.call('POST', log, note, second)).status).toBe(401);
    expect((await watchlist.call('GET', '/state', undefined, second)).status).toBe(401);
    expect((await watchlist.state()).delegatedKeys).toEqual({ duty: false, feed: false });
  });

  test('makes new owner and view keys: the old ones stop at once, the other stays, and nobody else makes any', async () => {
    const { watchlist } = await startCamp();
    const { ownerKey: oldOwner, viewKey: oldView } = watchlist.keys;
    const seen = async (key: string) => (await watchlist.call('GET', '/state', undefined, key)).status;
    for (const path of ['/owner-key', '/view-key']) {
      expect((await watchlist.call('POST', path, undefined, oldView)).status).toBe(403);
    }
    const view = await watchlist.call('POST', '/view-key');
    const { viewKey } = (await view.json()) as { viewKey: string };
    expect([view.status, view.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect([await seen(oldView), await seen(viewKey), await seen(oldOwner)]).toEqual([401, 200, 200]);
    const owner = await watchlist.call('POST', '/owner-key');
    const { ownerKey } = (await owner.json()) as { ownerKey: string };
    expect(owner.status).toBe(201);
    expect([await seen(oldOwner), await seen(ownerKey), await seen(viewKey)]).toEqual([401, 200, 200]);
    expect((await watchlist.call('POST', '/owner-key', undefined, oldOwner)).status).toBe(401);
    expect((await watchlist.call('PATCH', '', { language: 'en' }, ownerKey)).status).toBe(200);
    expect(new Set([oldOwner, oldView, ownerKey, viewKey]).size).toBe(4);
    // One that the caller made, whose answer may be lost: a repeat with it is harmless.
    const own = { key: 'ab'.repeat(16) };
    for (const bearer of [ownerKey, own.key]) {
      const accepted = await watchlist.call('POST', '/owner-key', own, bearer);
      expect([accepted.status, await accepted.json()]).toEqual([201, { ownerKey: own.key }]);
    }
    expect((await watchlist.call('POST', '/owner-key', { key: 'short' }, own.key)).status).toBe(400);
  });
});

test('whoever holds the state is answered 304 until something changes, and then at once', async () => {
  const { watchlist, source, strikeAt } = await startCamp();
  await watchlist.until(({ unknown }) => !unknown, 'seen');
  const request = async (tag: string) => {
    const response = await fetch(`${bench.product.url}/api/v1/watch/${watchlist.keys.id}/state`, {
      headers: { authorization: `Bearer ${watchlist.keys.viewKey}`, 'if-none-match': tag },
    });
    return { status: response.status, tag: response.headers.get('etag') ?? '', body: await response.text() };
  };
  // The tag moves on with the data each 10 s: of three calls in a row at most one falls on such a step.
  const first = await request('"none"');
  const second = await request(first.tag);
  const third = await request(second.tag);
  expect(first.status).toBe(200);
  expect([second, third]).toContainEqual({ status: 304, tag: expect.stringMatching(/^"/), body: '' });
  source.add(strikeAt(23.4));
  await watchlist.until(({ level }) => level === 'stop', 'stop');
  const raised = await request(third.tag);
  expect([raised.status, JSON.parse(raised.body)]).toMatchObject([200, { areas: [{ level: 'stop' }] }]);
});

test('only so many watchlists are made on a day, and whoever comes too late is told when to come again', async () => {
  const product = await startProduct({ vars: { WATCH_DAILY_CAP: '1' } });
  const responses: Response[] = [];
  // Sixteen objects make one each.
  for (let created = 0; created < 17; created += 1)
    responses.push(await fetch(`${product.url}/api/v1/watch`, watchlistBody()));
  await product.close();
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    refused.map(() => [503, '3600']),
  );
});

test('where the site asks for a proof of a person, no watchlist is made without one', async () => {
  const product = await startProduct({ vars: { TURNSTILE_SECRET: 'key' } });
  const create = async (more: object) => {
    const response = await fetch(`${product.url}/api/v1/watch`, watchlistBody(more));
    return [response.status, await response.json()];
  };
  const refused = { code: 'invalid-body', errors: { turnstileToken: 'proofRequired' } };
  for (const more of [{}, { turnstileToken: '' }]) expect(await create(more)).toMatchObject([400, refused]);
  const long = await create({ turnstileToken: 'x'.repeat(2_049) });
  expect(long).toMatchObject([400, { errors: { turnstileToken: 'tooLong' } }]);
  await product.close();
});

test('a log is read in pages, or so many of its newest lines, as JSON and as CSV', async () => {
  const { watchlist } = await startCamp();
  const log = `/areas/${AREA}/log`;
  for (const name of ['Ана', 'Иво', 'Мая']) await watchlist.call('POST', log, { kind: 'acknowledged', name });
  const linesOf = async (query: string) =>
    ((await (await watchlist.call('GET', log + query)).json()) as { lines: { line: number }[] }).lines.map(
      ({ line }) => line,
    );
  const before = await linesOf('');
  expect(before.length).toBeGreaterThanOrEqual(4);
  // The object may write a line of its own between two calls.
  const newest = await linesOf('?newest=2');
  const after = await linesOf('');
  expect(newest[0]).toBeGreaterThanOrEqual(before.at(-2) ?? Number.NaN);
  expect(after.slice(after.indexOf(newest[0] ?? 0)).slice(0, 2)).toEqual(newest);
  expect((await (await watchlist.call('GET', `${log}?format=csv&newest=1`)).text()).trim().split('\r\n')).toHaveLength(
    2,
  );
  const pages: number[][] = [];
  for (let next: string | undefined = `${log}?limit=2`; next !== undefined; ) {
    const response: Response = await watchlist.call('GET', next);
    const page = (await response.json()) as { lines: { line: number }[]; next?: string };
    expect(response.headers.get('link')).toBe(page.next === undefined ? null : `<${page.next}>; rel="next"`);
    pages.push(page.lines.map(({ line }) => line));
    next = page.next?.slice(page.next.indexOf('/areas'));
  }
  expect(pages.every(({ length }, index) => length === 2 || index === pages.length - 1)).toBe(true);
  expect(pages.flat().slice(0, after.length)).toEqual(after);
  const csv = await watchlist.call('GET', `${log}?format=csv&limit=1`);
  expect((await csv.text()).split('\r\n')).toHaveLength(3);
  expect(csv.headers.get('link')).toMatch(/cursor=[\w-]+&format=csv&limit=1>; rel="next"$/);
  const cursor = /cursor=([\w-]+)/.exec(csv.headers.get('link') ?? '')?.[1];
  for (const query of ['cursor=x', 'limit=0', 'limit=501', `cursor=${cursor}&newest=1`]) {
    expect((await watchlist.call('GET', `${log}?${query}`)).status).toBe(400);
  }
  for (const newest of ['0', '501', '1.5', 'all']) {
    const response = await watchlist.call('GET', `${log}?newest=${newest}`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid-parameters']);
  }
});
