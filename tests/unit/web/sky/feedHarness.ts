import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { systemClock } from '#shared/Clock.ts';
import { type NumberedStrike, toStrikes } from '#shared/strike.ts';
import { parseHourKey } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { encodeFeedEvent, type FeedEvent, type FeedState, type HelloEvent } from '#shared/wire/FeedEvent.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { type EventStream, systemTimers } from '#web/sky/FeedConnection.ts';
import { LiveFeed, type LiveFeedDeps, type PageSignal, type PageSignals } from '#web/sky/LiveFeed.ts';

/** Each test of the file begins at this instant, and time is the test's. */
export function withFakeTime(nowMs: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: nowMs });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

const LIVE = { state: 'live', lastSuccessMs: 1_000, newestStrikeMs: null, typicalDelayMs: null } as const;

/** A feed whose provider has just answered, as the server tells of one. */
export const liveAt = (serverTimeMs: number) => ({ ...LIVE, lastSuccessMs: serverTimeMs });

export function hello(seq: number, { serverTimeMs = 1_000, ...parts }: Partial<HelloEvent> = {}): FeedEvent {
  const feed = liveAt(serverTimeMs);
  const data = { protocol: 1, seq, serverTimeMs, build: 'test', source: 'live', feed, ...parts } as const;
  return { event: 'hello', retryMs: 2_000, data };
}

export function heartbeat(seq: number, serverTimeMs = 1_000): FeedEvent {
  return { event: 'hb', id: seq, data: { serverTimeMs, seq, feed: liveAt(serverTimeMs) } };
}

export function strikesEvent(seq: number, strikes: readonly NumberedStrike[]): FeedEvent {
  return { event: 'strikes', id: seq, data: { seq, columns: toDeltas(toStrikes(strikes)) } };
}

/** A strike over Sofia. */
export function aStrike(ordinal: number, parts: Partial<NumberedStrike> = {}): NumberedStrike {
  return { id: `s${ordinal}`, ordinal, latitude: 42.7, longitude: 23.3, atMs: 1_000_000, ...parts };
}

/** An EventSource whose server is the test; it parses the frames that the real server writes. */
export class ScriptedStream implements EventStream {
  readonly url: string;
  readyState = 0;
  refusedForMs: number | undefined;
  private readonly listeners = new Map<string, (event: MessageEvent<string>) => void>();
  private lastEventId = '';

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.listeners.set(type, listener);
  }

  close(): void {
    this.readyState = 2;
  }

  send(event: FeedEvent): void {
    this.sendFrame(encodeFeedEvent(event));
  }

  sendFrame(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
    this.lastEventId = field('id') ?? this.lastEventId;
    this.readyState = 1;
    this.dispatch(field('event') ?? 'message', field('data') ?? '');
  }

  /** The server answers 503 and names a time. */
  refuse(forMs: number): void {
    this.refusedForMs = forMs;
    this.fail();
  }

  /** The browser gives up for ever, as after any status but 200. */
  fail(): void {
    this.readyState = 2;
    this.dispatch('error', '');
  }

  /** The connection ends and the browser is about to reconnect by itself. */
  drop(): void {
    this.readyState = 0;
    this.dispatch('error', '');
  }

  private dispatch(type: string, data: string): void {
    this.listeners.get(type)?.(new MessageEvent(type, { data, lastEventId: this.lastEventId }));
  }
}

/** Streams in the order in which they were opened. */
export class ScriptedServer {
  readonly streams: ScriptedStream[] = [];

  readonly open = (url: string): ScriptedStream => {
    const stream = new ScriptedStream(url);
    this.streams.push(stream);
    return stream;
  };

  get newest(): ScriptedStream {
    const stream = this.streams.at(-1);
    if (!stream) throw new Error('no stream was opened');
    return stream;
  }
}

class ScriptedSignals implements PageSignals {
  private listener: (signal: PageSignal) => void = () => {};

  subscribe(listener: (signal: PageSignal) => void): () => void {
    this.listener = listener;
    return () => {};
  }

  send(signal: PageSignal): void {
    this.listener(signal);
  }
}

export const NOW = Date.UTC(2026, 6, 1, 12, 30);
export const HOUR = 3_600_000;
export const SOFIA = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };
export const ATHENS = { west: 23.5, south: 37.8, east: 23.9, north: 38.1 };

/** A slice host: `seq` and `strikes` are what it knows at the moment of each answer. */
class SliceHost {
  seq = 100;
  strikes: NumberedStrike[] = [];
  failing = false;
  refusing = false;
  hanging = false;
  private holding = false;
  feed: FeedState = { ...LIVE, lastSuccessMs: NOW };
  readonly requests: string[] = [];

  private waiting: (() => void)[] = [];

  /** Holds back the answers to what is asked from now on, as they would be now, until the returned call. */
  hold(): () => void {
    this.holding = true;
    return () => {
      this.holding = false;
      for (const release of this.waiting.splice(0)) release();
    };
  }

  readonly fetchBytes = async (path: string): Promise<Response> => {
    this.requests.push(path);
    if (this.hanging) return new Promise(() => {});
    const response = this.respond(path);
    if (this.holding) await new Promise<void>((release) => this.waiting.push(release));
    return response;
  };

  private respond(path: string): Response {
    if (this.failing) return new Response(null, { status: 503 });
    if (this.refusing) return new Response(null, { status: 400 });
    if (path === apiPaths.status) {
      const { feed } = this;
      return Response.json({ source: 'simulated', build: 'test', serverTimeMs: Date.now(), feed, viewers: 7 });
    }
    const hourMs = parseHourKey(path.split('/').at(-2) ?? '') ?? 0;
    const strikes = this.strikes.filter(({ atMs }) => atMs >= hourMs && atMs < hourMs + HOUR);
    return new Response(
      encodeStrikeSlice({ seq: this.seq, beyondRetention: false, columns: strikesToColumns(strikes) }),
    );
  }
}

/** A feed that is given these streams and slices, until the test is over. Time is the test's, signals come when it sends them. */
export function beginFeed({ openStream, fetchBytes }: Pick<LiveFeedDeps, 'openStream' | 'fetchBytes'>) {
  const signals = new ScriptedSignals();
  const feed = new LiveFeed({
    openStream,
    fetchBytes,
    clock: systemClock,
    timers: systemTimers,
    random: () => 0.5,
    signals,
  });
  onTestFinished(() => feed.stop());
  return { feed, signals };
}

export function begin() {
  const server = new ScriptedServer();
  const host = new SliceHost();
  return { server, host, ...beginFeed({ openStream: server.open, fetchBytes: host.fetchBytes }) };
}

/** A feed that shows an hour of Sofia and has its slices; its stream has not begun. */
export async function beginVisible() {
  const begun = begin();
  begun.feed.show(SOFIA, HOUR);
  await settled();
  return begun;
}

export const settled = () => vi.advanceTimersByTimeAsync(0);
export const ordinals = (feed: LiveFeed) =>
  Array.from(feed.view.strikes.store.ordinals.subarray(0, feed.view.strikes.store.length)).sort((a, b) => a - b);
export const greeting = (seq: number) => hello(seq, { serverTimeMs: Date.now() });

/** A stream begins as a relay begins one: with `hello`, and an `hb` once all that was owed has been told. */
export function beginStream(stream: ScriptedStream, seq: number): void {
  stream.send(greeting(seq));
  stream.send(heartbeat(seq, Date.now()));
}
