import { describe, expect, test, vi } from 'vitest';
import { CELLS, connect, greeted } from './connectionHarness.ts';
import { aStrike, heartbeat, hello, strikesEvent, withFakeTime } from './feedHarness.ts';

withFakeTime(1_800_000_000_000);

const AWAY = { event: 'away', data: { retryAfterMs: 60_000 } } as const;

/** A connection that was live up to seq 75 and then had to go for a minute. */
function displaced() {
  const all = connect(() => 0);
  all.connection.start(CELLS);
  all.server.newest.send(hello(70));
  all.server.newest.send(strikesEvent(75, [aStrike(75)]));
  all.server.newest.send(AWAY);
  return all;
}

describe('a client that had to make room', () => {
  test('[CL7] opens no stream before the time it was told, then one from its cursor', () => {
    const { server, connection } = displaced();
    expect([connection.phase, connection.slicesOnly, server.newest.readyState]).toEqual(['away', true, 2]);
    vi.advanceTimersByTime(59_999);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=75');
  });

  test('[CL7] is itself again once a stream greets it, and not before', () => {
    const { server, connection } = displaced();
    vi.advanceTimersByTime(60_000);
    expect([connection.phase, connection.slicesOnly]).toEqual(['opening', true]);
    server.newest.send(hello(80));
    server.newest.send(heartbeat(80));
    expect([connection.phase, connection.slicesOnly, connection.cursor]).toEqual(['open', false, 80]);
  });

  test('[CL7] does not come back for another view, but then asks for that one', () => {
    const { server, connection } = displaced();
    connection.start([{ z: 4, x: 8, y: 5 }], 40);
    vi.advanceTimersByTime(59_999);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/8/5&since=40');
  });

  test('[CL7] [CL5] does not come back early because the page slept and woke', () => {
    const { server, connection } = displaced();
    connection.suspend();
    vi.advanceTimersByTime(20_000);
    connection.wake();
    expect(connection.phase).toBe('away');
    vi.advanceTimersByTime(39_999);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.streams).toHaveLength(2);
  });

  test('[CL7] [CL5] that slept past its time comes back when it wakes', () => {
    const { server, connection } = displaced();
    connection.suspend();
    vi.advanceTimersByTime(70_000);
    expect(server.streams).toHaveLength(1);
    connection.wake();
    expect(server.streams).toHaveLength(2);
  });

  test('[VE2] [ST8] and does not know the event comes back after the end of the stream, as after any', () => {
    const { server } = greeted(() => 0);
    server.newest.send(heartbeat(72));
    server.newest.sendFrame('event: something-new\ndata: {"retryAfterMs":60000}\n\n');
    server.newest.drop();
    server.newest.fail();
    vi.advanceTimersByTime(0);
    expect(server.newest.url).toContain('since=72');
  });
});

describe('a client that is refused', () => {
  test('[CL7] waits as long as the server says, and up to a quarter more, then tries once', () => {
    const { server, connection } = connect(() => 0.8);
    connection.start(CELLS);
    server.newest.refuse(40_000);
    expect([connection.phase, connection.slicesOnly]).toEqual(['away', true]);
    vi.advanceTimersByTime(47_999);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.streams).toHaveLength(2);
  });

  test('[CL7] [CL1] again and again for a short time waits longer and longer all the same', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const refusedAtMs = Date.now();
      const opened = server.streams.length;
      server.newest.refuse(4_000);
      while (server.streams.length === opened) vi.advanceTimersByTime(100);
      waits.push(Date.now() - refusedAtMs);
    }
    expect(waits).toEqual([5_000, 5_000, 5_000, 8_000, 16_000, 30_000]);
  });

  test('[CL1] without being told a time waits as after any failure', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.fail();
    expect([connection.phase, connection.slicesOnly]).toEqual(['waiting', false]);
    vi.advanceTimersByTime(1_000);
    expect(server.streams).toHaveLength(2);
  });
});
