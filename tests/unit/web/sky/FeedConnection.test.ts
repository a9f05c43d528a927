import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { DecodedFeedEvent } from '#shared/wire/FeedEvent.ts';
import { FeedConnection, systemTimers } from '#web/sky/FeedConnection.ts';
import {
  addOffsetSample,
  clockOffsetMs,
  type OffsetSamples,
  openEventStream,
  type PageSignal,
  pageSignals,
} from '#web/sky/LiveFeed.ts';
import { aStrike, heartbeat, hello, ScriptedServer, strikesEvent, withFakeTime } from './feedHarness.ts';

const CELLS = [{ z: 4, x: 9, y: 5 }];
const LAST_BELOW_ONE = 1 - Number.EPSILON;

/** A connection under fake timers; `random` draws the jitter, by default the most of it. */
function connect(random = () => LAST_BELOW_ONE) {
  const server = new ScriptedServer();
  const delivered: DecodedFeedEvent[] = [];
  const foreignProtocol = { times: 0 };
  const connection = new FeedConnection({
    openStream: server.open,
    clock: systemClock,
    timers: systemTimers,
    random,
    onEvent: (event) => delivered.push(event),
    onPhase: () => {},
    onTimeJump: () => {},
    onProtocolMismatch: () => {
      foreignProtocol.times += 1;
    },
  });
  return { server, delivered, connection, otherBuild: foreignProtocol };
}

/** A connection that asks for a stream, and says what follows from it. */
function started(random?: () => number) {
  const connected = connect(random);
  connected.connection.start(CELLS);
  return { ...connected, states: () => connected.server.streams.map(({ readyState }) => readyState) };
}

/** A connection whose stream has said hello, at 70. */
function greeted(random?: () => number) {
  const connected = started(random);
  connected.server.newest.send(hello(70));
  return connected;
}

/** How long each of so many failures is waited for, to a tenth of a second. */
function waitsAfter(failures: number, fail: (server: ScriptedServer) => void): number[] {
  const { server } = started();
  return Array.from({ length: failures }, () => {
    const [failedAtMs, opened] = [Date.now(), server.streams.length];
    fail(server);
    while (server.streams.length === opened) vi.advanceTimersByTime(100);
    return Date.now() - failedAtMs;
  });
}

describe('feed connection', () => {
  withFakeTime(1_800_000_000_000);

  describe('opening', () => {
    test('a stream names its cells and, where given, the cursor it starts from', () => {
      const { server, connection, states } = started();
      expect(server.newest.url).toBe('/api/v1/live?tiles=4/9/5');
      connection.start(CELLS, 40);
      expect(server.newest.url).toBe('/api/v1/live?tiles=4/9/5&since=40');
      expect(states()).toEqual([2, 0]);
    });

    test('a stream without a cursor begins at the seq of its hello', () => {
      const { server, connection } = started();
      expect(connection.baseSeq).toBeUndefined();
      server.newest.send(hello(70));
      expect(connection.baseSeq).toBe(70);
    });

    test('nothing that a replaced stream still says is heard', () => {
      const { server, connection, delivered } = started();
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
      const { server, connection, states } = greeted();
      connection.suspend();
      vi.advanceTimersByTime(600_000);
      expect(states()).toEqual([2]);
      connection.wake();
      expect(server.streams).toHaveLength(2);
      expect(server.newest.url).toContain('since=70');
    });

    test('[CL5] waking cuts the wait for the next attempt short, and leaves a stream that talks alone', () => {
      const failed = started();
      failed.server.newest.fail();
      failed.connection.wake();
      expect(failed.server.streams).toHaveLength(2);
      const { server, connection } = greeted();
      connection.wake();
      expect(server.streams).toHaveLength(1);
    });
  });

  describe('versions', () => {
    test.each([hello(1, { protocol: 2 }), { event: 'hello', retryMs: 1, data: { protocol: 3 } }])(
      '[VE1] another protocol number stops the stream and asks for a new copy of the site, whatever else hello holds',
      (greeting) => {
        const { server, otherBuild: foreignProtocol, delivered, states } = started();
        server.newest.send(greeting as ReturnType<typeof hello>);
        vi.advanceTimersByTime(600_000);
        expect(foreignProtocol.times).toBe(1);
        expect(delivered).toEqual([]);
        expect(states()).toEqual([2]);
      },
    );

    test('[VE2] a field this build does not know is ignored', () => {
      const { server, delivered } = started();
      server.newest.send(hello(1, { novelty: true } as object));
      expect(delivered).toHaveLength(1);
    });
  });

  test('a stopped connection opens nothing any more', () => {
    const { server, connection } = started();
    server.newest.fail();
    connection.stop();
    vi.advanceTimersByTime(600_000);
    connection.wake();
    expect(server.streams).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a feed connection that keeps away', () => {
  withFakeTime(1_800_000_000_000);

  const AWAY = { event: 'away', data: { retryAfterMs: 60_000 } } as const;

  /** A connection that was live up to seq 75 and then had to go for a minute. */
  function displaced() {
    const all = greeted(() => 0);
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
      expect(server.newest.url).toBe('/api/v1/live?tiles=4/9/5&since=75');
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
      expect(server.newest.url).toBe('/api/v1/live?tiles=4/8/5&since=40');
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

    test('[CL7] [CL5] stays away no longer because its clock was set back while it slept', () => {
      const { server, connection } = displaced();
      connection.suspend();
      vi.advanceTimersByTime(20_000);
      vi.setSystemTime(Date.now() - 3_600_000);
      vi.advanceTimersByTime(10_000);
      connection.wake();
      vi.advanceTimersByTime(40_000);
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
      const { server, connection } = started(() => 0.8);
      server.newest.refuse(40_000);
      expect([connection.phase, connection.slicesOnly]).toEqual(['away', true]);
      vi.advanceTimersByTime(47_999);
      expect(server.streams).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(server.streams).toHaveLength(2);
    });

    test('[CL7] [CL1] again and again for a short time waits longer and longer all the same', () => {
      const waits = waitsAfter(6, (server) => server.newest.refuse(4_000));
      expect(waits).toEqual([5_000, 5_000, 5_000, 8_000, 16_000, 30_000]);
    });

    test('[CL1] without being told a time waits as after any failure', () => {
      const { server, connection } = started();
      server.newest.fail();
      expect([connection.phase, connection.slicesOnly]).toEqual(['waiting', false]);
      vi.advanceTimersByTime(1_000);
      expect(server.streams).toHaveLength(2);
    });
  });
});

describe('a feed connection that reopens', () => {
  withFakeTime(1_800_000_000_000);

  test('[CL1] a stream that the browser gave up is opened anew from the cursor, after a jittered delay', () => {
    const { server } = greeted(() => 0.5);
    server.newest.send(strikesEvent(75, [aStrike(75)]));
    server.newest.fail();
    vi.advanceTimersByTime(499);
    expect(server.streams).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(server.newest.url).toBe('/api/v1/live?tiles=4/9/5&since=75');
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
    const { server } = started(() => 0);
    vi.advanceTimersByTime(55_000);
    expect(server.streams).toHaveLength(2);
  });

  test('[CL1] the delay doubles its ceiling from 1 s to 30 s while nothing good comes', () => {
    const waits = waitsAfter(7, (server) => server.newest.fail());
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('[CL1] a good event after hello resets the delay; a hello alone does not', () => {
    const { server } = started();
    server.newest.fail();
    vi.advanceTimersByTime(1_000);
    server.newest.send(hello(70));
    // They may come in one piece with it.
    server.newest.send({ event: 'storm-cells', data: encodeCells({ atMs: 1, cells: [], odds: AS_FITTED }) });
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
      const received = delivered.length;
      server.newest.sendFrame(frame);
      vi.advanceTimersByTime(0);
      expect(delivered).toHaveLength(received);
      expect(server.newest.url).toContain('since=72');
    },
  );
});

describe('open event stream', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function serve(reply: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
    const server = createServer(reply).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  function open(url: string) {
    const stream = openEventStream(url);
    closing.push(() => stream.close());
    const next = (type: string) =>
      new Promise<MessageEvent<string>>((received) => stream.addEventListener(type, received));
    return { stream, next };
  }

  test('[CL7] a stream that the server refuses is closed for good and says for how long', async () => {
    const url = await serve((_, response) => response.writeHead(503, { 'retry-after': '45' }).end());
    const { stream, next } = open(url);
    await next('error');
    expect([stream.readyState, stream.refusedForMs]).toEqual([2, 45_000]);
  });

  test('[CL1] a stream that ends is opened again by itself, from the last event id', async () => {
    const cursors: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      cursors.push(request.headers['last-event-id'] as string | undefined);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const end = cursors.length === 1;
      response.write('retry: 10\nevent: hb\nid: 7\ndata: {"seq":7}\n\n');
      if (end) response.end();
    });
    const { stream, next } = open(url);
    const received = await next('hb');
    expect([received.data, received.lastEventId]).toEqual(['{"seq":7}', '7']);
    await next('error');
    expect([stream.readyState, stream.refusedForMs]).toEqual([0, undefined]);
    await next('hb');
    expect(cursors).toEqual([undefined, '7']);
  });
});

describe('server clock', () => {
  const samplesOf = (offsets: readonly number[]) =>
    offsets.reduce<OffsetSamples>((samples, offset) => addOffsetSample(samples, 1_000_000 + offset, 1_000_000), []);

  test('[CL4] the offset is the median of the last nine samples, and with none the device is believed', () => {
    expect(clockOffsetMs(samplesOf([500, 500, 500, 7, 1, 9, 3, 5, 2, 8, 4, 6]))).toBe(5);
    expect(clockOffsetMs([])).toBe(0);
  });

  test('[CL4] up to four of nine samples that lay in a buffer do not move it beyond the honest ones', () => {
    const honest = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 5 });
    const held = fc.array(fc.integer({ min: -60_000, max: 60_000 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(honest, held, (good, bad) => {
        const offset = clockOffsetMs(samplesOf([...bad, ...good]));
        expect(offset).toBeGreaterThanOrEqual(Math.min(...good));
        expect(offset).toBeLessThanOrEqual(Math.max(...good));
      }),
    );
  });
});

describe('page signals', () => {
  /** The parts of a window that signals come from. */
  class FakePage extends EventTarget {
    readonly navigator = { onLine: true };
    readonly document = Object.assign(new EventTarget(), { hidden: false });

    hide(hidden: boolean): void {
      this.document.hidden = hidden;
      this.document.dispatchEvent(new Event('visibilitychange'));
    }
  }

  function watch(neverIdle = false) {
    const page = new FakePage();
    const received: PageSignal[] = [];
    const signals = pageSignals(page as unknown as Window, systemTimers, () => neverIdle);
    const end = signals.subscribe((signal) => received.push(signal));
    return { page, received, end };
  }

  withFakeTime(0);

  test('[CL5] offline sleeps, online wakes, and so does a tab that becomes visible, unless it is offline', () => {
    const { page, received: pageSignals } = watch();
    page.dispatchEvent(new Event('offline'));
    page.dispatchEvent(new Event('online'));
    expect(pageSignals.splice(0)).toEqual(['sleep', 'wake']);
    page.hide(false);
    page.navigator.onLine = false;
    page.hide(false);
    expect(pageSignals).toEqual(['wake']);
  });

  test('a tab hidden for ten minutes sleeps; one that is looked at in between does not', () => {
    const { page, received: pageSignals } = watch();
    page.hide(true);
    vi.advanceTimersByTime(599_000);
    page.hide(false);
    page.hide(true);
    vi.advanceTimersByTime(599_000);
    expect(pageSignals).toEqual(['wake']);
    vi.advanceTimersByTime(1_000);
    expect(pageSignals).toEqual(['wake', 'sleep']);
  });

  test('a wall display never sleeps for being hidden', () => {
    const { page, received: pageSignals } = watch(true);
    page.hide(true);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(pageSignals).toEqual([]);
  });

  test('a page put away and taken out again by the browser sleeps and wakes', () => {
    const { page, received: pageSignals } = watch();
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('pageshow'));
    page.document.dispatchEvent(new Event('freeze'));
    page.document.dispatchEvent(new Event('resume'));
    expect(pageSignals).toEqual(['sleep', 'wake', 'sleep', 'wake']);
  });

  test('an ended subscription hears nothing more', () => {
    const { page, received: pageSignals, end } = watch();
    page.hide(true);
    end();
    vi.advanceTimersByTime(3_600_000);
    page.dispatchEvent(new Event('online'));
    expect(pageSignals).toEqual([]);
  });
});
