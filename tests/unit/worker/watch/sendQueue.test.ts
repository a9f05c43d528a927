import { describe, expect, test } from 'vitest';
import { LAST_RANK } from '#worker/watch/deliver/Delivery.ts';
import { SendQueue, type WaitingRow, type Way } from '#worker/watch/deliver/SendQueue.ts';

const NOW = Date.UTC(2026, 6, 1, 12);

describe('the queue', () => {
  const way = (recipient: string, more: Partial<Way> = {}): Way => ({
    key: `b/${recipient}`,
    book: 'b',
    recipient,
    network: 'n',
    lane: 'hook',
    host: 'h',
    ...more,
  });
  const row = (id: string, more: Partial<WaitingRow> = {}): WaitingRow => ({
    id,
    rank: 4,
    nextMs: NOW,
    leasedMs: 0,
    decidedMs: NOW,
    ...more,
  });
  const next = (queue: SendQueue, nowMs = NOW, lane: Way['lane'] = 'hook') =>
    queue.take(
      lane,
      nowMs,
      () => true,
      () => undefined,
    )?.id;

  test('[TL8] gives out one message of a recipient at a time, in whichever lane, what matters most first', () => {
    const queue = new SendQueue();
    queue.put(way('r'), [row('clear', { rank: 3 }), row('stop', { rank: 0 })], NOW);
    expect(next(queue)).toBe('stop');
    queue.hold('b/r', NOW + 8_000);
    queue.put(way('r', { lane: 'slow' }), [row('clear', { rank: 3 })], NOW);
    expect([next(queue), next(queue, NOW, 'slow')]).toEqual([undefined, undefined]);
    queue.free('b/r', NOW + 100);
    expect(next(queue, NOW + 100, 'slow')).toBe('clear');
  });

  test('waits for the time of each message, of its lease, and of its host’s pace', () => {
    const queue = new SendQueue();
    queue.put(way('later'), [row('later', { nextMs: NOW + 500 })], NOW);
    queue.put(way('leased'), [row('leased', { leasedMs: NOW + 900 })], NOW);
    expect([next(queue), queue.nextMs()]).toEqual([undefined, NOW + 500]);
    const paced = queue.take(
      'hook',
      NOW + 500,
      () => true,
      () => NOW + 700,
    );
    expect([paced, queue.nextMs(), next(queue, NOW + 699), next(queue, NOW + 700)]).toEqual([
      undefined,
      NOW + 700,
      undefined,
      'later',
    ]);
    expect([next(queue, NOW + 899), next(queue, NOW + 900), queue.nextMs()]).toEqual([undefined, 'leased', undefined]);
  });

  test('[FN4] a fire’s message goes only while nothing else is ready, in whichever lane and whosever it is', () => {
    const queue = new SendQueue();
    const isReady = (lane: Way['lane']) => queue.isReady(lane, NOW);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK, decidedMs: NOW - 9_000 })], NOW);
    queue.put(way('b', { lane: 'push' }), [row('stop', { rank: 0 })], NOW);
    expect([isReady('hook'), next(queue)]).toEqual([false, undefined]);
    expect([next(queue, NOW, 'push'), isReady('hook')]).toEqual(['stop', true]);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK }), row('early', { rank: 5 })], NOW);
    expect([next(queue), next(queue)]).toEqual(['early', undefined]);
    queue.put(way('a', { network: 'm' }), [row('fire', { rank: LAST_RANK })], NOW);
    expect(next(queue)).toBe('fire');
  });

  test('forgets what no longer waits', () => {
    const queue = new SendQueue();
    queue.put(way('a'), [row('1')], NOW);
    queue.put(way('b'), [row('2', { nextMs: NOW + 5 })], NOW);
    queue.put(way('a'), [], NOW);
    queue.drop('b/b');
    expect([next(queue, NOW + 10), queue.nextMs()]).toEqual([undefined, undefined]);
  });
});
