import { afterEach, beforeEach, vi } from 'vitest';
import type { NumberedStrike } from '#shared/strike.ts';
import type { FeedEvent, HelloEvent } from '#shared/wire/FeedEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { strikesToColumns, toDeltas } from '#shared/wire/StrikeColumns.ts';
import type { EventStream } from '#web/sky/feed/FeedConnection.ts';
import type { PageSignal, PageSignals } from '#web/sky/feed/LiveFeedDeps.ts';

/** Each test of the file begins at this instant, and time is the test's. */
export function withFakeTime(nowMs: number): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: nowMs });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const LIVE = { state: 'live', lastSuccessMs: 1_000, newestStrikeMs: null, typicalDelayMs: null } as const;

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
  return { event: 'strikes', id: seq, data: { seq, columns: toDeltas(strikesToColumns(strikes)) } };
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

export class ScriptedSignals implements PageSignals {
  private listener: (signal: PageSignal) => void = () => {};

  subscribe(listener: (signal: PageSignal) => void): () => void {
    this.listener = listener;
    return () => {};
  }

  send(signal: PageSignal): void {
    this.listener(signal);
  }
}
