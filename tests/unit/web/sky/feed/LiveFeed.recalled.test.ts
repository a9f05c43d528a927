import { expect, test, vi } from 'vitest';
import { feedTruth } from '#web/sky/feed/feedTruth.ts';
import { aStrike, withFakeTime } from './feedHarness.ts';
import { begin, beginShown, beginStream, HOUR, NOW, ordinals, SOFIA, settled } from './liveFeedHarness.ts';

const KEPT = {
  columns: { ordinals: [7], latitudesE5: [4_270_000], longitudesE5: [2_330_000], atMs: [NOW - 120_000] },
  knownUntilMs: NOW - 5_000,
  clockOffsetMs: 400,
  simulated: true,
};

withFakeTime(NOW);

test('what was kept is shown as of when it was known, and is never live, however young', async () => {
  const { host, feed } = begin();
  host.failing = true;
  feed.show(SOFIA, HOUR);
  feed.recall(KEPT);
  await settled();
  expect(ordinals(feed)).toEqual([7]);
  expect(feed.view.source).toBe('simulated');
  expect(feed.view.complete).toBe(false);
  const down = { kind: 'down', sinceMs: KEPT.knownUntilMs, cause: 'connection', recalled: true };
  expect(feedTruth(feed.view, SOFIA, feed.clock.now())).toEqual(down);
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  expect(ordinals(feed)).toEqual([7]);
  expect(feedTruth(feed.view, SOFIA, feed.clock.now())).toEqual(down);
});

test('as soon as the server is heard, what was kept is forgotten and the window is read', async () => {
  const { server, host, feed } = begin();
  host.failing = true;
  feed.show(SOFIA, HOUR);
  feed.recall(KEPT);
  await vi.advanceTimersByTimeAsync(2_000);
  host.failing = false;
  // Another epoch of the Feed: the same number is another strike.
  host.strikes = [aStrike(7, { atMs: NOW - 30_000 })];
  beginStream(server.newest, 100);
  expect(feed.view.recalledToMs).toBeNull();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ordinals(feed)).toEqual([7]);
  expect(feed.view.strikes.store.strikeAt(0).atMs).toBe(NOW - 30_000);
  expect(feed.view.complete).toBe(true);
  expect(feedTruth(feed.view, undefined, feed.clock.now()).kind).not.toBe('down');
});

test('slices that come from the browser’s own cache end nothing: the server was not heard', async () => {
  const { host, feed } = begin();
  host.strikes = [aStrike(9, { atMs: NOW - 60_000 })];
  feed.show(SOFIA, HOUR);
  feed.recall(KEPT);
  await settled();
  expect(ordinals(feed)).toEqual([7, 9]);
  expect(feedTruth(feed.view, SOFIA, feed.clock.now()).kind).toBe('down');
});

test('a feed that was heard shows nothing of what was kept', async () => {
  const { server, feed } = await beginShown();
  beginStream(server.newest, 100);
  feed.recall(KEPT);
  expect(ordinals(feed)).toEqual([]);
  expect(feed.view.recalledToMs).toBeNull();
});
