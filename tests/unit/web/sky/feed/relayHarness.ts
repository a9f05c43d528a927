import { createParser } from 'eventsource-parser';
import type { BBox } from '#shared/geo/BBox.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { parseTile, tileBounds } from '#shared/geo/tile.ts';
import { HEARTBEAT_MS, REPLAY_HORIZON_MS } from '#shared/limits.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { systemClock } from '#shared/time/Clock.ts';
import { HOUR_MS, parseHourKey } from '#shared/time/hourKey.ts';
import { PROTOCOL_VERSION } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import type { EventStream } from '#web/sky/feed/FeedConnection.ts';
import { systemTimers } from '#web/sky/feed/Timers.ts';
import { packStrikes } from '#worker/feed/StrikePages.ts';
import { LiveStreams } from '#worker/relay/LiveStreams.ts';
import { readLiveRequest } from '#worker/relay/liveRequest.ts';
import { StrikeRing } from '#worker/relay/StrikeRing.ts';
import { beginFeed } from './liveFeedHarness.ts';

export const MADRID = { west: -4, south: 40.2, east: -3.4, north: 40.6 };

/** How long the edge keeps a slice: a client may be given one that is this old. */
const EDGE_MS = 60_000;

/** The middle of the box. */
export function strikeOver({ west, south, east, north }: BBox) {
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
    this.ring.append(packStrikes([strike]), strike.ordinal, systemClock.now());
    this.streams.push([strike], strike.ordinal);
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
  readonly asked: string[] = [];
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
    this.asked.push(path);
    const nowMs = systemClock.now();
    const kept = this.cache.get(path);
    if (kept && kept.untilMs > nowMs) return new Response(kept.bytes);
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
export function beginWithRelay() {
  const relay = new RelayOfTest();
  const host = new ArchiveOfTest(relay);
  const stopBeating = systemTimers.every(HEARTBEAT_MS, () => relay.heartbeat());
  return { relay, host, ...beginFeed({ openStream: relay.open, fetchBytes: host.fetchBytes }), stopBeating };
}
