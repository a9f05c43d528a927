import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { parseHourKey } from '#shared/time/hourKey.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { LiveFeed } from '#web/feed/LiveFeed.ts';
import { systemTimers } from '#web/feed/Timers.ts';
import { aStrike, heartbeat, hello, ScriptedServer, ScriptedSignals, strikesEvent } from './feedHarness.ts';

const NOW = Date.UTC(2026, 6, 1, 12, 30);
const HOUR = 3_600_000;
const SOFIA = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };
const ATHENS = { west: 23.5, south: 37.8, east: 23.9, north: 38.1 };

/** A slice host: `seq` and `strikes` are what it knows at the moment of each answer. */
class SliceHost {
  seq = 100;
  strikes: NumberedStrike[] = [];
  failing = false;
  hanging = false;
  readonly asked: string[] = [];

  readonly fetchBytes = async (path: string): Promise<Response> => {
    this.asked.push(path);
    if (this.hanging) return new Promise(() => {});
    if (this.failing) return new Response(null, { status: 503 });
    const hourMs = parseHourKey(path.slice(-10)) ?? 0;
    const strikes = this.strikes.filter(({ atMs }) => atMs >= hourMs && atMs < hourMs + HOUR);
    const sealed = hourMs < NOW - 3 * HOUR;
    return new Response(encodeStrikeSlice({ seq: this.seq, sealed, columns: strikesToColumns(strikes) }));
  };
}

function begin() {
  const server = new ScriptedServer();
  const host = new SliceHost();
  const signals = new ScriptedSignals();
  const feed = new LiveFeed({
    openStream: server.open,
    fetchBytes: host.fetchBytes,
    clock: systemClock,
    timers: systemTimers,
    random: () => 0.5,
    signals,
  });
  return { server, host, feed, signals };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const ordinals = (feed: LiveFeed) =>
  Array.from(feed.status.strikes.ordinals.subarray(0, feed.status.strikes.length)).sort((a, b) => a - b);
const greeting = (seq: number) => hello(seq, { serverTimeMs: Date.now() });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the start', () => {
  test('slices come first, and the stream begins at the lowest seq of those that can still grow', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 }), aStrike(95, { atMs: NOW - 50 * 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    expect(ordinals(feed)).toEqual([90, 95]);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=100');
    expect(feed.status.complete).toBe(true);
    feed.stop();
  });

  test('[CL3] what a slice and the stream both tell is shown once', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(103));
    server.newest.send(strikesEvent(103, [aStrike(90, { atMs: NOW - 60_000 }), aStrike(103, { atMs: NOW })]));
    expect(ordinals(feed)).toEqual([90, 103]);
    feed.stop();
  });

  test('slices that hang do not hold up live strikes, and the window is not called complete', async () => {
    const { server, host, feed } = begin();
    host.hanging = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    server.newest.send(greeting(200));
    server.newest.send(strikesEvent(201, [aStrike(201, { atMs: NOW })]));
    expect(ordinals(feed)).toEqual([201]);
    expect(feed.status.complete).toBe(false);
    feed.stop();
  });

  test('slices that fail are asked for again until they come, and only then the window is complete', async () => {
    const { server, host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    server.newest.send(greeting(50));
    expect([feed.status.failing, feed.status.complete]).toEqual([true, false]);
    host.failing = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([feed.status.failing, feed.status.complete]).toEqual([false, true]);
    feed.stop();
  });

  test('a late slice that ends before the stream begins has the stream reopened from there: no hole', async () => {
    const { server, host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(2_000);
    server.newest.send(greeting(120));
    host.failing = false;
    host.seq = 110;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.newest.url).toContain('since=110');
    expect(feed.status.complete).toBe(true);
    feed.stop();
  });
});

describe('another view or window', () => {
  test('a wider window asks only for the hours that are missing', async () => {
    const { host, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    const before = host.asked.length;
    feed.show(SOFIA, 6 * HOUR);
    expect(feed.status.complete).toBe(false);
    await settled();
    const added = host.asked.slice(before);
    expect(added.some((path) => path.endsWith('2026070112') || path.endsWith('2026070111'))).toBe(false);
    expect(new Set(added.map((path) => path.slice(-10)))).toEqual(
      new Set(['2026070110', '2026070109', '2026070108', '2026070107', '2026070106']),
    );
    expect(feed.status.complete).toBe(true);
    feed.stop();
  });

  test('going back to a narrower window, or a place inside the view, asks for nothing', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, 6 * HOUR);
    await settled();
    const before = host.asked.length;
    feed.show({ west: 23.2, south: 42.65, east: 23.3, north: 42.7 }, HOUR);
    await settled();
    expect(host.asked).toHaveLength(before);
    expect(server.streams).toHaveLength(1);
    expect(feed.status.complete).toBe(true);
    feed.stop();
  });

  test('a view in other cells subscribes to them, and coming back reads again what could have grown meanwhile', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(100));
    feed.show(ATHENS, HOUR);
    await settled();
    expect(server.newest.url).toContain('cells=4/9/6&since=100');
    const before = host.asked.length;
    feed.show(SOFIA, HOUR);
    await settled();
    expect(host.asked.length).toBeGreaterThan(before);
    feed.stop();
  });

  test('the turn of the hour asks for nothing: the stream tells the new hour from its start', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(100));
    const before = host.asked.length;
    for (let minute = 0; minute < 40; minute += 1) {
      server.newest.send(heartbeat(100, Date.now()));
      await vi.advanceTimersByTimeAsync(30_000);
      server.newest.send(heartbeat(100, Date.now()));
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(host.asked).toHaveLength(before);
    expect(feed.status.complete).toBe(true);
    feed.stop();
  });
});

describe('trouble', () => {
  test('[CU2] after a reset the hours that can have grown are read again, and then the window is whole', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, 6 * HOUR);
    await settled();
    server.newest.send(greeting(300));
    const before = host.asked.length;
    host.seq = 300;
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    expect(feed.status.complete).toBe(false);
    await settled();
    const again = new Set(host.asked.slice(before).map((path) => path.slice(-10)));
    expect(again).toEqual(new Set(['2026070112', '2026070111', '2026070110']));
    expect(feed.status.complete).toBe(true);
    feed.stop();
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
    feed.stop();
  });

  test('[CL5] a page that wakes goes on from its cursor', async () => {
    const { server, feed, signals } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(100));
    server.newest.send(heartbeat(140, Date.now()));
    signals.send('sleep');
    await vi.advanceTimersByTimeAsync(300_000);
    signals.send('wake');
    expect(server.newest.url).toContain('since=140');
    feed.stop();
  });

  test('[CL4] ages are counted on the server’s clock, and the window follows it', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(hello(100, { serverTimeMs: NOW - 2 * HOUR }));
    await settled();
    expect(feed.serverNow()).toBe(NOW - 2 * HOUR);
    expect(host.asked.some((path) => path.endsWith('2026070109'))).toBe(true);
    feed.stop();
  });

  test('[VE1] a server of another protocol is reported as such', async () => {
    const { server, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(hello(100, { protocol: 2 }));
    expect(feed.status.outdated).toBe(true);
    feed.stop();
  });

  test('a stopped feed leaves no timer behind', async () => {
    const { server, feed } = begin();
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(100));
    feed.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
