import { describe, expect, test, vi } from 'vitest';
import { CELLS, connect, greeted } from './connectionHarness.ts';
import { heartbeat, hello, withFakeTime } from './feedHarness.ts';

withFakeTime(1_800_000_000_000);

describe('opening', () => {
  test('a stream names its cells and, where given, the cursor it starts from', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5');
    connection.start(CELLS, 40);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=40');
    expect(server.streams.map((stream) => stream.readyState)).toEqual([2, 0]);
  });

  test('a stream without a cursor begins at the seq of its hello', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    expect(connection.baseSeq).toBeUndefined();
    server.newest.send(hello(70));
    expect(connection.baseSeq).toBe(70);
  });

  test('nothing that a replaced stream still says is heard', () => {
    const { server, connection, delivered } = connect();
    connection.start(CELLS);
    const first = server.newest;
    connection.start(CELLS, 5);
    first.send(hello(70));
    expect(delivered).toEqual([]);
  });
});

describe('coming back', () => {
  test('[CL5] a tick that comes late means that the machine slept, and a dead stream is reopened at once', () => {
    const { server } = greeted();
    server.newest.send(heartbeat(72));
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toContain('since=72');
  });

  test('[CL5] throttled timers of a hidden tab are no sleep while the stream still talks', () => {
    const { server } = greeted();
    vi.setSystemTime(Date.now() + 60_000);
    server.newest.send(heartbeat(72));
    vi.advanceTimersByTime(10_000);
    expect(server.streams).toHaveLength(1);
  });

  test('[CL5] offline closes the stream and its retries; online opens it at once', () => {
    const { server, connection } = greeted();
    connection.suspend();
    vi.advanceTimersByTime(600_000);
    expect(server.streams.map((stream) => stream.readyState)).toEqual([2]);
    connection.wake();
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toContain('since=70');
  });

  test('[CL5] waking cuts the wait for the next attempt short', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.fail();
    connection.wake();
    expect(server.streams).toHaveLength(2);
  });

  test('[CL5] waking leaves a stream that talks alone', () => {
    const { server, connection } = greeted();
    connection.wake();
    expect(server.streams).toHaveLength(1);
  });
});

describe('versions', () => {
  test.each([hello(1, { protocol: 2 }), { event: 'hello', retryMs: 1, data: { protocol: 3 } }])(
    '[VE1] another protocol number stops the stream and asks for a new copy of the site, whatever else hello holds',
    (greeting) => {
      const { server, connection, foreign, delivered } = connect();
      connection.start(CELLS);
      server.newest.send(greeting as ReturnType<typeof hello>);
      vi.advanceTimersByTime(600_000);
      expect(foreign.times).toBe(1);
      expect(delivered).toEqual([]);
      expect(server.streams.map((stream) => stream.readyState)).toEqual([2]);
    },
  );

  test('[VE2] a field this build does not know is ignored', () => {
    const { server, connection, delivered } = connect();
    connection.start(CELLS);
    server.newest.send(hello(1, { novelty: true } as object));
    expect(delivered).toHaveLength(1);
  });
});

test('a stopped connection opens nothing any more', () => {
  const { server, connection } = connect();
  connection.start(CELLS);
  server.newest.fail();
  connection.stop();
  vi.advanceTimersByTime(600_000);
  connection.wake();
  expect(server.streams).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
