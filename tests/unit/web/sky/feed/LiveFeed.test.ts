import { describe, expect, test, vi } from 'vitest';
import { aStrike, heartbeat, strikesEvent, withFakeTime } from './feedHarness.ts';
import {
  ATHENS,
  begin,
  beginShown,
  beginStream,
  greeting,
  HOUR,
  NOW,
  ordinals,
  SOFIA,
  settled,
} from './liveFeedHarness.ts';

withFakeTime(NOW);

describe('the start', () => {
  test('[CU6] slices come first, and the stream begins at the lowest seq of theirs', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 }), aStrike(95, { atMs: NOW - 50 * 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    expect(ordinals(feed)).toEqual([90, 95]);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=100');
    expect(feed.view.complete).toBe(false);
    beginStream(server.newest, 100);
    expect(feed.view.complete).toBe(true);
  });

  test('[CL3] what a slice and the stream both tell is shown once', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(103));
    server.newest.send(strikesEvent(103, [aStrike(90, { atMs: NOW - 60_000 }), aStrike(103, { atMs: NOW })]));
    expect(ordinals(feed)).toEqual([90, 103]);
  });

  test('slices that hang do not hold up live strikes, and the window is not called complete', async () => {
    const { server, host, feed } = begin();
    host.hanging = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    server.newest.send(greeting(200));
    server.newest.send(strikesEvent(201, [aStrike(201, { atMs: NOW })]));
    expect(ordinals(feed)).toEqual([201]);
    expect(feed.view.complete).toBe(false);
  });

  test('slices that fail are asked for again until they come, and only then the window is complete', async () => {
    const { server, host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    beginStream(server.newest, 50);
    expect([feed.view.failing, feed.view.complete]).toEqual([true, false]);
    host.failing = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([feed.view.failing, feed.view.complete]).toEqual([false, true]);
  });

  test('[CU6] a late slice that ends before the stream begins has the stream reopened from there: no hole', async () => {
    const { server, host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    server.newest.send(greeting(120));
    host.failing = false;
    host.seq = 110;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.newest.url).toContain('since=110');
    beginStream(server.newest, 120);
    expect(feed.view.complete).toBe(true);
  });
});

describe('another view or window', () => {
  test('the surroundings of a point stay under the stream while the view goes elsewhere', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, HOUR, SOFIA);
    await settled();
    beginStream(server.newest, 100);
    feed.show(ATHENS, HOUR, SOFIA);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.newest.url).toContain('cells=4/9/5,4/9/6');
    host.strikes = [];
    server.newest.send(greeting(100));
    server.newest.send(strikesEvent(101, [aStrike(101, { atMs: NOW })]));
    expect(ordinals(feed)).toEqual([101]);
  });

  test('a wider window asks only for the hours that are missing', async () => {
    const { server, host, feed } = await beginShown();
    beginStream(server.newest, 100);
    const before = host.asked.length;
    feed.show(SOFIA, 6 * HOUR);
    expect(feed.view.complete).toBe(false);
    await settled();
    const added = host.asked.slice(before);
    expect(added.some((path) => path.includes('/2026070112/') || path.includes('/2026070111/'))).toBe(false);
    expect(new Set(added.map((path) => path.split('/').at(-2)))).toEqual(
      new Set(['2026070110', '2026070109', '2026070108', '2026070107', '2026070106']),
    );
    expect(feed.view.complete).toBe(true);
  });

  test('going back to a narrower window, or a place inside the view, asks for nothing', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, 6 * HOUR);
    await settled();
    beginStream(server.newest, 100);
    const before = host.asked.length;
    feed.show({ west: 23.2, south: 42.65, east: 23.3, north: 42.7 }, HOUR);
    await settled();
    expect(host.asked).toHaveLength(before);
    expect(server.streams).toHaveLength(1);
    expect(feed.view.complete).toBe(true);
  });

  test('a view wider than a stream covers is never called complete', async () => {
    const { server, feed } = begin();
    feed.show({ west: -180, south: -85, east: 180, north: 85 }, HOUR);
    await settled();
    beginStream(server.newest, 100);
    expect([feed.view.tooWide, feed.view.complete]).toEqual([true, false]);
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    beginStream(server.newest, 100);
    expect([feed.view.tooWide, feed.view.complete]).toEqual([false, true]);
  });

  test('the turn of the hour asks for nothing: the stream tells the new hour from its start', async () => {
    const { server, host, feed } = await beginShown();
    server.newest.send(greeting(100));
    const before = host.asked.length;
    for (let minute = 0; minute < 40; minute += 1) {
      server.newest.send(heartbeat(100, Date.now()));
      await vi.advanceTimersByTimeAsync(30_000);
      server.newest.send(heartbeat(100, Date.now()));
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(host.asked).toHaveLength(before);
    expect(feed.view.complete).toBe(true);
  });
});
