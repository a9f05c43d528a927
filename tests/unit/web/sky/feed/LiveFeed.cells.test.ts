import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { begin, beginStream, HOUR, NOW, SOFIA, settled } from './liveFeedHarness.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const cellsAt = (atMs: number) =>
  ({ event: 'cells', data: encodeCells({ atMs, cells: [], odds: AS_FITTED }) }) as const;

test('of the cells that a stream tells the newest are kept, whatever comes last', async () => {
  const { server, feed } = begin();
  feed.show(SOFIA, HOUR);
  await settled();
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
  feed.stop();
});
