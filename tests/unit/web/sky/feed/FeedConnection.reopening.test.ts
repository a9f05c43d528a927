import { describe, expect, test, vi } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/place/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import { CELLS, connect, greeted } from './connectionHarness.ts';
import { aStrike, heartbeat, hello, strikesEvent, withFakeTime } from './feedHarness.ts';

withFakeTime(1_800_000_000_000);

describe('reopening', () => {
  test('[CL1] a stream that the browser gave up is opened anew from the cursor, after a jittered delay', () => {
    const { server } = greeted(() => 0.5);
    server.newest.send(strikesEvent(75, [aStrike(75)]));
    server.newest.fail();
    vi.advanceTimersByTime(499);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.newest.url).toBe('/api/v1/live?cells=4/9/5&since=75');
  });

  test('[CL1] silence of 45 s counts as closed, however open the socket is', () => {
    const { server } = greeted(() => 0);
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
    // They may come in one piece with it.
    server.newest.send({ event: 'cells', data: encodeCells({ atMs: 1, cells: [], odds: AS_FITTED }) });
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
    const { server, connection, delivered } = greeted(() => 0);
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
    const { server } = greeted(() => 0);
    server.newest.drop();
    vi.advanceTimersByTime(0);
    expect(server.newest.url).toContain('since=70');
  });

  test('[CL1] a second native failure in a row is taken over with a growing delay', () => {
    const { server } = greeted(() => 0);
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
      const { server, delivered } = greeted(() => 0);
      server.newest.send(heartbeat(72));
      const heard = delivered.length;
      server.newest.sendFrame(frame);
      vi.advanceTimersByTime(0);
      expect(delivered).toHaveLength(heard);
      expect(server.newest.url).toContain('since=72');
    },
  );
});
