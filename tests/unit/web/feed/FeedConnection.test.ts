import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/time/Clock.ts';
import type { DecodedFeedEvent } from '#shared/wire/feedCodec.ts';
import { FeedConnection } from '#web/feed/FeedConnection.ts';
import { systemTimers } from '#web/feed/Timers.ts';
import { aStrike, heartbeat, hello, ScriptedServer, strikesEvent } from './feedHarness.ts';

const CELLS = [{ z: 4, x: 9, y: 5 }];
const LAST_BELOW_ONE = 1 - Number.EPSILON;

function connect(random = () => LAST_BELOW_ONE) {
  const server = new ScriptedServer();
  const delivered: DecodedFeedEvent[] = [];
  const foreign = vi.fn();
  const connection = new FeedConnection({
    openStream: server.open,
    clock: systemClock,
    timers: systemTimers,
    random,
    onEvent: (event) => delivered.push(event),
    onPhase: () => {},
    onForeignProtocol: foreign,
  });
  return { server, delivered, connection, foreign };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

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

describe('reopening', () => {
  test('[CL1] a stream that the browser gave up is opened anew from the cursor, after a jittered delay', () => {
    const { server, connection } = connect(() => 0.5);
    connection.start(CELLS);
    server.newest.send(hello(70));
    server.newest.send(strikesEvent(75, [aStrike(75)]));
    server.newest.fail();
    vi.advanceTimersByTime(499);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=75');
  });

  test('[CL1] silence of 45 s counts as closed, however open the socket is', () => {
    const { server, connection } = connect(() => 0);
    connection.start(CELLS);
    server.newest.send(hello(70));
    vi.advanceTimersByTime(30_000);
    server.newest.send(heartbeat(71));
    vi.advanceTimersByTime(44_000);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toContain('since=71');
  });

  test('[CL1] a stream that never answers is given up after the same silence', () => {
    const { server, connection } = connect(() => 0);
    connection.start(CELLS);
    vi.advanceTimersByTime(55_000);
    expect(server.streams).toHaveLength(2);
  });

  test('[CL1] the delay doubles its ceiling from 1 s to 30 s while nothing good comes', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const failedAtMs = Date.now();
      const opened = server.streams.length;
      server.newest.fail();
      while (server.streams.length === opened) vi.advanceTimersByTime(100);
      waits.push(Date.now() - failedAtMs);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('[CL1] a good event after hello resets the delay; a hello alone does not', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.fail();
    vi.advanceTimersByTime(1_000);
    server.newest.send(hello(70));
    server.newest.fail();
    vi.advanceTimersByTime(1_999);
    expect(server.streams).toHaveLength(2);
    vi.advanceTimersByTime(1);
    server.newest.send(hello(70));
    server.newest.send(heartbeat(70));
    server.newest.fail();
    vi.advanceTimersByTime(1_000);
    expect(server.streams).toHaveLength(4);
  });

  test("[CL1] the browser's own reconnect is left to it, and goes on from the cursor it carries", () => {
    const { server, connection, delivered } = connect(() => 0);
    connection.start(CELLS);
    server.newest.send(hello(70));
    server.newest.send(heartbeat(72));
    server.newest.drop();
    vi.advanceTimersByTime(5_000);
    expect(server.streams).toHaveLength(1);
    server.newest.send(hello(80));
    server.newest.send(strikesEvent(80, [aStrike(80)]));
    expect(delivered.at(-1)?.event).toBe('strikes');
    expect(connection.baseSeq).toBe(70);
  });

  test('[CL1] a browser that holds no Last-Event-ID would reconnect with a hole, and is not left to it', () => {
    const { server, connection } = connect(() => 0);
    connection.start(CELLS);
    server.newest.send(hello(70));
    server.newest.drop();
    vi.advanceTimersByTime(0);
    expect(server.newest.url).toContain('since=70');
  });

  test('[CL1] a second native failure in a row is taken over with a growing delay', () => {
    const { server, connection } = connect(() => 0);
    connection.start(CELLS);
    server.newest.send(hello(70));
    server.newest.send(heartbeat(72));
    server.newest.drop();
    server.newest.drop();
    vi.advanceTimersByTime(0);
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toContain('since=72');
  });

  test.each(['event: strikes\nid: 99\ndata: {"seq":', 'event: hb\nid: 99\ndata: {"seq":"x"}'])(
    '[CL2] a frame that does not decode reopens the stream from the last good cursor (%j)',
    (frame) => {
      const { server, connection, delivered } = connect(() => 0);
      connection.start(CELLS);
      server.newest.send(hello(70));
      server.newest.send(heartbeat(72));
      const heard = delivered.length;
      server.newest.sendFrame(frame);
      vi.advanceTimersByTime(0);
      expect(delivered).toHaveLength(heard);
      expect(server.newest.url).toContain('since=72');
    },
  );
});

describe('coming back', () => {
  test('[CL5] a tick that comes late means that the machine slept, and a dead stream is reopened at once', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.send(hello(70));
    server.newest.send(heartbeat(72));
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(server.streams).toHaveLength(2);
    expect(server.newest.url).toContain('since=72');
  });

  test('[CL5] throttled timers of a hidden tab are no sleep while the stream still talks', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.send(hello(70));
    vi.setSystemTime(Date.now() + 60_000);
    server.newest.send(heartbeat(72));
    vi.advanceTimersByTime(10_000);
    expect(server.streams).toHaveLength(1);
  });

  test('[CL5] offline closes the stream and its retries; online opens it at once', () => {
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.send(hello(70));
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
    const { server, connection } = connect();
    connection.start(CELLS);
    server.newest.send(hello(70));
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
      expect(foreign).toHaveBeenCalledTimes(1);
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
