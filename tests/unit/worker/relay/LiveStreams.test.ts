import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, test } from 'vitest';
import { HOME_BOX as HOME } from '#shared/geo/BBox.ts';
import { AS_FITTED } from '#shared/nowcast/chanceOf.ts';
import { toStrikes } from '#shared/strike.ts';
import { type CellsEvent, encodeCells } from '#shared/wire/cellsEvent.ts';
import type { FeedState, StrikesEvent } from '#shared/wire/FeedEvent.ts';
import { fromDeltas, strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { numberedStrikes } from '#tests/support/strikes.ts';
import { fakeClock } from '#tests/support/time/VirtualTime.ts';
import type { KeyRecord } from '#worker/http/keys/apiKeys.ts';
import { StreamCounts } from '#worker/http/keys/unitMeter.ts';
import { bearerKey, type ClientKey, NO_ADDRESS, trialKey } from '#worker/relay/ClientKey.ts';
import { KeyedStreams } from '#worker/relay/KeyedStreams.ts';
import {
  bboxFilter,
  NewestCells,
  type StreamFilter,
  StrikeRing,
  strikesFrame,
  tilesFilter,
} from '#worker/relay/replayBuffer.ts';
import { Gate, LiveStreams } from '#worker/relay/streams.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 6, 1, 12);
const SOFIA = bboxFilter({ west: 23, south: 42, east: 24, north: 43 });
const FEED: FeedState = { state: 'live', lastSuccessMs: START_MS, newestStrikeMs: null, typicalDelayMs: null };

/** A relay's ring and streams under a clock of the test; `open` returns a reader. */
function aRelay(inRing = 0) {
  const clock = fakeClock(START_MS);
  const ring = new StrikeRing(0, 15 * 60_000, 60_000);
  const feed = { now: FEED };
  const newest = new NewestCells();
  const cells = () => newest.at(clock.now());
  const streams = new LiveStreams({ ring, clock, feed: () => feed.now, cells, onCount: () => {} });
  const pushCells = (event: CellsEvent) => {
    newest.addCells(event);
    streams.pushCells();
  };
  const push = (first: number, count: number) => {
    const strikes = toStrikes(numberedStrikes(first, count));
    const seq = first + count - 1;
    ring.append(strikes, seq, clock.now());
    streams.push(strikes, seq);
  };
  if (inRing > 0) push(1, inRing);
  const open = (since?: number, filter: StreamFilter = SOFIA, deleted = new AbortController(), client = NO_ADDRESS) => {
    const reported = { protocol: 1, serverTimeMs: START_MS, build: 'b', source: 'live', feed: FEED } as const;
    const hello = { ...reported, seq: ring.headSeq };
    const times = { retryMs: 3_000, closesMs: START_MS + 2 * HOUR_MS };
    const opened = { client, filter, since, hello, wantsCells: filter.touches(HOME), ...times };
    return new Reader(streams.open(opened, deleted.signal));
  };
  return { clock, feed, ring, streams, push, pushCells, open };
}

const viewer = (name: string): ClientKey => ({ network: name, host: name });

/** Takes chunks one by one, as a client that decides when it reads. */
class Reader {
  readonly events: EventSourceMessage[] = [];
  retryMs: number | undefined;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private readonly parser = createParser({
    onEvent: (event) => this.events.push(event),
    onRetry: (ms) => {
      this.retryMs = ms;
    },
  });

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader();
  }

  /** Reads until `count` events came, or the stream ended: then resolves to false. */
  async readUntil(count: number): Promise<boolean> {
    while (this.events.length < count) {
      const { done, value } = await this.reader.read();
      if (done) return false;
      this.parser.feed(this.decoder.decode(value, { stream: true }));
    }
    return true;
  }

  cancel(): Promise<void> {
    return this.reader.cancel();
  }

  kinds = () => this.events.map(({ event }) => event);

  ordinals(): number[] {
    return this.events
      .filter(({ event }) => event === 'strikes')
      .flatMap(({ data }) => (JSON.parse(data) as StrikesEvent).strikes.map(([, , , , ordinal]) => ordinal));
  }
}

/** The ordinals after `after` up to `last`. */
const upTo = (last: number, after = 0) => Array.from({ length: last - after }, (_, index) => after + index + 1);

describe('an open stream', () => {
  test('[ST1] begins with hello and how long to wait before coming back', async () => {
    const { open } = aRelay(3);
    const reader = open();
    await reader.readUntil(1);
    expect(reader.events[0]?.event).toBe('hello');
    expect(reader.retryMs).toBe(3_000);
  });

  test('[CU1] gives what was missed once, before anything newer, and nothing twice', async () => {
    const { open, push } = aRelay(20);
    const reader = open(5);
    push(21, 4);
    await reader.readUntil(4);
    expect(reader.ordinals()).toEqual(upTo(24, 5));
  });

  test('[CU1] gives a long absence back in pieces while new strikes keep coming, each once and in order', async () => {
    const { open, push, streams } = aRelay(9_000);
    const reader = open(0);
    let seq = 9_000;
    for (let event = 2; reader.ordinals().length < seq; event += 1) {
      await reader.readUntil(event);
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
    await reader.readUntil(2);
    expect(reader.events.map(({ event, id }) => [event, id])).toEqual([
      ['hello', undefined],
      ['hb', '20'],
    ]);
  });

  test('[CU7] [ST2] ends a long replay with the state that the feed has by then, not with that of its hello', async () => {
    const { open, feed } = aRelay(9_000);
    const reader = open(0);
    await reader.readUntil(2);
    feed.now = { ...FEED, state: 'down' };
    await reader.readUntil(1 + 18 + 1);
    const last = reader.events.at(-1);
    expect(last?.event).toBe('hb');
    expect(JSON.parse(last?.data ?? '').feed.state).toBe('down');
  });

  test('[CU4] moves the cursor only as far as everything was given', async () => {
    const { open } = aRelay(1_200);
    const reader = open(0);
    await reader.readUntil(4);
    const input = reader.events.filter(({ event }) => event === 'strikes');
    expect(input.map(({ id }) => id)).toEqual(['500', '1000', '1200']);
    expect(reader.events[0]?.id).toBeUndefined();
  });

  test('[CU2] says reset and the reason to a cursor it cannot serve, and goes on live', async () => {
    const { open, push } = aRelay(3);
    const reader = open(99);
    push(4, 1);
    await reader.readUntil(3);
    expect(reader.kinds()).toEqual(['hello', 'reset', 'strikes']);
    expect(reader.events[1]?.data).toBe('{"reason":"unknown-seq"}');
    expect(reader.ordinals()).toEqual([4]);
  });

  test('[ST2] hears the state of the feed and the newest seq with each heartbeat', async () => {
    const { open, streams, clock, feed } = aRelay(3);
    const reader = open();
    clock.advance(15_000);
    feed.now = { ...FEED, state: 'delayed' };
    streams.heartbeat();
    await reader.readUntil(2);
    expect(reader.events[1]).toMatchObject({ event: 'hb', id: '3' });
    const reported = JSON.parse(reader.events[1]?.data ?? '');
    expect(reported).toEqual({ serverTimeMs: START_MS + 15_000, seq: 3, feed: { ...FEED, state: 'delayed' } });
  });

  test('[ST3] is dropped when its reader stops reading, while the others are served', async () => {
    const { open, push, streams } = aRelay();
    const slow = open();
    const quick = open();
    let seq = 0;
    while (streams.size === 2 && seq < 10_000) {
      push(seq + 1, 100);
      seq += 100;
      await quick.readUntil(1 + seq / 100);
    }
    expect(streams.size).toBe(1);
    expect(streams.dropped).toBe(1);
    expect(seq).toBeLessThan(2_000);
    await expect(slow.readUntil(10_000)).rejects.toThrow('slow reader');
    push(seq + 1, 1);
    await quick.readUntil(2 + seq / 100);
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
    expect(await reader.readUntil(99)).toBe(false);
    expect(reader.kinds()).toEqual(['hello', 'strikes', 'hb', 'hb']);
  });

  test('is forgotten when its client leaves, by cancelling or by the request’s end', async () => {
    const { open, streams } = aRelay();
    const deleted = new AbortController();
    const reader = open();
    open(undefined, SOFIA, deleted);
    expect(streams.size).toBe(2);
    await reader.cancel();
    deleted.abort();
    expect(streams.size).toBe(0);
    expect(streams.dropped).toBe(0);
  });

  test('[ST5] of another filter gets its own frame, and none where nothing concerns it', async () => {
    const { open, push, streams } = aRelay();
    const elsewhere = open(undefined, tilesFilter([{ z: 4, x: 0, y: 0 }]));
    const here = open(undefined, tilesFilter([{ z: 4, x: 9, y: 5 }]));
    push(1, 2);
    streams.heartbeat();
    await elsewhere.readUntil(2);
    await here.readUntil(3);
    expect(elsewhere.kinds()).toEqual(['hello', 'hb']);
    expect(here.kinds()).toEqual(['hello', 'strikes', 'hb']);
    expect(streams.cells()).toEqual({ '4/0/0': 1, '4/9/5': 1 });
  });
});

describe('a stream among others', () => {
  test('[ST8] hears `away` last when its place is given to somebody else: the newest of its host goes', async () => {
    const { open, push, streams } = aRelay(3);
    const [one, other] = [viewer('a'), viewer('b')];
    const oldest = open(undefined, SOFIA, new AbortController(), one);
    const newest = open(undefined, SOFIA, new AbortController(), one);
    const otherNetwork = open(undefined, SOFIA, new AbortController(), other);
    streams.displace(one, 42_000);
    push(4, 1);
    expect(streams.size).toBe(2);
    expect(await newest.readUntil(99)).toBe(false);
    expect(newest.events).toHaveLength(2);
    expect(newest.events[1]).toMatchObject({ event: 'away', id: undefined, data: '{"retryAfterMs":42000}' });
    for (const reader of [oldest, otherNetwork]) {
      await reader.readUntil(2);
      expect(reader.ordinals()).toEqual([4]);
    }
    expect(streams.dropped).toBe(0);
  });

  test('[ST10] frees its slot, and its share, at once: whichever side ended it', async () => {
    const { open, streams, push } = aRelay(9_000);
    const client = viewer('a');
    const deleted = new AbortController();
    const leaving = open(undefined, SOFIA, new AbortController(), client);
    open(undefined, SOFIA, deleted, client);
    const stalled = open(0, SOFIA, new AbortController(), client);
    await leaving.cancel();
    deleted.abort();
    expect([streams.size, streams.shares.networks.of('a')]).toEqual([1, 1]);
    await stalled.cancel();
    push(9_001, 1);
    expect([streams.size, streams.shares.networks.total, streams.shares.networks.size]).toEqual([0, 0, 0]);
  });

  test('[CU1] is encoded once for all that replay the same strikes through the same filter', async () => {
    const { open, streams } = aRelay(9_000);
    const readers = [open(0), open(0), open(0)];
    for (const reader of readers) await reader.readUntil(20);
    for (const reader of readers) expect(reader.ordinals()).toEqual(upTo(9_000));
    expect(streams.frames.encoded).toBe(18);
  });
});

describe('keyed streams', () => {
  const KEY: KeyRecord = {
    id: 'k1',
    account: 'k1',
    plan: 'professional',
    scopes: ['live'],
    expiresAtMs: null,
    revokedAtMs: null,
  };
  const client = bearerKey(KEY);
  const requested = { filter: SOFIA, since: undefined, client, mayDisplace: false };

  /** A relay's keyed streams, their account's meter, and what happened beside. */
  function keyedRelay() {
    const relay = aRelay();
    const keys = new Map([[KEY.id, KEY]]);
    const counts = new StreamCounts();
    const reported: number[] = [];
    const later: (() => Promise<void>)[] = [];
    let keyReads = 0;
    const keyed = new KeyedStreams({
      relay: 'r1',
      meterOf: () => ({
        openStream: async (name, count, limit) => counts.open(name, count, limit, START_MS),
        reportStreams: async (name, count, limit) => {
          reported.push(count);
          return counts.report(name, count, limit, START_MS);
        },
      }),
      keysOf: async () => {
        keyReads += 1;
        return keys;
      },
      nowMs: () => START_MS,
      after: (_, work) => later.push(work),
      log: () => undefined,
    });
    const open = async (limit = 5) => {
      const refusal = await keyed.admit({ ...requested, streams: limit }, relay.streams);
      if (refusal) return refusal;
      const reader = relay.open(undefined, SOFIA, undefined, client);
      keyed.finishOpening(client);
      return reader;
    };
    /** Opens a stream where there must be room for it. */
    const opened = async (limit?: number) => {
      const result = await open(limit);
      if ('readUntil' in result) return result;
      throw result;
    };
    return { keyed, streams: relay.streams, keys, reported, later, open, opened, keyReads: () => keyReads };
  }

  test('streams that end are told to the meter once for all of half a second, and no key is read for it', async () => {
    const { keyed, streams, reported, later, open, opened, keyReads } = keyedRelay();
    const readers: Reader[] = [];
    for (let stream = 0; stream < 5; stream += 1) readers.push(await opened());
    expect(await open()).toMatchObject({ status: 429 });
    keyed.finishOpening(client);
    for (const reader of readers.slice(0, 3)) {
      await reader.cancel();
      keyed.notifySoon(streams);
    }
    expect(later).toHaveLength(1);
    await later[0]?.();
    expect(reported).toEqual([2]);
    expect(keyReads()).toBe(0);
    keyed.notifySoon(streams);
    expect(later).toHaveLength(1);
    await opened();
  });

  test('a plan that has just grown costs nobody a stream before its keys are read again', async () => {
    const { streams, keyed, later, opened } = keyedRelay();
    const readers = [];
    for (let stream = 0; stream < 5; stream += 1) readers.push(await opened(5));
    for (let stream = 0; stream < 3; stream += 1) readers.push(await opened(50));
    await readers[0]?.cancel();
    keyed.notifySoon(streams);
    await later[0]?.();
    expect(streams.size).toBe(7);
  });

  test('the streams of a key that was revoked end with the next report', async () => {
    const { keyed, streams, keys, opened } = keyedRelay();
    const reader = await opened();
    await keyed.report(streams);
    expect(streams.size).toBe(1);
    keys.set(KEY.id, { ...KEY, revokedAtMs: START_MS });
    await keyed.report(streams);
    expect(streams.size).toBe(0);
    expect(await reader.readUntil(9)).toBe(false);
  });
});

const MINUTE_MS = 60_000;
const cellsAt = (atMs: number) => encodeCells({ atMs, cells: [], odds: AS_FITTED });
const MADRID = bboxFilter({ west: -4, south: 40, east: -3, north: 41 });
const timesOf = (events: readonly { readonly event?: string | undefined; readonly data: string }[]) =>
  events.filter(({ event }) => event === 'storm-cells').map(({ data }) => JSON.parse(data).atMs - START_MS);

describe('storm cells on a stream', () => {
  test.each([
    ['a box', SOFIA],
    ['cells of the map', tilesFilter([{ z: 4, x: 9, y: 5 }])],
  ])('[NC3] are sent right after hello, and each newer ones once, to %s that touches home', async (_, filter) => {
    const { open, pushCells, streams } = aRelay();
    pushCells(cellsAt(START_MS - MINUTE_MS));
    const reader = open(undefined, filter);
    pushCells(cellsAt(START_MS));
    pushCells(cellsAt(START_MS));
    pushCells(cellsAt(START_MS - MINUTE_MS));
    streams.heartbeat();
    await reader.readUntil(4);
    expect(reader.kinds()).toEqual(['hello', 'storm-cells', 'storm-cells', 'hb']);
    expect(timesOf(reader.events)).toEqual([-MINUTE_MS, 0]);
  });

  test.each([
    ['where the stream does not touch home', MADRID, MINUTE_MS],
    ['if they are of ten minutes ago or more', SOFIA, 10 * MINUTE_MS],
  ])('[NC3] are not sent %s', async (_, filter, agoMs) => {
    const { open, pushCells, streams } = aRelay();
    pushCells(cellsAt(START_MS - agoMs));
    const reader = open(undefined, filter);
    if (filter === MADRID) pushCells(cellsAt(START_MS));
    streams.heartbeat();
    await reader.readUntil(2);
    expect(reader.kinds()).toEqual(['hello', 'hb']);
  });

  test('[NC3] that come during a replay are sent when it has ended', async () => {
    const { open, pushCells } = aRelay(9_000);
    const reader = open(0);
    pushCells(cellsAt(START_MS));
    await reader.readUntil(1 + 18 + 2);
    expect(reader.events.slice(-2).map(({ event }) => event)).toEqual(['hb', 'storm-cells']);
    expect(timesOf(reader.events)).toEqual([0]);
  });

  test('[NC5] move no cursor: they carry no id', async () => {
    const { open, pushCells } = aRelay(3);
    pushCells(cellsAt(START_MS));
    const reader = open();
    await reader.readUntil(2);
    expect(reader.events[1]).toMatchObject({ event: 'storm-cells', id: undefined });
  });
});

const [sofia] = numberedStrikes(1, 1);
const [bucharest] = numberedStrikes(2, 1, { latitude: 44.43, longitude: 26.1 });

describe('what a stream wants to hear of', () => {
  test('[ST5] a box: the exact box, edges included, in tuples', () => {
    const filter = bboxFilter({ west: 23.3, south: 42, east: 24, north: 43 });
    expect(filter.form).toBe('tuples');
    expect([sofia, bucharest].map((strike) => strike && filter.matches(strike.longitude, strike.latitude))).toEqual([
      true,
      false,
    ]);
    expect(filter.cells).toEqual(['4/9/5']);
  });

  test('[ST5] cells: whole cells, in columns; equal filters have equal keys, whatever their order', () => {
    const a = { z: 4, x: 9, y: 5 };
    const b = { z: 4, x: 9, y: 6 };
    const filter = tilesFilter([b, a, a]);
    expect(filter.form).toBe('columns');
    expect(filter.cells).toEqual(['4/9/5', '4/9/6']);
    expect(filter.key).toBe(tilesFilter([a, b]).key);
    expect([sofia, bucharest].map((strike) => strike && filter.matches(strike.longitude, strike.latitude))).toEqual([
      true,
      true,
    ]);
  });

  test('[FD8] a view wider than 24 cells asks for no polls', () => {
    expect(bboxFilter({ west: -180, south: -90, east: 180, north: 90 }).cells).toEqual([]);
  });
});

const strikes = numberedStrikes(1, 3);
const text = (frame: Uint8Array | undefined) => new TextDecoder().decode(frame);
const dataOf = (frame: string) => JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '');

describe('the frame of new strikes', () => {
  test('[ST5] of a box carries ids and exact positions', () => {
    const frame = text(strikesFrame(bboxFilter({ west: 23, south: 42, east: 24, north: 43 }), toStrikes(strikes), 9));
    expect(frame).toMatch(/^event: strikes\nid: 9\ndata: .*\n\n$/);
    expect(dataOf(frame)).toEqual({
      seq: 9,
      strikes: strikes.map((s) => [s.id, s.latitude, s.longitude, s.atMs, s.ordinal]),
    });
  });

  test('[ST5] of cells carries columns and no id', () => {
    const frame = text(strikesFrame(tilesFilter([{ z: 4, x: 9, y: 5 }]), toStrikes(strikes), 9));
    expect(fromDeltas(dataOf(frame).columns)).toEqual(strikesToColumns(strikes));
    expect(frame).not.toContain('strike-');
  });

  test('is none where the filter wants none', () => {
    expect(strikesFrame(tilesFilter([{ z: 4, x: 0, y: 0 }]), toStrikes(strikes), 9)).toBeUndefined();
  });
});

describe('streams without a key, of others than the site', () => {
  /** A relay with so many slots; `request` returns the refusal's status, or opens the stream. */
  function gatedRelay(slots: number, inRing = 0) {
    const { streams, open, clock } = aRelay(inRing);
    const gate = new Gate(slots, 'https://site.test', clock, () => 0);
    const request = (
      client: ClientKey,
      { since, mayDisplace = true }: { since?: number; mayDisplace?: boolean } = {},
    ) => {
      const requested = { filter: SOFIA, since, client, streams: undefined, mayDisplace };
      const refusal = gate.admit(requested, streams);
      return refusal?.status ?? open(since, SOFIA, undefined, client);
    };
    return { streams, gate, request };
  }

  test('a network has one: a second is refused, and one that resumes replaces it', async () => {
    const { streams, gate, request } = gatedRelay(2);
    const trial = trialKey(viewer('a'));
    const first = request(trial) as Reader;
    expect(request(trial)).toBe(401);
    expect(request(trial, { since: 0, mayDisplace: false })).toBeInstanceOf(Reader);
    expect(await first.readUntil(9)).toBe(false);
    expect(first.events.at(-1)?.event).toBe('away');
    expect([streams.size, streams.countOf(trial)]).toEqual([1, 1]);
    expect(request(trialKey(viewer('b')))).toBeInstanceOf(Reader);
    expect(request(trial, { since: 0 })).toBeInstanceOf(Reader);
    expect(gate.readPressure()).toEqual({ displaced: 0, refused: 0 });
  });

  test('[ST7] a full relay refuses them, and ends them before any viewer’s', () => {
    const { streams, request } = gatedRelay(3);
    const trial = trialKey(viewer('a'));
    for (const client of [viewer('a'), viewer('a'), trial]) expect(request(client)).toBeInstanceOf(Reader);
    expect(request(trialKey(viewer('b')))).toBe(503);
    expect(request(viewer('a'), { mayDisplace: false })).toBe(503);
    // All the viewers are of its network: only the trial can go.
    expect(request(viewer('a'))).toBeInstanceOf(Reader);
    expect([streams.countOf(trial), streams.countOf(viewer('a'))]).toEqual([0, 3]);
    expect(request(trial)).toBe(503);
  });

  test('[ST9] their replays are charged apart from those of the viewers of their network, and of each other', () => {
    const { request } = gatedRelay(100, 60_000);
    const trial = trialKey(viewer('a'));
    for (let times = 0; times < 5; times += 1) expect(request(trial, { since: 0 })).toBeInstanceOf(Reader);
    expect(request(trial, { since: 0 })).toBe(429);
    expect(request(viewer('a'), { since: 0 })).toBeInstanceOf(Reader);
    expect(request(trialKey(viewer('b')), { since: 0 })).toBeInstanceOf(Reader);
  });
});
