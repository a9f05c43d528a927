import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '#tests/fuzz/fuzzApi.ts';
import { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';

const bench = watchBench();
const start = () => bench.next();

describe('an area that is watched', () => {
  test('knows of a strike that fell before it was watched', async () => {
    const { source, book, product, camp, strikeAt } = await start();
    source.add(strikeAt(23.5, 60_000));
    const told = async () =>
      (await (await fetch(`${product.url}/api/v1/status`)).json()) as { strikesLastHour: number };
    await expect.poll(async () => (await told()).strikesLastHour, { timeout: 20_000 }).toBe(1);
    await book.call('PUT', `/areas/${AREA}`, camp);
    const area = await book.until(({ unknown }) => !unknown, 'seen');
    expect(area.level).toBe('warning');
  });

  test('is unknown until its hold was read, then clear, and at stop as soon as a strike within 10 km is told', async () => {
    const { source, book, camp, strikeAt } = await start();
    const put = await book.call('PUT', `/areas/${AREA}`, camp);
    expect(put.status).toBe(201);
    expect(await put.json()).toMatchObject({ id: AREA, unknown: true, level: 'clear', revision: 1 });
    await book.until(({ unknown }) => !unknown, 'seen');
    const strike = strikeAt(23.4);
    source.add(strike);
    const area = await book.until(({ level }) => level === 'stop', 'stop');
    expect(area).toMatchObject({ unknown: false, nearest: { distanceKm: 6.54, timestampMs: strike.atMs } });
    expect(area.allClearNotBefore).toBe(strike.atMs + 31 * 60_000);
    const lines = await book.lines(AREA);
    expect(
      lines.map(({ entry }) => (entry.type === 'change' ? `${entry.change.kind} ${entry.change.to}` : entry.type)),
    ).toEqual(['edited', 'sight clear', 'raise stop']);
  });

  test('that is edited keeps its level until enough was read, and the same body again changes nothing', async () => {
    const { source, book, camp, strikeAt } = await start();
    await book.call('PUT', `/areas/${AREA}`, camp);
    await book.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.4));
    await book.until(({ level }) => level === 'stop', 'stop');
    expect(await (await book.call('PUT', `/areas/${AREA}`, camp)).json()).toMatchObject({ revision: 1 });
    const edited = await book.call('PUT', `/areas/${AREA}`, { ...camp, ringsKm: [5, 4, 3] });
    expect(edited.status).toBe(200);
    expect(await edited.json()).toMatchObject({ revision: 2, unknown: true, level: 'stop' });
    await book.until(({ unknown, level }) => !unknown && level === 'clear', 'what the new rings say');
  });

  test('keeps its level when its object and the Feed are killed, and raises once for each strike', async () => {
    const { source, book, product, camp, strikeAt } = await start();
    await book.call('PUT', `/areas/${AREA}`, camp);
    await book.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.6));
    await book.until(({ level }) => level === 'watch', 'watch');
    await product.kill('WATCH', book.keys.id[0] ?? '');
    await product.kill('FEED', 'feed');
    source.add(strikeAt(23.4));
    await book.until(({ level }) => level === 'stop', 'stop');
    const raises = (await book.lines(AREA)).flatMap(({ entry }) =>
      entry.type === 'change' && entry.change.kind === 'raise' ? [entry.change.to] : [],
    );
    expect(raises).toEqual(['watch', 'stop']);
  });
});

describe('a watchbook', () => {
  test('is open to its own keys alone: the view key looks, the owner key does the rest', async () => {
    const { book, product, camp } = await start();
    const other = await WatchClient.create(product.url);
    await book.call('PUT', `/areas/${AREA}`, camp);
    const { viewKey } = book.keys;
    expect((await book.call('GET', '/state', undefined, viewKey)).status).toBe(200);
    const problems = await Promise.all([
      book.call('GET', '/state', undefined, null),
      book.call('GET', '/state', undefined, 'short'),
      book.call('GET', '/state', undefined, other.keys.ownerKey),
      book.call('PUT', `/areas/${AREA}`, camp, viewKey),
      book.call('DELETE', '', undefined, viewKey),
      book.call('GET', `/areas/${AREA.replace('5', '6')}/log`),
    ]);
    expect(problems.map(({ status }) => status)).toEqual([401, 401, 401, 403, 403, 404]);
    for (const problem of problems) {
      expect(problem.headers.get('content-type')).toBe('application/problem+json');
      expect(((await problem.json()) as { detail: string }).detail).toMatch(/key|area/i);
    }
  });

  test('looks at no body before the key, in any call of a book or a wall', async () => {
    const { book, product } = await start();
    const { servers, paths } = (await (await fetch(`${product.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
    const keyed = Object.entries(paths).flatMap(([path, methods]) =>
      /^\/(watch|walls)\/\{id\}/.test(path)
        ? Object.entries(methods).flatMap(([method, { requestBody }]) => (requestBody ? [[method, path] as const] : []))
        : [],
    );
    expect(keyed.length).toBeGreaterThan(6);
    const root = new URL(servers?.[0]?.url ?? '', product.url).href.replace(/\/$/, '');
    const statusOf = async ([method, path]: (typeof keyed)[number], body: string, key: string) => {
      const address = root + path.replace('{id}', book.keys.id).replaceAll(/\{\w+\}/g, AREA);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const { status } = await fetch(address, { method: method.toUpperCase(), headers, body });
      return `${method} ${path} ${[401, 403, 404].includes(status) ? 'refused' : status}`;
    };
    for (const key of ['0'.repeat(32), book.keys.viewKey]) {
      for (const body of ['{', '{}', ' '.repeat(100_000)]) {
        expect(await Promise.all(keyed.map((one) => statusOf(one, body, key)))).toEqual(
          keyed.map(([method, path]) => `${method} ${path} refused`),
        );
      }
    }
  });

  test('takes one area until somebody was reached, and says so of the second', async () => {
    const { book, camp } = await start();
    const second = AREA.replace('5', '6');
    expect((await book.call('PUT', `/areas/${AREA}`, camp)).status).toBe(201);
    const refused = await book.call('PUT', `/areas/${second}`, camp);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'too-many' }]);
    expect((await book.call('DELETE', `/areas/${AREA}`)).status).toBe(204);
    expect((await book.call('PUT', `/areas/${second}`, camp)).status).toBe(201);
  });

  test('is gone at once when it is deleted, with its areas and their logs', async () => {
    const { book, camp } = await start();
    await book.call('PUT', `/areas/${AREA}`, camp);
    expect((await book.call('DELETE', '')).status).toBe(204);
    expect((await book.call('GET', '/state')).status).toBe(404);
  });

  test('keeps what a duty officer notes, and gives the log as CSV', async () => {
    const { book, camp } = await start();
    await book.call('PUT', `/areas/${AREA}`, camp);
    const noted = await book.call('POST', `/areas/${AREA}/log`, { name: 'Ана', text: 'Прието' });
    expect(noted.status).toBe(201);
    const csv = await book.call('GET', `/areas/${AREA}/log?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await csv.text()).toContain('Ана: Прието');
  });

  test('says of each bad field which rule it breaks, and takes nothing', async () => {
    const { book, camp } = await start();
    const refused = [
      [{ ...camp, ringsKm: [10, 16, 30] }, { ringsKm: 'order' }],
      [{ ...camp, shape: { type: 'Point', coordinates: [2, 42] } }, { shape: 'outside-coverage' }],
      [{ ...camp, dwellMin: 0.2 }, { dwellMin: 'range' }],
      [{ kind: 'site' }, { name: 'required', shape: 'required' }],
      [{ ...camp, colour: 'red' }, { colour: 'unknown' }],
    ] as const;
    for (const [body, errors] of refused) {
      const answer = await book.call('PUT', `/areas/${AREA}`, body);
      expect([answer.status, await answer.json()]).toMatchObject([400, { errors }]);
    }
    expect((await book.state()).areas).toEqual([]);
  });
});
