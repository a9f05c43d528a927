import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { encodeCells } from '#shared/wire/cellsEvent.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { type Reported, viewStatusOf } from '#web/sky/FeedView.ts';
import {
  ATHENS,
  aStrike,
  begin,
  beginStream,
  beginVisible,
  greeting,
  HOUR,
  heartbeat,
  hello,
  liveAt,
  NOW,
  ordinals,
  type ScriptedStream,
  SOFIA,
  settled,
  strikesEvent,
  withFakeTime,
} from './feedHarness.ts';

describe('live feed', () => {
  withFakeTime(NOW);

  /** A feed asked to show an hour of Sofia whose answers are not awaited. */
  async function visibleFor(ms: number, change: (host: ReturnType<typeof begin>['host']) => void) {
    const begun = begin();
    change(begun.host);
    begun.feed.show(SOFIA, HOUR);
    await vi.advanceTimersByTimeAsync(ms);
    return begun;
  }

  describe('the start', () => {
    test('[CU6] slices come first, and the stream begins at the lowest seq of theirs', async () => {
      const { server, feed } = await visibleFor(0, (host) => {
        host.strikes = [aStrike(90, { atMs: NOW - 60_000 }), aStrike(95, { atMs: NOW - 50 * 60_000 })];
      });
      expect(ordinals(feed)).toEqual([90, 95]);
      expect(server.newest.url).toBe('/api/v1/live?tiles=4/9/5&since=100');
      expect(feed.view.complete).toBe(false);
      beginStream(server.newest, 100);
      expect(feed.view.complete).toBe(true);
    });

    test('[CL3] what a slice and the stream both tell is shown once', async () => {
      const both = aStrike(90, { atMs: NOW - 60_000 });
      const { server, feed } = await visibleFor(0, (host) => {
        host.strikes = [both];
      });
      server.newest.send(greeting(103));
      server.newest.send(strikesEvent(103, [both, aStrike(103, { atMs: NOW })]));
      expect(ordinals(feed)).toEqual([90, 103]);
    });

    test('slices that hang do not hold up live strikes, and the window is not called complete', async () => {
      const { server, feed } = await visibleFor(2_000, (host) => {
        host.hanging = true;
      });
      server.newest.send(greeting(200));
      server.newest.send(strikesEvent(201, [aStrike(201, { atMs: NOW })]));
      expect([ordinals(feed), feed.view.complete]).toEqual([[201], false]);
    });

    test('slices that fail are asked for again until they come, and only then the window is complete', async () => {
      const { server, host, feed } = await visibleFor(2_000, (failing) => {
        failing.failing = true;
      });
      beginStream(server.newest, 50);
      expect([feed.view.failing, feed.view.complete]).toEqual([true, false]);
      host.failing = false;
      await vi.advanceTimersByTimeAsync(30_000);
      expect([feed.view.failing, feed.view.complete]).toEqual([false, true]);
    });

    test('[CU6] a late slice that ends before the stream begins has the stream reopened from there: no hole', async () => {
      const { server, host, feed } = await visibleFor(2_000, (failing) => {
        failing.failing = true;
      });
      server.newest.send(greeting(120));
      host.failing = false;
      host.seq = 110;
      await vi.advanceTimersByTimeAsync(30_000);
      expect(server.newest.url).toContain('since=110');
      beginStream(server.newest, 120);
      expect(feed.view.complete).toBe(true);
    });
  });

  describe('another view or window', () => {
    test('the surroundings of a point stay under the stream while the view goes elsewhere', async () => {
      const { server, host, feed } = begin();
      feed.show(SOFIA, HOUR, SOFIA);
      await settled();
      beginStream(server.newest, 100);
      feed.show(ATHENS, HOUR, SOFIA);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(server.newest.url).toContain('tiles=4/9/5,4/9/6');
      host.strikes = [];
      server.newest.send(greeting(100));
      server.newest.send(strikesEvent(101, [aStrike(101, { atMs: NOW })]));
      expect(ordinals(feed)).toEqual([101]);
    });

    test('a wider window asks only for the hours that are missing', async () => {
      const { server, host, feed } = await beginVisible();
      beginStream(server.newest, 100);
      const before = host.requests.length;
      feed.show(SOFIA, 6 * HOUR);
      expect(feed.view.complete).toBe(false);
      await settled();
      const added = host.requests.slice(before).map((path) => path.split('/').at(-2));
      expect(new Set(added)).toEqual(
        new Set([10, 9, 8, 7, 6].map((hour) => `20260701${String(hour).padStart(2, '0')}`)),
      );
      expect(feed.view.complete).toBe(true);
    });

    test('going back to a narrower window, or a place inside the view, asks for nothing', async () => {
      const { server, host, feed } = begin();
      feed.show(SOFIA, 6 * HOUR);
      await settled();
      beginStream(server.newest, 100);
      const before = host.requests.length;
      feed.show({ west: 23.2, south: 42.65, east: 23.3, north: 42.7 }, HOUR);
      await settled();
      expect(host.requests).toHaveLength(before);
      expect(server.streams).toHaveLength(1);
      expect(feed.view.complete).toBe(true);
    });

    test('a view wider than a stream covers is never called complete', async () => {
      const { server, feed } = begin();
      feed.show({ west: -180, south: -85, east: 180, north: 85 }, HOUR);
      await settled();
      beginStream(server.newest, 100);
      expect([feed.view.tooWide, feed.view.complete]).toEqual([true, false]);
      feed.show(SOFIA, HOUR);
      await vi.advanceTimersByTimeAsync(2_000);
      beginStream(server.newest, 100);
      expect([feed.view.tooWide, feed.view.complete]).toEqual([false, true]);
    });

    test('the turn of the hour asks for nothing: the stream tells the new hour from its start', async () => {
      const { server, host, feed } = await beginVisible();
      server.newest.send(greeting(100));
      const before = host.requests.length;
      for (let minute = 0; minute < 40; minute += 1) {
        server.newest.send(heartbeat(100, Date.now()));
        await vi.advanceTimersByTimeAsync(30_000);
        server.newest.send(heartbeat(100, Date.now()));
        await vi.advanceTimersByTimeAsync(30_000);
      }
      expect(host.requests).toHaveLength(before);
      expect(feed.view.complete).toBe(true);
    });
  });
});

describe('a live feed that keeps away', () => {
  withFakeTime(NOW);

  const AWAY = { event: 'away', data: { retryAfterMs: 60_000 } } as const;

  async function displaced() {
    const all = begin();
    all.feed.show(SOFIA, HOUR);
    await settled();
    beginStream(all.server.newest, 100);
    const requestCount = all.host.requests.length;
    all.server.newest.send(AWAY);
    return { ...all, since: () => all.host.requests.slice(requestCount) };
  }

  const viewStatus = ({ view }: ReturnType<typeof begin>['feed']) => viewStatusOf(view, undefined, Date.now());
  const hoursIn = (paths: readonly string[]) =>
    new Set(paths.flatMap((path) => /\d{10}(?=\/planes$)/.exec(path) ?? []));

  describe('without a place in a relay', () => {
    test('[CL7] reads the open hour and the status every 15 to 30 s, shows what is new and says delayed', async () => {
      const { feed, host, since } = await displaced();
      await settled();
      expect(viewStatus(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
      expect(hoursIn(since())).toEqual(new Set(['2026070112']));
      expect(since().filter((path) => path === apiPaths.status)).toHaveLength(1);
      host.strikes = [aStrike(101, { atMs: NOW })];
      await vi.advanceTimersByTimeAsync(22_499);
      expect(ordinals(feed)).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(ordinals(feed)).toEqual([101]);
      expect(since().filter((path) => path === apiPaths.status)).toHaveLength(2);
    });

    test('[CL7] keeps its cursor: the stream goes on from where it was, and tells each strike once', async () => {
      const { feed, host, server, since } = await displaced();
      host.strikes = [aStrike(101, { atMs: NOW })];
      await vi.advanceTimersByTimeAsync(60_000);
      expect(server.newest.url).toContain('since=100');
      beginStream(server.newest, 101);
      expect(feed.view.slicesOnly).toBe(false);
      const requestCount = since().length;
      await vi.advanceTimersByTimeAsync(40_000);
      expect(since()).toHaveLength(requestCount);
      expect(ordinals(feed)).toEqual([101]);
    });

    test('[CL7] a first visit that is refused learns the state of the feed, and is not called offline', async () => {
      const { feed, server, host } = begin();
      host.strikes = [aStrike(50, { atMs: NOW - 60_000 })];
      feed.show(SOFIA, HOUR);
      await settled();
      server.newest.refuse(45_000);
      await settled();
      expect(feed.view).toMatchObject({ slicesOnly: true, source: 'simulated', build: 'test' });
      expect(viewStatus(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
      expect(ordinals(feed)).toEqual([50]);
    });

    test('[CL7] a dead feed is told as down, and so is a server that answers nothing', async () => {
      const { feed, host } = await displaced();
      host.feed = { ...host.feed, state: 'down' };
      await vi.advanceTimersByTimeAsync(22_500);
      expect(viewStatus(feed)).toMatchObject({ kind: 'down', cause: 'feed' });
      host.feed = { ...host.feed, state: 'live', lastSuccessMs: Date.now() + 20_000 };
      await vi.advanceTimersByTimeAsync(22_500);
      expect(viewStatus(feed)).toMatchObject({ kind: 'delayed', slicesOnly: true });
      host.failing = true;
      await vi.advanceTimersByTimeAsync(130_000);
      expect(viewStatus(feed)).toMatchObject({ kind: 'down' });
    });

    test('[CL7] another view is read from slices and streamed when the time is over', async () => {
      const { feed, server, since } = await displaced();
      await vi.advanceTimersByTimeAsync(10_000);
      const before = since().length;
      feed.show(ATHENS, HOUR);
      await settled();
      expect(server.streams).toHaveLength(1);
      expect(feed.view.complete).toBe(false);
      expect(since().length).toBeGreaterThan(before);
      await vi.advanceTimersByTimeAsync(50_000);
      expect(server.streams).toHaveLength(2);
    });

    test('[CL7] a page that sleeps reads nothing', async () => {
      const { signals, since } = await displaced();
      await settled();
      signals.send('sleep');
      const requestCount = since().length;
      await vi.advanceTimersByTimeAsync(300_000);
      expect(since()).toHaveLength(requestCount);
    });

    test('[CL7] the last strikes of an hour are not missed because it ended between two looks', async () => {
      vi.setSystemTime(NOW + 29 * 60_000 + 50_000);
      const { feed, host, since } = await displaced();
      await settled();
      host.strikes = [aStrike(101, { atMs: Date.now() + 8_000 })];
      const before = since().length;
      await vi.advanceTimersByTimeAsync(22_500);
      expect(hoursIn(since().slice(before))).toEqual(new Set(['2026070113', '2026070112']));
      expect(ordinals(feed)).toEqual([101]);
    });
  });

  test('[CL8] resets that follow each other are answered after growing waits, and the first at once', async () => {
    const { server, host, feed } = await beginVisible();
    // The archive is far behind: its slices end where no relay can join them.
    const waits: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      server.newest.send(greeting(300));
      const [requestCount, fromMs, opened] = [host.requests.length, Date.now(), server.streams.length];
      server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
      while (host.requests.length === requestCount) await vi.advanceTimersByTimeAsync(500);
      waits.push(Date.now() - fromMs);
      while (server.streams.length === opened) await vi.advanceTimersByTimeAsync(500);
    }
    expect(waits).toEqual([0, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    // Once the archive has caught up, the window is whole, and the next reset is the first again.
    host.seq = 300;
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    await vi.advanceTimersByTimeAsync(40_000);
    beginStream(server.newest, 300);
    await settled();
    expect(feed.view.complete).toBe(true);
    const requested = host.requests.length;
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    await settled();
    expect(host.requests.length).toBeGreaterThan(requested);
  });
});

describe('a live feed that was kept', () => {
  const RETAINED = {
    columns: { ordinals: [7], latitudesE5: [4_270_000], longitudesE5: [2_330_000], atMs: [NOW - 120_000] },
    knownUntilMs: NOW - 5_000,
    clockOffsetMs: 400,
    simulated: true,
  };

  withFakeTime(NOW);

  const statusOf = ({ view, clock }: ReturnType<typeof begin>['feed']) => viewStatusOf(view, SOFIA, clock.now());

  test('what was kept is shown as of when it was known, and is never live, however young', async () => {
    const { host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    feed.recall(RETAINED);
    await settled();
    expect([feed.view.source, feed.view.complete]).toEqual(['simulated', false]);
    const down = { kind: 'down', sinceMs: RETAINED.knownUntilMs, cause: 'connection', restored: true };
    expect([ordinals(feed), statusOf(feed)]).toEqual([[7], down]);
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect([ordinals(feed), statusOf(feed)]).toEqual([[7], down]);
  });

  test('as soon as the server is heard, what was kept is forgotten and the window is read', async () => {
    const { server, host, feed } = begin();
    host.failing = true;
    feed.show(SOFIA, HOUR);
    feed.recall(RETAINED);
    await vi.advanceTimersByTimeAsync(2_000);
    host.failing = false;
    // Another epoch of the Feed: the same number is another strike.
    host.strikes = [aStrike(7, { atMs: NOW - 30_000 })];
    beginStream(server.newest, 100);
    expect(feed.view.restoredToMs).toBeNull();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ordinals(feed)).toEqual([7]);
    expect(feed.view.strikes.store.strikeAt(0).atMs).toBe(NOW - 30_000);
    expect(feed.view.complete).toBe(true);
    expect(statusOf(feed).kind).not.toBe('down');
  });

  test('slices that come from the browser’s own cache end nothing: the server was not heard', async () => {
    const { host, feed } = begin();
    host.strikes = [aStrike(9, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    feed.recall(RETAINED);
    await settled();
    const connecting = { kind: 'connecting', restoredToMs: RETAINED.knownUntilMs };
    expect([ordinals(feed), statusOf(feed)]).toEqual([[7, 9], connecting]);
  });

  test('a feed that was heard shows nothing of what was kept', async () => {
    const { server, feed } = await beginVisible();
    beginStream(server.newest, 100);
    feed.recall(RETAINED);
    expect([ordinals(feed), feed.view.restoredToMs]).toEqual([[], null]);
  });
});

describe('what a live feed tells', () => {
  withFakeTime(NOW);

  const feedAt = (epoch = 'a'): FeedState => ({ ...liveAt(Date.now()), epoch, completeToMs: Date.now() - 5_000 });
  const greet = (stream: ScriptedStream, seq: number) =>
    stream.send(hello(seq, { serverTimeMs: Date.now(), feed: feedAt() }));
  const beat = (stream: ScriptedStream, seq: number, epoch?: string) =>
    stream.send({ event: 'hb', id: seq, data: { serverTimeMs: Date.now(), seq, feed: feedAt(epoch) } });

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
    expect(feed.view.reported).toBeNull();
    const { feed: other } = await whole();
    expect(other.view.reported).toMatchObject({
      seq: 100,
      receivedAtMs: NOW + 2_000,
      feed: { completeToMs: NOW - 3_000 },
    });
  });

  test('a greeting after a cut does not count until the strikes that it owes have come, and no listener sees it earlier', async () => {
    const { server, feed } = await whole();
    beat(server.newest, 100);
    const before = feed.view.reported;
    const seen = new Set<Reported | null>();
    feed.subscribe(() => seen.add(feed.view.reported));
    await vi.advanceTimersByTimeAsync(1_000);
    server.newest.drop();
    greet(server.newest, 103);
    expect([...seen]).toEqual([before]);
    server.newest.send(strikesEvent(103, [aStrike(103, { atMs: NOW })]));
    expect(feed.view.reported).toMatchObject({ seq: 103, receivedAtMs: NOW + 1_000 });
  });

  test('with another epoch nothing that is held counts: strikes are forgotten and the window is read again', async () => {
    const { server, host, feed } = await whole();
    beat(server.newest, 100);
    host.strikes = [aStrike(90, { atMs: NOW - 1_000 })];
    host.seq = 101;
    beat(server.newest, 101, 'b');
    expect([feed.view.reported, feed.view.complete, ordinals(feed)]).toEqual([null, false, []]);
    await settled();
    expect(feed.view.strikes.store.strikeAt(0).atMs).toBe(NOW - 1_000);
    expect(feed.view.reported).toMatchObject({ seq: 101, feed: { epoch: 'b' } });
  });

  test('a slice of an earlier epoch that arrives after a second change is not taken for one of the present epoch', async () => {
    const { server, host, feed } = await whole();
    beat(server.newest, 100);
    const late = host.hold();
    beat(server.newest, 101, 'b');
    host.strikes = [aStrike(4, { atMs: NOW - 1_000 })];
    host.seq = 5;
    beat(server.newest, 5, 'c');
    late();
    await settled();
    expect(ordinals(feed)).toEqual([4]);
    expect(feed.view.reported).toMatchObject({ seq: 5, feed: { epoch: 'c' } });
    server.newest.drop();
    server.newest.fail();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.newest.url).toContain('since=5');
  });

  test('a page that only reads slices forgets the strikes of another epoch', async () => {
    const { server, host, feed } = await whole();
    beat(server.newest, 100);
    host.strikes = [aStrike(90, { atMs: NOW - 1_000 })];
    host.feed = feedAt('b');
    server.newest.send({ event: 'away', data: { retryAfterMs: 60_000 } });
    await settled();
    expect(feed.view.strikes.store.strikeAt(0).atMs).toBe(NOW - 1_000);
  });

  test('whose device clock is set back an hour while the stream is dead is down two minutes later', async () => {
    const { server, feed } = await whole();
    beat(server.newest, 100);
    vi.setSystemTime(NOW - HOUR);
    await vi.advanceTimersByTimeAsync(140_000);
    expect(viewStatusOf(feed.view, SOFIA, feed.clock.now()).kind).toBe('down');
    expect(feed.view.reported?.receivedAtMs).toBeLessThan(NOW - HOUR + 11_000);
  });

  test.each([-HOUR, HOUR])(
    'whose device clock is set by %i ms has the server’s time again with the next event',
    async (byMs) => {
      const { server, feed } = await whole();
      const beatAt = (serverTimeMs: number) => server.newest.send(heartbeat(100, serverTimeMs));
      for (let beats = 0; beats < 9; beats += 1) beatAt(Date.now());
      vi.setSystemTime(NOW + byMs);
      await vi.advanceTimersByTimeAsync(10_000);
      server.newest.send(hello(100, { serverTimeMs: NOW + 10_000 }));
      expect(feed.view.clockOffsetMs).toBe(-byMs);
    },
  );

  test('whose timers were late for a minute keeps the median of its clock', async () => {
    const { server, feed } = await whole();
    const beatAt = (serverTimeMs: number) => server.newest.send(heartbeat(100, serverTimeMs));
    for (let beats = 0; beats < 9; beats += 1) beatAt(Date.now());
    vi.setSystemTime(NOW + 31_000);
    await vi.advanceTimersByTimeAsync(10_000);
    beatAt(Date.now() - 20_000);
    expect(feed.view.clockOffsetMs).toBe(0);
  });

  test('is only connecting while nothing has failed, and down once its stream has', async () => {
    const { server, host, feed } = begin();
    host.hanging = true;
    feed.show(SOFIA, HOUR);
    const kind = () => viewStatusOf(feed.view, SOFIA, feed.clock.now()).kind;
    await vi.advanceTimersByTimeAsync(40_000);
    expect(kind()).toBe('connecting');
    server.newest.fail();
    expect(kind()).toBe('down');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kind()).toBe('down');
    beginStream(server.newest, 100);
    expect([feed.view.streamFailing, kind()]).toEqual([false, 'live']);
  });

  const cellsAt = (atMs: number) =>
    ({ event: 'storm-cells', data: encodeCells({ atMs, cells: [], odds: AS_FITTED }) }) as const;

  test('of the cells that a stream tells the newest are kept, whatever comes last', async () => {
    const { server, feed } = await beginVisible();
    expect(feed.view.cells).toBeNull();
    beginStream(server.newest, 100);
    server.newest.send(cellsAt(NOW - 60_000));
    server.newest.send(cellsAt(NOW));
    const retained = feed.view.cells;
    expect(retained?.atMs).toBe(NOW);
    server.newest.drop();
    beginStream(server.newest, 100);
    server.newest.send(cellsAt(NOW - 60_000));
    expect(feed.view.cells).toBe(retained);
  });
});

describe('a live feed in trouble', () => {
  withFakeTime(NOW);

  test('a slice that the server refuses is not asked for again until another hour begins', async () => {
    const { host, feed } = begin();
    host.refusing = true;
    feed.show(SOFIA, HOUR);
    await settled();
    const requestCount = host.requests.length;
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(host.requests.length).toBe(requestCount);
    expect([feed.view.failing, feed.view.complete]).toEqual([true, false]);
    host.refusing = false;
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(host.requests.length).toBeGreaterThan(requestCount);
    expect(feed.view.failing).toBe(false);
  });

  test('[CU2] after a reset every hour is read again, and then the window is whole', async () => {
    const { server, host, feed } = begin();
    feed.show(SOFIA, 6 * HOUR);
    await settled();
    server.newest.send(greeting(300));
    const before = host.requests.length;
    host.seq = 300;
    server.newest.send({ event: 'reset', data: { reason: 'too-old' } });
    expect(feed.view.complete).toBe(false);
    await settled();
    const again = new Set(host.requests.slice(before).map((path) => path.split('/').at(-2)));
    expect(again.size).toBe(7);
    expect(feed.view.complete).toBe(true);
  });

  test('[CU2] a server that has numbered anew has everything forgotten that was held under the old numbers', async () => {
    const { server, host, feed } = begin();
    host.strikes = [aStrike(90, { atMs: NOW - 60_000 })];
    feed.show(SOFIA, HOUR);
    await settled();
    server.newest.send(greeting(3));
    host.strikes = [aStrike(2, { atMs: NOW - 60_000 })];
    host.seq = 3;
    server.newest.send({ event: 'reset', data: { reason: 'unknown-seq' } });
    await settled();
    expect(ordinals(feed)).toEqual([2]);
  });

  test('[CL5] a page that wakes goes on from its cursor', async () => {
    const { server, signals } = await beginVisible();
    server.newest.send(greeting(100));
    server.newest.send(heartbeat(140, Date.now()));
    signals.send('sleep');
    await vi.advanceTimersByTimeAsync(300_000);
    signals.send('wake');
    expect(server.newest.url).toContain('since=140');
  });

  test.each([
    ['2026070109', 'whose device is fast by two hours', -2 * HOUR],
    ['2026070113', 'whose device is slow by the turn of an hour', 40 * 60_000],
  ])('[CL4] ages are counted on the server’s clock: the hour %s is read by a page %s', async (hour, _, aheadMs) => {
    const { server, host, feed } = await beginVisible();
    server.newest.send(hello(100, { serverTimeMs: NOW + aheadMs }));
    await settled();
    expect(feed.clock.now()).toBe(NOW + aheadMs);
    expect(host.requests.some((path) => path.includes(`/${hour}/`))).toBe(true);
  });

  test('[VE1] a server of another protocol is reported as such', async () => {
    const { server, feed } = await beginVisible();
    server.newest.send(hello(100, { protocol: 2 }));
    expect(feed.view.outdated).toBe(true);
  });

  test('a stopped feed leaves no timer behind', async () => {
    const { server, feed } = await beginVisible();
    server.newest.send(greeting(100));
    feed.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('eight hours', () => {
  const EVENT_EVERY_MS = 5_000;
  const STRIKES_PER_EVENT = 33;
  const HEARTBEAT_EVERY_MS = 15_000;
  const MEGABYTE = 1024 * 1024;

  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;

  withFakeTime(NOW);

  test('eight hours of a storm of 400 strikes a minute leave the heap flat', { timeout: 120_000 }, async () => {
    const { server, feed } = await beginVisible();
    let ordinal = 100;
    server.newest.send(greeting(ordinal));
    const heapAfter = async (hours: number): Promise<number> => {
      for (const endMs = NOW + hours * HOUR; Date.now() < endMs; ) {
        await vi.advanceTimersByTimeAsync(EVENT_EVERY_MS);
        const strikes = Array.from({ length: STRIKES_PER_EVENT }, (_, index) =>
          aStrike(ordinal + 1 + index, { atMs: Date.now() - index * 100 }),
        );
        ordinal += STRIKES_PER_EVENT;
        server.newest.send(strikesEvent(ordinal, strikes));
        if ((Date.now() - NOW) % HEARTBEAT_EVERY_MS === 0) server.newest.send(heartbeat(ordinal, Date.now()));
      }
      collectGarbage();
      return process.memoryUsage().heapUsed / MEGABYTE;
    };
    const [early, late] = [await heapAfter(1), await heapAfter(8)];
    process.stdout.write(
      `heap after 1 h ${early.toFixed(1)} MB, after 8 h ${late.toFixed(1)} MB; ${feed.view.strikes.store.length} strikes held\n`,
    );
    expect(feed.view.strikes.store.length).toBe((8 * HOUR * STRIKES_PER_EVENT) / EVENT_EVERY_MS);
    expect(late - early).toBeLessThan(4);
  });
});
