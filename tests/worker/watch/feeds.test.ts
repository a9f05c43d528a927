import { describe, expect, test } from 'vitest';
import { capFaults } from '#tests/support/cap/capFaults.ts';
import type { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';

const bench = watchBench(() => ({ WATCH_TEST_TIME: '1' }));
const start = () => bench.next();

async function makeFeed(book: WatchClient): Promise<{ feedKey: string; atomUrl: string }> {
  const made = await book.call('POST', '/feed-key');
  expect(made.status).toBe(201);
  return (await made.json()) as { feedKey: string; atomUrl: string };
}

const linksOf = (feed: string) =>
  [...feed.matchAll(/type="application\/cap\+xml" href="([^"]*)"/g)].map(([, to]) => to);
const textOf = (document: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1];

describe.concurrent('a feed', () => {
  test('tells a reader without a key in its headers of a raise as an Alert, and of the all-clear as an Update of it', async () => {
    const { product, source, book, camp, strikeAt } = await start();
    await book.call('PUT', `/areas/${AREA}`, { ...camp, dwellMin: 0.17 });
    const { feedKey, atomUrl } = await makeFeed(book);
    await book.until(({ unknown }) => !unknown, 'seen');
    const empty = await fetch(atomUrl);
    expect([empty.status, linksOf(await empty.text())]).toEqual([200, []]);
    source.add(strikeAt(23.4));
    await book.until(({ level }) => level === 'stop', 'stop');
    const raised = await fetch(atomUrl);
    expect(raised.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(raised.headers.get('referrer-policy')).toBe('no-referrer');
    expect(raised.headers.get('cache-control')).toBe('private, max-age=15');
    const etag = raised.headers.get('etag') ?? '';
    const [alertUrl = ''] = linksOf(await raised.text());
    expect((await fetch(atomUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const alertAnswer = await fetch(alertUrl);
    expect(alertAnswer.headers.get('content-type')).toBe('application/cap+xml; charset=utf-8');
    const alert = await alertAnswer.text();
    expect(await capFaults(alert)).toEqual([]);
    expect(['status', 'msgType', 'severity', 'circle'].map((name) => textOf(alert, name))).toEqual([
      'Exercise',
      'Alert',
      'Severe',
      `42.7,${camp.shape.coordinates[0]} 10`,
    ]);

    await book.until(({ level }) => level === 'clear', 'clear', 40_000);
    const cleared = await fetch(atomUrl, { headers: { 'if-none-match': etag } });
    const [clearUrl = '', ...others] = linksOf(await cleared.text());
    expect([cleared.status, others]).toEqual([200, [alertUrl]]);
    const clear = await (await fetch(clearUrl)).text();
    expect(await capFaults(clear)).toEqual([]);
    expect([textOf(clear, 'msgType'), textOf(clear, 'responseType')]).toEqual(['Update', 'AllClear']);
    expect(textOf(clear, 'references')).toContain(`,${textOf(alert, 'identifier')},${textOf(alert, 'sent')}`);
    expect(JSON.stringify(product.logs)).not.toContain(feedKey);
  });

  test('is closed to every other key, and to its own as soon as another is made or it is taken back', async () => {
    const { book, camp } = await start();
    await book.call('PUT', `/areas/${AREA}`, camp);
    expect((await book.call('POST', '/feed-key', undefined, book.keys.viewKey)).status).toBe(403);
    const first = await makeFeed(book);
    const statusOf = async (url: string) => (await fetch(url)).status;
    const { ownerKey, viewKey } = book.keys;
    const withKey = (key: string) => first.atomUrl.replace(first.feedKey, key);
    expect(await statusOf(first.atomUrl)).toBe(200);
    expect(await Promise.all([ownerKey, viewKey, '0'.repeat(32)].map((key) => statusOf(withKey(key))))).toEqual([
      404, 404, 404,
    ]);
    expect(await statusOf(withKey('short'))).toBe(400);
    expect((await book.call('GET', '/state', undefined, first.feedKey)).status).toBe(401);
    expect(await statusOf(first.atomUrl.replace('feed.atom', `cap/${AREA}/9.xml`))).toBe(404);
    const second = await makeFeed(book);
    expect([await statusOf(first.atomUrl), await statusOf(second.atomUrl)]).toEqual([404, 200]);
    expect((await book.call('DELETE', '/feed-key')).status).toBe(204);
    expect(await statusOf(second.atomUrl)).toBe(404);
  });
});
