import { describe, expect, test, vi } from 'vitest';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { feedTruth } from '#web/sky/feed/feedTruth.ts';
import { aStrike, withFakeTime } from './feedHarness.ts';
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

const AWAY = { event: 'away', data: { retryAfterMs: 60_000 } } as const;

async function displaced() {
  const all = begin();
  all.feed.show(SOFIA, HOUR);
  await settled();
  beginStream(all.server.newest, 100);
  const asked = all.host.asked.length;
  all.server.newest.send(AWAY);
  return { ...all, since: () => all.host.asked.slice(asked) };
}

const truth = ({ view }: ReturnType<typeof begin>['feed']) => feedTruth(view, undefined, Date.now());

describe('without a place in a relay', () => {
  test('[CL7] reads the open hour and the status every 15 to 30 s, shows what is new and says delayed', async () => {
    const { feed, host, since } = await displaced();
    await settled();
    expect(truth(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
    const hours = new Set(since().flatMap((path) => /\d{10}(?=\/planes$)/.exec(path) ?? []));
    expect([...hours]).toEqual(['2026070112']);
    expect(since().filter((path) => path === apiPaths.status)).toHaveLength(1);
    host.strikes = [aStrike(101, { atMs: NOW })];
    await vi.advanceTimersByTimeAsync(22_499);
    expect(ordinals(feed)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ordinals(feed)).toEqual([101]);
    expect(since().filter((path) => path === apiPaths.status)).toHaveLength(2);
  });

  test('[CL7] keeps its cursor: the stream goes on from where it was, and tells each strike once', async () => {
    const { feed, host, server, since } = await displaced();
    host.strikes = [aStrike(101, { atMs: NOW })];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.newest.url).toContain('since=100');
    beginStream(server.newest, 101);
    expect(feed.view.slicesOnly).toBe(false);
    const asked = since().length;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(since()).toHaveLength(asked);
    expect(ordinals(feed)).toEqual([101]);
  });

  test('[CL7] a first visit that is refused learns the state of the feed, and is not called offline', async () => {
    const { feed, server, host } = begin();
    host.strikes = [aStrike(50, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.refuse(45_000);
    await settled();
    expect(feed.view).toMatchObject({ slicesOnly: true, source: 'simulated', build: 'test' });
    expect(truth(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
    expect(ordinals(feed)).toEqual([50]);
  });

  test('[CL7] a dead feed is told as down, and so is a server that answers nothing', async () => {
    const { feed, host } = await displaced();
    host.feed = { ...host.feed, state: 'down' };
    await vi.advanceTimersByTimeAsync(22_500);
    expect(truth(feed)).toMatchObject({ kind: 'down', cause: 'feed' });
    host.feed = { ...host.feed, state: 'live', lastSuccessMs: Date.now() + 20_000 };
    await vi.advanceTimersByTimeAsync(22_500);
    expect(truth(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
    host.failing = true;
    await vi.advanceTimersByTimeAsync(130_000);
    expect(truth(feed)).toMatchObject({ kind: 'down' });
  });

  test('[CL7] another view is read from slices and streamed when the time is over', async () => {
    const { feed, server, since } = await displaced();
    await vi.advanceTimersByTimeAsync(10_000);
    const before = since().length;
    feed.show(ATHENS, HOUR);
    await settled();
    expect(server.streams).toHaveLength(1);
    expect(feed.view.complete).toBe(false);
    expect(since().length).toBeGreaterThan(before);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(server.streams).toHaveLength(2);
  });

  test('[CL7] a page that sleeps reads nothing', async () => {
    const { signals, since } = await displaced();
    await settled();
    signals.send('sleep');
    const asked = since().length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(since()).toHaveLength(asked);
  });

  test('[CL7] the last strikes of an hour are not missed because it ended between two looks', async () => {
    vi.setSystemTime(NOW + 29 * 60_000 + 50_000);
    const { feed, host, since } = await displaced();
    await settled();
    host.strikes = [aStrike(101, { atMs: Date.now() + 8_000 })];
    const before = since().length;
    await vi.advanceTimersByTimeAsync(22_500);
    const hours = since()
      .slice(before)
      .flatMap((path) => /\d{10}(?=\/planes$)/.exec(path) ?? []);
    expect(new Set(hours)).toEqual(new Set(['2026070113', '2026070112']));
    expect(ordinals(feed)).toEqual([101]);
  });
});

test('[CL8] resets that follow each other are answered after growing waits, and the first at once', async () => {
  const { server, host, feed } = await beginShown();
  // The archive is far behind: its slices end where no relay can join them.
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    server.newest.send(greeting(300));
    const [asked, fromMs, opened] = [host.asked.length, Date.now(), server.streams.length];
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    while (host.asked.length === asked) await vi.advanceTimersByTimeAsync(500);
    waits.push(Date.now() - fromMs);
    while (server.streams.length === opened) await vi.advanceTimersByTimeAsync(500);
  }
  expect(waits).toEqual([0, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  // Once the archive has caught up, the window is whole, and the next reset is the first again.
  host.seq = 300;
  server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
  await vi.advanceTimersByTimeAsync(40_000);
  beginStream(server.newest, 300);
  await settled();
  expect(feed.view.complete).toBe(true);
  const asked = host.asked.length;
  server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
  await settled();
  expect(host.asked.length).toBeGreaterThan(asked);
});
