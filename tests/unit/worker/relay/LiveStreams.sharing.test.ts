import { describe, expect, test } from 'vitest';
import { aRelay, SOFIA, upTo } from './liveStreamsHarness.ts';

describe('a stream among others', () => {
  test('[ST8] hears `away` last when its place is given to somebody else: the newest of its host goes', async () => {
    const { open, push, streams } = aRelay(3);
    const [one, other] = [
      { network: 'a', host: 'a' },
      { network: 'b', host: 'b' },
    ];
    const oldest = open(undefined, SOFIA, new AbortController(), one);
    const newest = open(undefined, SOFIA, new AbortController(), one);
    const foreign = open(undefined, SOFIA, new AbortController(), other);
    streams.displace(one, 42_000);
    push(4, 1);
    expect(streams.size).toBe(2);
    expect(await newest.take(99)).toBe(false);
    expect(newest.events.map(({ event, id, data }) => [event, id, data]).slice(1)).toEqual([
      ['away', undefined, '{"retryAfterMs":42000}'],
    ]);
    for (const reader of [oldest, foreign]) {
      await reader.take(2);
      expect(reader.ordinals()).toEqual([4]);
    }
    expect(streams.dropped).toBe(0);
  });

  test('[ST10] frees its slot, and its share, at once: whichever side ended it', async () => {
    const { open, streams, push } = aRelay(9_000);
    const client = { network: 'a', host: 'a' };
    const gone = new AbortController();
    const leaving = open(undefined, SOFIA, new AbortController(), client);
    open(undefined, SOFIA, gone, client);
    const stalled = open(0, SOFIA, new AbortController(), client);
    await leaving.cancel();
    gone.abort();
    expect([streams.size, streams.shares.networks.of('a')]).toEqual([1, 1]);
    await stalled.cancel();
    push(9_001, 1);
    expect([streams.size, streams.shares.networks.total, streams.shares.networks.size]).toEqual([0, 0, 0]);
  });

  test('[CU1] is encoded once for all that replay the same strikes through the same filter', async () => {
    const { open, streams } = aRelay(9_000);
    const readers = [open(0), open(0), open(0)];
    for (const reader of readers) await reader.take(20);
    for (const reader of readers) expect(reader.ordinals()).toEqual(upTo(9_000));
    expect(streams.frames.encoded).toBe(18);
  });
});
