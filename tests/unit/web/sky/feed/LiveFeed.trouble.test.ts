import { describe, expect, test, vi } from 'vitest';
import { aStrike, heartbeat, hello, withFakeTime } from './feedHarness.ts';
import { begin, beginShown, greeting, HOUR, NOW, ordinals, SOFIA, settled } from './liveFeedHarness.ts';

withFakeTime(NOW);

describe('trouble', () => {
  test('a slice that the server refuses is not asked for again until another hour begins', async () => {
    const { host, feed } = begin();
    host.refusing = true;
    feed.show(SOFIA, HOUR);
    await settled();
    const asked = host.asked.length;
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(host.asked.length).toBe(asked);
    expect(feed.view.failing).toBe(true);
    expect(feed.view.complete).toBe(false);
    host.refusing = false;
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(host.asked.length).toBeGreaterThan(asked);
    expect(feed.view.failing).toBe(false);
  });

  test('[CU2] after a reset every hour is read again, and then the window is whole', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, 6 * HOUR);
    await settled();
    server.newest.send(greeting(300));
    const before = host.asked.length;
    host.seq = 300;
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    expect(feed.view.complete).toBe(false);
    await settled();
    const again = new Set(host.asked.slice(before).map((path) => path.split('/').at(-2)));
    expect(again.size).toBe(7);
    expect(feed.view.complete).toBe(true);
  });

  test('[CU2] a server that has numbered anew has everything forgotten that was held under the old numbers', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(3));
    host.strikes = [aStrike(2, { atMs: NOW - 60_000 })];
    host.seq = 3;
    server.newest.send({ event: 'reset', data: { reason: 'unknown-seq' } });
    await settled();
    expect(ordinals(feed)).toEqual([2]);
  });

  test('[CL5] a page that wakes goes on from its cursor', async () => {
    const { server, signals } = await beginShown();
    server.newest.send(greeting(100));
    server.newest.send(heartbeat(140, Date.now()));
    signals.send('sleep');
    await vi.advanceTimersByTimeAsync(300_000);
    signals.send('wake');
    expect(server.newest.url).toContain('since=140');
  });

  test('[CL4] ages are counted on the server’s clock, and the window follows it', async () => {
    const { server, host, feed } = await beginShown();
    server.newest.send(hello(100, { serverTimeMs: NOW - 2 * HOUR }));
    await settled();
    expect(feed.clock.now()).toBe(NOW - 2 * HOUR);
    expect(host.asked.some((path) => path.includes('/2026070109/'))).toBe(true);
  });

  test('[CL4] a device that is slow by the turn of an hour reads the hour that it did not know of', async () => {
    const { server, host } = await beginShown();
    server.newest.send(hello(100, { serverTimeMs: NOW + 40 * 60_000 }));
    await settled();
    expect(host.asked.some((path) => path.includes('/2026070113/'))).toBe(true);
  });

  test('[VE1] a server of another protocol is reported as such', async () => {
    const { server, feed } = await beginShown();
    server.newest.send(hello(100, { protocol: 2 }));
    expect(feed.view.outdated).toBe(true);
  });

  test('a stopped feed leaves no timer behind', async () => {
    const { server, feed } = await beginShown();
    server.newest.send(greeting(100));
    feed.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
