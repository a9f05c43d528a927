import { describe, expect, test } from 'vitest';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';
import { aRelay, FEED, HOUR_MS, SOFIA, START_MS, upTo } from './liveStreamsHarness.ts';

describe('an open stream', () => {
  test('[ST1] begins with hello and how long to wait before coming back', async () => {
    const { open } = aRelay(3);
    const reader = open();
    await reader.take(1);
    expect(reader.events[0]?.event).toBe('hello');
    expect(reader.retryMs).toBe(3_000);
  });

  test('[CU1] gives what was missed once, before anything newer, and nothing twice', async () => {
    const { open, push } = aRelay(20);
    const reader = open(5);
    push(21, 4);
    await reader.take(4);
    expect(reader.ordinals()).toEqual(upTo(24, 5));
  });

  test('[CU1] gives a long absence back in pieces while new strikes keep coming, each once and in order', async () => {
    const { open, push, streams } = aRelay(9_000);
    const reader = open(0);
    let seq = 9_000;
    for (let event = 2; reader.ordinals().length < seq; event += 1) {
      await reader.take(event);
      if (seq < 9_300) {
        push(seq + 1, 30);
        seq += 30;
      }
    }
    expect(reader.ordinals()).toEqual(upTo(seq));
    expect(streams.dropped).toBe(0);
    expect(Math.max(...reader.events.map(({ data }) => data.length))).toBeLessThan(64 * 1024);
  });

  test('[CU7] says that a replay is over, even when nothing of it was wanted', async () => {
    const { open, push } = aRelay(20);
    const reader = open(5, bboxFilter({ west: 0, south: 0, east: 1, north: 1 }));
    push(21, 4);
    await reader.take(2);
    expect(reader.events.map(({ event, id }) => [event, id])).toEqual([
      ['hello', undefined],
      ['hb', '20'],
    ]);
  });

  test('[CU7] [ST2] ends a long replay with the state that the feed has by then, not with that of its hello', async () => {
    const { open, feed } = aRelay(9_000);
    const reader = open(0);
    await reader.take(2);
    feed.now = { ...FEED, state: 'down' };
    await reader.take(1 + 18 + 1);
    const last = reader.events.at(-1);
    expect(last?.event).toBe('hb');
    expect(JSON.parse(last?.data ?? '').feed.state).toBe('down');
  });

  test('[CU4] moves the cursor only as far as everything was given', async () => {
    const { open } = aRelay(1_200);
    const reader = open(0);
    await reader.take(4);
    const given = reader.events.filter(({ event }) => event === 'strikes');
    expect(given.map(({ id }) => id)).toEqual(['500', '1000', '1200']);
    expect(reader.events[0]?.id).toBeUndefined();
  });

  test('[CU2] says reset and the reason to a cursor it cannot serve, and goes on live', async () => {
    const { open, push } = aRelay(3);
    const reader = open(99);
    push(4, 1);
    await reader.take(3);
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'reset', 'strikes']);
    expect(reader.events[1]?.data).toBe('{"reason":"unknown-seq"}');
    expect(reader.ordinals()).toEqual([4]);
  });

  test('[ST2] hears the state of the feed and the newest seq with each heartbeat', async () => {
    const { open, streams, clock, feed } = aRelay(3);
    const reader = open();
    clock.advance(15_000);
    feed.now = { ...FEED, state: 'delayed' };
    streams.heartbeat();
    await reader.take(2);
    expect(reader.events[1]).toMatchObject({ event: 'hb', id: '3' });
    const told = JSON.parse(reader.events[1]?.data ?? '');
    expect(told).toEqual({ serverTimeMs: START_MS + 15_000, seq: 3, feed: { ...FEED, state: 'delayed' } });
  });

  test('[ST3] is dropped when its reader stops reading, while the others are served', async () => {
    const { open, push, streams } = aRelay();
    const slow = open();
    const quick = open();
    let seq = 0;
    while (streams.size === 2 && seq < 10_000) {
      push(seq + 1, 100);
      seq += 100;
      await quick.take(1 + seq / 100);
    }
    expect(streams.size).toBe(1);
    expect(streams.dropped).toBe(1);
    expect(seq).toBeLessThan(2_000);
    await expect(slow.take(10_000)).rejects.toThrow('slow reader');
    push(seq + 1, 1);
    await quick.take(2 + seq / 100);
    expect(quick.ordinals()).toEqual(upTo(seq + 1));
  });

  test('[ST3] is dropped when it does not take its replay for half a minute', async () => {
    const { open, streams, clock } = aRelay(9_000);
    open(0);
    streams.heartbeat();
    clock.advance(30_001);
    streams.heartbeat();
    expect(streams.size).toBe(0);
    expect(streams.dropped).toBe(1);
  });

  test('[ST6] is closed after its two hours, in the end of an event and not in its middle', async () => {
    const { open, streams, clock } = aRelay(3);
    const reader = open(0);
    clock.advance(2 * HOUR_MS - 1);
    streams.heartbeat();
    expect(streams.size).toBe(1);
    clock.advance(1);
    streams.heartbeat();
    expect(streams.size).toBe(0);
    expect(await reader.take(99)).toBe(false);
    expect(reader.events.map(({ event }) => event)).toEqual(['hello', 'strikes', 'hb', 'hb']);
  });

  test('is forgotten when its client leaves, by cancelling or by the request’s end', async () => {
    const { open, streams } = aRelay();
    const gone = new AbortController();
    const reader = open();
    open(undefined, SOFIA, gone);
    expect(streams.size).toBe(2);
    await reader.cancel();
    gone.abort();
    expect(streams.size).toBe(0);
    expect(streams.dropped).toBe(0);
  });

  test('[ST5] of another filter gets its own frame, and none where nothing concerns it', async () => {
    const { open, push, streams } = aRelay();
    const elsewhere = open(undefined, cellsFilter([{ z: 4, x: 0, y: 0 }]));
    const here = open(undefined, cellsFilter([{ z: 4, x: 9, y: 5 }]));
    push(1, 2);
    streams.heartbeat();
    await elsewhere.take(2);
    await here.take(3);
    expect(elsewhere.events.map(({ event }) => event)).toEqual(['hello', 'hb']);
    expect(here.events.map(({ event }) => event)).toEqual(['hello', 'strikes', 'hb']);
    expect(streams.cells()).toEqual({ '4/0/0': 1, '4/9/5': 1 });
  });
});
