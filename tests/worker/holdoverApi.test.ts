import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { HoldoverBody } from '#shared/fires/bodies.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { fileProduct } from '#tests/support/fileProduct.ts';
import { historyProduct } from '#tests/support/historyProduct.ts';
import { indexCell } from '#worker/archive/windowQuery.ts';

const NOW_MS = Math.floor(Date.now() / 1000) * 1000;
const strike = (id: string, hours: number, latitude: number) => ({
  ...{ id, latitude, longitude: 24.001, atMs: NOW_MS - hours * HOUR_MS },
});
const STRIKES = [strike('new', 2, 42.001), strike('old', 20, 42.101)];
const OLDER = strike('older', 100, 42.201);

const product = fileProduct(() => historyProduct(STRIKES));

const BOX = '?bbox=23.5,41.5,24.5,42.5';
const ask = (query: string) => fetch(`${product.url}/api/v1/holdover${query}`);
const listOf = async (answer: Response) => v.parse(HoldoverBody, await answer.json());

describe('the holdover list', () => {
  test('has the flashes of three days, what is most expected first, and says what was not read', async () => {
    const answer = await ask(BOX);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    const list = await listOf(answer);
    expect(list.cells.map(({ flashes }) => flashes)).toEqual([1, 1]);
    expect(list.cells[0]?.newest).toBe(new Date(NOW_MS - 2 * HOUR_MS).toISOString().replace('.000', ''));
    expect(list.unseenStarts.low).toBeLessThan(list.unseenStarts.expected);
    expect(list).toMatchObject({ days: 3, flashes: 2, found: 2, searched: { cut: false } });
    // The product began to read a moment ago.
    expect(list.atLeast).toBe(true);
    expect(list.unread).toHaveLength(1);
    const db = await product.runtime.miniflare.getD1Database('DB');
    const { id, latitude, longitude, atMs } = OLDER;
    await db
      .prepare('INSERT INTO strike (id, ordinal, cell, at_ms, latitude, longitude) VALUES (?, -1, ?, ?, ?, ?)')
      .bind(id, indexCell(longitude, latitude), atMs, latitude, longitude)
      .run();
    expect((await listOf(await ask(`${BOX}&days=4`))).flashes).toBe(2);
    const district = await listOf(await ask('?region=BG.pazardzhik'));
    expect(district.cells.map(({ latitude }) => latitude.toFixed(0))).toEqual(['42', '42']);
    expect((await listOf(await ask('?region=MK'))).flashes).toBe(0);
    expect((await listOf(await ask(`${BOX}&days=14`))).flashes).toBe(3);
  });

  test('is a file in each format, with what was not read in its headers', async () => {
    for (const [format, type] of [
      ['geojson', 'application/geo+json'],
      ['csv', 'text/csv; charset=utf-8; header=present'],
    ]) {
      const answer = await ask(`${BOX}&format=${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      expect(answer.headers.get('unread')).toMatch(/^\d{4}-/);
      expect(await answer.text()).toContain('42.');
    }
  });

  test.each([
    ['', { bbox: 'or-region' }],
    ['?bbox=13,34,31,48', { bbox: 'across' }],
    [`${BOX}&region=BG`, { region: 'conflict' }],
    ['?region=BG.nowhere', { region: 'not-known' }],
    [`${BOX}&days=15`, { days: 'range' }],
    [`${BOX}&format=pdf`, { format: 'format' }],
  ])('refuses %s by parameter and rule', async (query, errors) => {
    const answer = await ask(query);
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors }]);
  });
});
