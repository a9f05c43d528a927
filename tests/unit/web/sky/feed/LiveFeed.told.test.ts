import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { Told } from '#web/sky/feed/FeedView.ts';
import { aStrike, hello, liveAt, type ScriptedStream, strikesEvent, withFakeTime } from './feedHarness.ts';
import { begin, beginShown, beginStream, HOUR, NOW, ordinals, SOFIA, settled } from './liveFeedHarness.ts';

withFakeTime(NOW);

const feedAt = (epoch = 'a'): FeedState => ({ ...liveAt(Date.now()), epoch, completeToMs: Date.now() - 5_000 });

function greet(stream: ScriptedStream, seq: number, epoch?: string): void {
  stream.send(hello(seq, { serverTimeMs: Date.now(), feed: feedAt(epoch) }));
}

function beat(stream: ScriptedStream, seq: number, epoch?: string): void {
  stream.send({ event: 'hb', id: seq, data: { serverTimeMs: Date.now(), seq, feed: feedAt(epoch) } });
}

async function whole() {
  const begun = begin();
  begun.host.strikes = [aStrike(90, { atMs: NOW - 60_000 })];
  begun.feed.show(SOFIA, HOUR);
  await settled();
  greet(begun.server.newest, 100);
  return begun;
}

test('what is told before the window is whole is not taken; then it is, with its seq and when it was heard', async () => {
  const { server, host, feed } = begin();
  host.hanging = true;
  feed.show(SOFIA, HOUR);
  await vi.advanceTimersByTimeAsync(2_000);
  greet(server.newest, 100);
  expect(feed.view.feed?.completeToMs).toBe(NOW - 3_000);
  expect(feed.view.told).toBeNull();
  feed.stop();
  const { feed: other } = await whole();
  expect(other.view.told).toMatchObject({ seq: 100, heardAtMs: NOW + 2_000, feed: { completeToMs: NOW - 3_000 } });
  other.stop();
});

test('a greeting after a cut does not count until the strikes that it owes have come, and no listener sees it earlier', async () => {
  const { server, feed } = await whole();
  beat(server.newest, 100);
  const before = feed.view.told;
  const seen = new Set<Told | null>();
  feed.subscribe(() => seen.add(feed.view.told));
  await vi.advanceTimersByTimeAsync(1_000);
  server.newest.drop();
  greet(server.newest, 103);
  expect([...seen]).toEqual([before]);
  server.newest.send(strikesEvent(103, [aStrike(103, { atMs: NOW })]));
  expect(feed.view.told).toMatchObject({ seq: 103, heardAtMs: NOW + 1_000 });
});

test('with another epoch nothing that is held counts: strikes are forgotten and the window is read again', async () => {
  const { server, host, feed } = await whole();
  beat(server.newest, 100);
  host.strikes = [aStrike(90, { atMs: NOW - 1_000 })];
  host.seq = 101;
  beat(server.newest, 101, 'b');
  expect([feed.view.told, feed.view.complete, ordinals(feed)]).toEqual([null, false, []]);
  await settled();
  expect(feed.view.strikes.store.strikeAt(0).atMs).toBe(NOW - 1_000);
  expect(feed.view.told).toMatchObject({ seq: 101, feed: { epoch: 'b' } });
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const cellsAt = (atMs: number) =>
  ({ event: 'cells', data: encodeCells({ atMs, cells: [], odds: AS_FITTED }) }) as const;

test('of the cells that a stream tells the newest are kept, whatever comes last', async () => {
  const { server, feed } = await beginShown();
  expect(feed.view.cells).toBeNull();
  beginStream(server.newest, 100);
  server.newest.send(cellsAt(NOW - 60_000));
  server.newest.send(cellsAt(NOW));
  const kept = feed.view.cells;
  expect(kept?.atMs).toBe(NOW);
  server.newest.drop();
  beginStream(server.newest, 100);
  server.newest.send(cellsAt(NOW - 60_000));
  expect(feed.view.cells).toBe(kept);
});
