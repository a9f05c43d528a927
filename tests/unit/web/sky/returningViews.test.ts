import { createParser } from 'eventsource-parser';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { type BBox, bboxContains } from '#shared/geo/BBox.ts';
import { parseTile, tileBounds } from '#shared/geo/tile.ts';
import { HEARTBEAT_MS, REPLAY_HORIZON_MS } from '#shared/limits.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { HOUR_MS, parseHourKey } from '#shared/time.ts';
import { PROTOCOL_VERSION } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { type EventStream, systemTimers } from '#web/sky/FeedConnection.ts';
import { StrikeRing } from '#worker/relay/replayBuffer.ts';
import { LiveStreams, readLiveRequest } from '#worker/relay/streams.ts';
import { ATHENS, beginFeed, HOUR, NOW, ordinals, SOFIA, settled, withFakeTime } from './feedHarness.ts';

const MADRID = { west: -4, south: 40.2, east: -3.4, north: 40.6 };

/** How long the edge keeps a slice: a client may be given one that is this old. */
const EDGE_MS = 60_000;

/** The middle of the box. */
function strikeOver({ west, south, east, north }: BBox) {
  return { longitude: (west + east) / 2, latitude: (south + north) / 2 };
}

/** The production relay's streams, read as a browser reads them. */
class RelayOfTest {
  readonly opened: string[] = [];
  private readonly ring = new StrikeRing(0, REPLAY_HORIZON_MS, 60_000);
  private readonly streams = new LiveStreams({
    ring: this.ring,
    clock: systemClock,
    feed: () => this.feedState(),
    cells: () => undefined,
    onCount: () => {},
  });

  push(strike: NumberedStrike): void {
    this.ring.append(toStrikes([strike]), strike.ordinal, systemClock.now());
    this.streams.push(toStrikes([strike]), strike.ordinal);
  }

  get seq(): number {
    return this.ring.headSeq;
  }

  private feedState() {
    return { state: 'live', lastSuccessMs: systemClock.now(), newestStrikeMs: null, typicalDelayMs: null } as const;
  }

  heartbeat(): void {
    this.streams.heartbeat();
  }

  readonly open = (path: string): EventStream => {
    this.opened.push(path);
    const nowMs = systemClock.now();
    const leaving = new AbortController();
    const { filter, since, client } = readLiveRequest(new URL(path, 'https://relay'));
    const hello = {
      protocol: PROTOCOL_VERSION,
      seq: this.ring.headSeq,
      serverTimeMs: nowMs,
      build: 'test',
      source: 'simulated',
      feed: this.feedState(),
    } as const;
    const opening = { client, filter, since, hello, wantsCells: true, retryMs: 3_000, closesMs: nowMs + 2 * HOUR_MS };
    return readAsBrowser(this.streams.open(opening, leaving.signal), () => leaving.abort());
  };
}

function readAsBrowser(bytes: ReadableStream<Uint8Array>, leave: () => void): EventStream {
  const listeners = new Map<string, (event: MessageEvent<string>) => void>();
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let lastEventId = '';
  let closed = false;
  const parser = createParser({
    onEvent: ({ event = 'message', id, data }) => {
      lastEventId = id ?? lastEventId;
      if (!closed) listeners.get(event)?.(new MessageEvent(event, { data, lastEventId }));
    },
  });
  const readOn = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || closed) return;
      parser.feed(decoder.decode(value, { stream: true }));
    }
  };
  readOn().catch(() => undefined);
  return {
    readyState: 1,
    addEventListener: (type, listener) => listeners.set(type, listener),
    close: () => {
      closed = true;
      leave();
      reader.cancel().catch(() => undefined);
    },
  };
}

/** The archive behind an edge cache: slices are packed as the Worker packs them, and kept for a minute. */
class ArchiveOfTest {
  readonly requests: string[] = [];
  readonly strikes: NumberedStrike[] = [];
  private readonly cache = new Map<string, { readonly bytes: Uint8Array<ArrayBuffer>; readonly untilMs: number }>();
  private readonly relay: RelayOfTest;

  constructor(relay: RelayOfTest) {
    this.relay = relay;
  }

  /** A strike falls now: it is archived and pushed. Returns its ordinal. */
  strike(at: { readonly longitude: number; readonly latitude: number }): number {
    const ordinal = this.relay.seq + 1;
    const strike = { id: `s${ordinal}`, ordinal, ...at, atMs: systemClock.now() };
    this.strikes.push(strike);
    this.relay.push(strike);
    return ordinal;
  }

  readonly fetchBytes = async (path: string): Promise<Response> => {
    this.requests.push(path);
    const nowMs = systemClock.now();
    const retained = this.cache.get(path);
    if (retained && retained.untilMs > nowMs) return new Response(retained.bytes);
    const bytes = this.slice(path);
    this.cache.set(path, { bytes, untilMs: nowMs + EDGE_MS });
    return new Response(bytes);
  };

  private slice(path: string): Uint8Array<ArrayBuffer> {
    const match = /tiles\/(\d+\/\d+\/\d+)\/(\d{10})\/planes$/.exec(path);
    const tile = parseTile(match?.[1] ?? '');
    const hourMs = parseHourKey(match?.[2] ?? '');
    if (!tile || hourMs === undefined) throw new Error(`no slice is called ${path}`);
    const box = tileBounds(tile);
    const strikes = this.strikes.filter(
      ({ atMs, longitude, latitude }) =>
        atMs >= hourMs && atMs < hourMs + HOUR_MS && bboxContains(box, longitude, latitude),
    );
    return encodeStrikeSlice({ seq: this.relay.seq, beyondRetention: false, columns: strikesToColumns(strikes) });
  }
}

/** A client of the production relay code, with an archive behind an edge cache. Time is the test's. */
function beginWithRelay() {
  const relay = new RelayOfTest();
  const host = new ArchiveOfTest(relay);
  const stopBeating = systemTimers.every(HEARTBEAT_MS, () => relay.heartbeat());
  return { relay, host, ...beginFeed({ openStream: relay.open, fetchBytes: host.fetchBytes }), stopBeating };
}

withFakeTime(NOW);

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a view that leaves and comes back', () => {
  test('[CL6] Sofia, Athens and Sofia again within the ring asks no slice twice, and misses nothing', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, 24 * HOUR);
    await passMs(3_000);
    feed.show(ATHENS, 24 * HOUR);
    await passMs(3_000);
    expect(feed.view.complete).toBe(true);
    const before = host.requests.length;
    const meanwhile = host.strike(strikeOver(SOFIA));
    await passMs(8 * 60_000);
    feed.show(SOFIA, 24 * HOUR);
    expect(feed.view.complete).toBe(false);
    await passMs(100);
    expect(feed.view.complete).toBe(true);
    expect(ordinals(feed)).toContain(meanwhile);
    expect(host.requests).toHaveLength(before);
  });

  test('[CL6] an absence longer than the ring reads the slices again', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    const before = host.requests.length;
    await passMs(16 * 60_000);
    const late = host.strike(strikeOver(SOFIA));
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    expect(host.requests.length).toBeGreaterThan(before);
    expect([feed.view.complete, ordinals(feed).includes(late)]).toEqual([true, true]);
  });

  test('a view that hurries through three regions opens the stream twice, not once for each', async () => {
    const { feed, relay } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(5_000);
    const before = relay.opened.length;
    for (const view of [ATHENS, MADRID, SOFIA, MADRID, ATHENS]) {
      feed.show(view, HOUR);
      await passMs(100);
    }
    await settled();
    expect(relay.opened.length - before).toBeLessThanOrEqual(1);
    await passMs(3_000);
    expect(relay.opened.length - before).toBeLessThanOrEqual(3);
    expect(feed.view.complete).toBe(true);
  });

  test('[CL6] whatever is looked at in whatever order, the window ends whole and holds every strike of it', async () => {
    const views = [SOFIA, ATHENS, MADRID];
    const place = fc.constantFrom(...views);
    const step = fc.oneof(
      fc.record({ do: fc.constant('look' as const), at: place, hours: fc.constantFrom(1, 6, 24) }),
      fc.record({ do: fc.constant('glance' as const), at: place, ms: fc.constantFrom(50, 700, 2_500) }),
      fc.record({ do: fc.constant('strike' as const), at: place }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(50, 700, 5_000, 70_000, 600_000, 960_000) }),
      fc.record({ do: fc.constantFrom('sleep' as const, 'wake' as const) }),
    );
    const journey = fc.array(step, { minLength: 4, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(journey, place, async (steps, last) => {
        const { feed, host, signals, stopBeating } = beginWithRelay();
        let view = SOFIA;
        let awake = true;
        const look = (at: typeof SOFIA, hours: number) => {
          view = at;
          feed.show(at, hours * HOUR);
        };
        /** Time enough for what was pushed to arrive; then `complete` must not be said of less than everything. */
        const pass = async (ms: number) => {
          await passMs(ms);
          if (!awake || !feed.view.complete) return;
          const { longitude, latitude } = strikeOver(view);
          const recent = host.strikes.filter(({ atMs }) => atMs > Date.now() - HOUR);
          const due = recent.filter((strike) => strike.longitude === longitude && strike.latitude === latitude);
          expect(ordinals(feed)).toEqual(expect.arrayContaining(due.map(({ ordinal }) => ordinal)));
        };
        look(SOFIA, 1);
        for (const accepted of steps) {
          if (accepted.do === 'look') look(accepted.at, accepted.hours);
          else if (accepted.do === 'glance') {
            const before = view;
            look(accepted.at, 6);
            await pass(accepted.ms);
            look(before, 6);
            await pass(accepted.ms);
          } else if (accepted.do === 'strike') host.strike(strikeOver(accepted.at));
          else if (accepted.do === 'pass') await pass(accepted.ms);
          else {
            awake = accepted.do === 'wake';
            signals.send(accepted.do);
          }
        }
        awake = true;
        signals.send('wake');
        look(last, 6);
        await pass(65_000);
        const { longitude, latitude } = strikeOver(last);
        const requested = host.strikes.filter(
          (strike) => strike.longitude === longitude && strike.latitude === latitude,
        );
        expect(feed.view.complete).toBe(true);
        expect(ordinals(feed)).toEqual(expect.arrayContaining(requested.map(({ ordinal }) => ordinal)));
        feed.stop();
        stopBeating();
      }),
      { numRuns: shareOfRuns(400), seed: 20_261_121 },
    );
  });

  test('[CL6] a glance at another region, too short for a stream of it, leaves no hole there', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(500);
    feed.show(ATHENS, HOUR);
    await passMs(500);
    feed.show(SOFIA, HOUR);
    await passMs(60_000);
    const meanwhile = host.strike(strikeOver(ATHENS));
    host.strike(strikeOver(SOFIA));
    await passMs(60_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    expect([feed.view.complete, ordinals(feed).includes(meanwhile)]).toEqual([true, true]);
  });

  test('[CL6] complete is never said while a strike that fell before the last step is missing', async () => {
    const { feed, host } = beginWithRelay();
    feed.show(SOFIA, HOUR);
    await passMs(3_000);
    feed.show(ATHENS, HOUR);
    await passMs(3_000);
    const missed = host.strike(strikeOver(SOFIA));
    await passMs(60_000);
    const seen: boolean[] = [];
    feed.show(SOFIA, HOUR);
    for (let step = 0; step < 40; step += 1) {
      if (feed.view.complete) seen.push(ordinals(feed).includes(missed));
      await passMs(50);
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).not.toContain(false);
  });
});
