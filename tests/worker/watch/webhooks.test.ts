import { afterAll, describe, expect, test, vi } from 'vitest';
import type { RecipientView } from '#shared/watch/bodies.ts';
import { capErrors } from '#tests/support/cap/capErrors.ts';
import type { WatchClient } from '#tests/support/watch/WatchClient.ts';
import { AREA, watchBench } from '#tests/support/watch/watchBench.ts';
import { type HookArrival, type HookReceiver, startHookReceiver } from '#worker/dev/fakes/hookReceiver.ts';

const HOOK = '0b6f7a52-6a57-4f4e-9a8f-0a9c2f0d7a12';

const bench = watchBench(() => ({ WATCH_INSECURE_HOOKS: '1', WATCH_TEST_TIME: '1' }));

const receivers: HookReceiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

async function start() {
  const hooks = await startHookReceiver();
  receivers.push(hooks);
  return { ...(await bench.next()), hooks };
}

/** A webhook that has answered its challenge; its signatures are checked from the first message after it. */
async function provenHook(watchlist: WatchClient, hooks: HookReceiver, more: object = {}): Promise<void> {
  const put = await watchlist.call('PUT', `/recipients/${HOOK}`, {
    channel: 'webhook',
    url: hooks.urlOf('camp'),
    threshold: 'watch',
    ...more,
  });
  expect(put.status).toBe(201);
  const { secret = '' } = (await put.json()) as RecipientView;
  hooks.setSecret('camp', secret);
  await vi.waitFor(async () => expect(await stateOf(watchlist)).toBe('proven'), { timeout: 10_000 });
}

const stateOf = async (watchlist: WatchClient) => (await watchlist.state()).recipients?.[0]?.state;
const typesOf = (arrivals: readonly HookArrival[]) =>
  arrivals.filter(({ accepted }) => accepted).map(({ message }) => message.type);

describe.concurrent('a webhook', () => {
  test('answers a signed challenge first, then gets raise, rise and the all-clear that ends its mute, each signed and once', async ({
    expect,
  }) => {
    const { source, watchlist, hooks, strikeAt, camp } = await start();
    await watchlist.call('PUT', `/areas/${AREA}`, { ...camp, dwellMin: 0.2 });
    await provenHook(watchlist, hooks);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    const far = strikeAt(23.6);
    source.add(far);
    await expect.poll(() => typesOf(hooks.arrivals), { timeout: 10_000 }).toEqual(['watch.challenge', 'watch.raised']);
    const near = strikeAt(23.4);
    source.add(near);
    await expect.poll(() => typesOf(hooks.arrivals).length, { timeout: 10_000 }).toBe(3);
    const mute = { forMin: 720, untilClearOf: AREA };
    const muted = await watchlist.call('POST', `/recipients/${HOOK}/mute`, mute);
    expect([muted.status, await muted.json()]).toMatchObject([200, { mutedUntilClearOf: AREA }]);
    await expect.poll(() => typesOf(hooks.arrivals).length, { timeout: 40_000 }).toBe(4);
    expect((await watchlist.state()).recipients?.[0]).not.toHaveProperty('mutedUntil');
    const again = await watchlist.call('POST', `/recipients/${HOOK}/mute`, mute);
    expect([again.status, await again.json()]).toMatchObject([400, { errors: { untilClearOf: 'clear' } }]);
    const [, raise, rise, clear] = hooks.arrivals;
    expect(raise?.message).toMatchObject({
      type: 'watch.raised',
      data: {
        watchlistId: watchlist.keys.id,
        areaId: AREA,
        level: 'watch',
        previousLevel: 'clear',
        unknown: false,
        simulated: true,
        strike: { id: far.id, latitude: 42.7, longitude: far.longitude, timestamp: new Date(far.atMs).toISOString() },
      },
    });
    expect(rise?.message.data).toMatchObject({ level: 'stop', previousLevel: 'watch', strike: { distanceKm: 6.54 } });
    expect(clear?.message).toMatchObject({ type: 'watch.all-clear', data: { level: 'clear', previousLevel: 'stop' } });
    expect(clear?.atMs).toBeGreaterThanOrEqual(near.atMs + 14_000);
    expect(hooks.arrivals.slice(1).map(({ verified }) => verified)).toEqual([true, true, true]);
    expect(new Set(hooks.arrivals.map(({ id }) => id)).size).toBe(4);
  });

  test('that does not echo its challenge gets nothing else, and as soon as it does hears of what holds', async ({
    expect,
  }) => {
    const { source, watchlist, hooks, camp, strikeAt } = await start();
    hooks.setEchoes(false);
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    await watchlist.call('PUT', `/recipients/${HOOK}`, {
      channel: 'webhook',
      url: hooks.urlOf('camp'),
      threshold: 'stop',
    });
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    await expect.poll(() => hooks.arrivals.length, { timeout: 10_000 }).toBe(1);
    const states = async () => (await watchlist.deliveries()).map(({ state }) => state);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['dead']);
    expect(typesOf(hooks.arrivals)).toEqual(['watch.challenge']);
    hooks.setEchoes(true);
    expect((await watchlist.call('POST', `/recipients/${HOOK}/test`)).status).toBe(202);
    await expect.poll(() => typesOf(hooks.arrivals).at(-1), { timeout: 20_000 }).toBe('watch.raised');
    expect(await stateOf(watchlist)).toBe('proven');
  });

  test('[TL8] whose far side fails gets the newest state as soon as it can, and says of the fall what never arrived', async ({
    expect,
  }) => {
    const { source, watchlist, hooks, strikeAt, camp } = await start();
    await watchlist.call('PUT', `/areas/${AREA}`, { ...camp, dwellMin: 0.2 });
    await provenHook(watchlist, hooks);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    hooks.setFault('camp', '500');
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    await watchlist.until(({ level }) => level === 'clear', 'clear', 40_000);
    hooks.setFault('camp', 'none');
    await expect.poll(() => typesOf(hooks.arrivals).length, { timeout: 20_000 }).toBe(2);
    expect(hooks.arrivals.at(-1)?.message).toMatchObject({
      type: 'watch.all-clear',
      data: { missed: { level: 'stop' } },
    });
  });

  test('that is gone is dead: nothing more is sent there, and the log says so', async ({ expect }) => {
    const { source, watchlist, hooks, camp, strikeAt } = await start();
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    await provenHook(watchlist, hooks, { name: 'Управа' });
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    hooks.setFault('camp', '410');
    source.add(strikeAt(23.4));
    await expect.poll(() => stateOf(watchlist), { timeout: 10_000 }).toBe('dead');
    expect((await watchlist.state()).recipientSummary).toEqual({ working: 0, total: 1 });
    const lines = await watchlist.lines(AREA);
    expect(lines.at(-1)?.entry).toMatchObject({ type: 'recipient', name: 'Управа', event: 'dead' });
  });

  test('that was reached lets its watchlist have ten areas, and it may have three of its kind', async ({ expect }) => {
    const { watchlist, hooks, camp } = await start();
    await provenHook(watchlist, hooks);
    const id = (index: number) => AREA.replace(/11$/, String(index + 10));
    const areas = await Promise.all(
      Array.from({ length: 11 }, (_, index) => watchlist.call('PUT', `/areas/${id(index)}`, camp)),
    );
    expect(areas.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409]);
    const more = ['13', '14', '15'].map((end) => HOOK.replace(/12$/, end));
    const put = await Promise.all(
      more.map((other) =>
        watchlist.call('PUT', `/recipients/${other}`, { channel: 'webhook', url: hooks.urlOf(other) }),
      ),
    );
    expect(put.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  });

  test('[TL9] that comes after others, and is alone, is told at once; minutes and mutes that cannot be are refused by name', async ({
    expect,
  }) => {
    const { source, watchlist, hooks, camp, strikeAt } = await start();
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    await provenHook(watchlist, hooks, { escalateAfterMin: 5 });
    expect((await watchlist.state()).recipients?.[0]).toMatchObject({ escalateAfterMin: 5 });
    for (const [escalateAfterMin, rule] of [
      [0, 'range'],
      [31, 'range'],
      [1.5, 'wholeExpected'],
      ['5', 'numberExpected'],
    ]) {
      const put = await watchlist.call('PUT', `/recipients/${HOOK}`, { channel: 'webhook', escalateAfterMin });
      expect([put.status, await put.json()]).toMatchObject([400, { errors: { escalateAfterMin: rule } }]);
    }
    for (const [mute, errors] of [
      [{ forMin: 0, untilClearOf: AREA }, { untilClearOf: 'notWhileUnmuting' }],
      [{ forMin: 721, untilClearOf: AREA }, { forMin: 'range' }],
      [{ untilClearOf: AREA }, { forMin: 'required' }],
      [{ forMin: 60, untilClearOf: 'camp' }, { untilClearOf: 'format' }],
    ]) {
      const response = await watchlist.call('POST', `/recipients/${HOOK}/mute`, mute);
      expect([response.status, await response.json()]).toMatchObject([400, { errors }]);
    }
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    source.add(strikeAt(23.4));
    await expect.poll(() => typesOf(hooks.arrivals).at(-1), { timeout: 10_000 }).toBe('watch.raised');
    const cached = await watchlist.call('PUT', `/recipients/${HOOK}`, { channel: 'webhook', escalateAfterMin: null });
    expect(await cached.json()).not.toHaveProperty('escalateAfterMin');
  });

  test('to a place that is not public is refused, and the rule is named', async ({ expect }) => {
    const { watchlist } = await start();
    const refused = [
      ['https://10.0.0.1/hook', 'host'],
      ['https://user:word@hooks.example.com/', 'userinfo'],
      ['https://hooks.example.com:8443/', 'port'],
      ['nonsense', 'url'],
    ] as const;
    for (const [url, rule] of refused) {
      const response = await watchlist.call('PUT', `/recipients/${HOOK}`, { channel: 'webhook', url });
      expect([url, response.status, await response.json()]).toMatchObject([url, 400, { errors: { url: rule } }]);
    }
    expect((await watchlist.state()).recipients).toEqual([]);
  });
});

async function makeFeed(watchlist: WatchClient): Promise<{ feedKey: string; atomUrl: string }> {
  const response = await watchlist.call('POST', '/feed-key');
  expect(response.status).toBe(201);
  return (await response.json()) as { feedKey: string; atomUrl: string };
}

const linksOf = (feed: string) =>
  [...feed.matchAll(/type="application\/cap\+xml" href="([^"]*)"/g)].map(([, to]) => to);
const textOf = (document: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1];

describe.concurrent('a feed', () => {
  test('tells a reader without a key in its headers of a raise as an Alert, and of the all-clear as an Update of it', async () => {
    const { product, source, watchlist, camp, strikeAt } = await bench.next();
    await watchlist.call('PUT', `/areas/${AREA}`, { ...camp, dwellMin: 0.17 });
    const { feedKey, atomUrl } = await makeFeed(watchlist);
    await watchlist.until(({ unknown }) => !unknown, 'seen');
    const empty = await fetch(atomUrl);
    expect([empty.status, linksOf(await empty.text())]).toEqual([200, []]);
    source.add(strikeAt(23.4));
    await watchlist.until(({ level }) => level === 'stop', 'stop');
    const raised = await fetch(atomUrl);
    expect(raised.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(raised.headers.get('referrer-policy')).toBe('no-referrer');
    expect(raised.headers.get('cache-control')).toBe('private, max-age=15');
    const etag = raised.headers.get('etag') ?? '';
    const [alertUrl = ''] = linksOf(await raised.text());
    expect((await fetch(atomUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const alertResponse = await fetch(alertUrl);
    expect(alertResponse.headers.get('content-type')).toBe('application/cap+xml; charset=utf-8');
    const alert = await alertResponse.text();
    expect(await capErrors(alert)).toEqual([]);
    expect(['status', 'msgType', 'severity', 'circle'].map((name) => textOf(alert, name))).toEqual([
      'Exercise',
      'Alert',
      'Severe',
      `42.7,${camp.shape.coordinates[0]} 10`,
    ]);

    await watchlist.until(({ level }) => level === 'clear', 'clear', 40_000);
    const cleared = await fetch(atomUrl, { headers: { 'if-none-match': etag } });
    const [clearUrl = '', ...others] = linksOf(await cleared.text());
    expect([cleared.status, others]).toEqual([200, [alertUrl]]);
    const clear = await (await fetch(clearUrl)).text();
    expect(await capErrors(clear)).toEqual([]);
    expect([textOf(clear, 'msgType'), textOf(clear, 'responseType')]).toEqual(['Update', 'AllClear']);
    expect(textOf(clear, 'references')).toContain(`,${textOf(alert, 'identifier')},${textOf(alert, 'sent')}`);
    expect(JSON.stringify(product.logs)).not.toContain(feedKey);
  });

  test('is closed to every other key, and to its own as soon as another is made or it is taken back', async () => {
    const { watchlist, camp } = await bench.next();
    await watchlist.call('PUT', `/areas/${AREA}`, camp);
    expect((await watchlist.call('POST', '/feed-key', undefined, watchlist.keys.viewKey)).status).toBe(403);
    const first = await makeFeed(watchlist);
    const statusOf = async (url: string) => (await fetch(url)).status;
    const { ownerKey, viewKey } = watchlist.keys;
    const withKey = (key: string) => first.atomUrl.replace(first.feedKey, key);
    expect(await statusOf(first.atomUrl)).toBe(200);
    expect(await Promise.all([ownerKey, viewKey, '0'.repeat(32)].map((key) => statusOf(withKey(key))))).toEqual([
      404, 404, 404,
    ]);
    expect(await statusOf(withKey('short'))).toBe(400);
    expect((await watchlist.call('GET', '/state', undefined, first.feedKey)).status).toBe(401);
    expect(await statusOf(first.atomUrl.replace('feed.atom', `cap/${AREA}/9.xml`))).toBe(404);
    const second = await makeFeed(watchlist);
    expect([await statusOf(first.atomUrl), await statusOf(second.atomUrl)]).toEqual([404, 200]);
    expect((await watchlist.call('DELETE', '/feed-key')).status).toBe(204);
    expect(await statusOf(second.atomUrl)).toBe(404);
  });
});
