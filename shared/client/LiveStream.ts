import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { STREAM_SILENCE_MS } from '../limits.ts';
import { apiPaths, reconnectDelayMs, refusalDelayMs, refusedForMs } from '../wire/apiPaths.ts';
import {
  type DecodedFeedEvent,
  decodeFeedEvent,
  FEED_EVENT_NAMES,
  type FeedState,
  type HelloEvent,
  type StrikesEvent,
} from '../wire/FeedEvent.ts';
import type { Box, Extent, LiveItem, Strike, TimeRange, WaitReason } from './apiTypes.ts';
import { bboxText, errorOf, headersOf, LightningError, type Ports, StrikeHistory, wait } from './getJson.ts';

/** A bounded queue: adding to a full queue waits, so that a slow reader costs bounded memory. */
class ItemQueue<Item> {
  private readonly items: Item[] = [];
  private readonly most: number;
  private error: unknown;
  private ended = false;
  private wakeReader: (() => void) | undefined;
  private wakeWriters: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
  }

  push(item: Item): void {
    this.items.push(item);
    this.wakeReader?.();
  }

  async room(): Promise<void> {
    while (this.items.length >= this.most && !this.ended) {
      await new Promise<void>((resolve) => this.wakeWriters.push(resolve));
    }
  }

  /** Ends the queue. With `error`, the reader gets that error after the remaining items. */
  end(error?: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.error = error;
    this.wakeReader?.();
    this.wake();
  }

  async next(): Promise<Item | undefined> {
    while (this.items.length === 0 && !this.ended) {
      await new Promise<void>((resolve) => {
        this.wakeReader = resolve;
      });
    }
    const item = this.items.shift();
    if (this.items.length < this.most) this.wake();
    if (item === undefined && this.error !== undefined) throw this.error;
    return item;
  }

  private wake(): void {
    for (const resolve of this.wakeWriters.splice(0)) resolve();
  }
}

/** Responses are cached for up to 5 s, so an earlier request would return the same. */
const LEAST_PAUSE_MS = 5_000;
/** The history is requested beyond the end of the missing span, because clocks differ. */
const BEYOND_MS = 10 * 60_000;

interface RecoveryDeps {
  readonly history: (range: TimeRange) => StrikeHistory;
  readonly emit: (strike: Strike) => void;
  /** Called when the whole missing span has been read, except the extent’s gaps. */
  readonly caughtUp: (extent: Extent) => void;
  readonly fail: (error: unknown) => void;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** Reads missed strikes from the history until it reaches the start of the stream: only then are all archived. */
class Recovery {
  private readonly deps: RecoveryDeps;
  private backlog: TimeRange | undefined;

  constructor(deps: RecoveryDeps) {
    this.deps = deps;
  }

  get underWay(): boolean {
    return this.backlog !== undefined;
  }

  addBacklog({ fromMs, toMs }: TimeRange): void {
    const begins = this.backlog === undefined;
    this.backlog = {
      fromMs: Math.min(fromMs, this.backlog?.fromMs ?? fromMs),
      toMs: Math.max(toMs, this.backlog?.toMs ?? toMs),
    };
    if (begins) this.run().catch(this.deps.fail);
  }

  private async run(): Promise<void> {
    const { random, signal } = this.deps;
    for (let attempts = 0; this.backlog && !signal.aborted; attempts += 1) {
      const extent = await this.read(this.backlog);
      if (signal.aborted) return;
      if (extent && isThrough(extent, this.backlog)) {
        this.backlog = undefined;
        this.deps.caughtUp(extent);
        return;
      }
      await wait(LEAST_PAUSE_MS + reconnectDelayMs(attempts, random), signal);
    }
  }

  /** Delivers the strikes of the span; undefined if the history is unavailable. */
  private async read({ fromMs, toMs }: TimeRange): Promise<Extent | undefined> {
    const history = this.deps.history({ fromMs, toMs: toMs + BEYOND_MS });
    try {
      for await (const strike of history) this.deps.emit(strike);
      return history.extent;
    } catch (error) {
      if (error instanceof LightningError && error.status < 500 && error.status !== 429) throw error;
      return undefined;
    }
  }
}

/** True if the history is final for the span. Beyond home that cannot be known, so it counts as final. */
function isThrough({ completeToMs, outsideHome }: Extent, { toMs }: TimeRange): boolean {
  return outsideHome || (completeToMs !== null && completeToMs >= toMs);
}

/** A new client needs only those older strikes that are still on their way at the first `hello`. */
const ON_THE_WAY_MS = 2 * 60_000;

/** A client's position in the stream. Times are on the provider's clock. */
interface LiveState {
  /** Everything up to this seq was delivered; undefined before the first `hello`. */
  readonly cursor: number | undefined;
  readonly epoch: string | undefined;
  readonly source: 'live' | 'simulated';
  readonly attribution: string | undefined;
  readonly helloSeq: number;
  readonly helloMs: number;
  /** When the client began; undefined if it continued from another client's cursor. */
  readonly beganMs: number | undefined;
  /** When nothing was missing last; undefined before that. */
  readonly completeMs: number | undefined;
}

export const beginning = (since: number | undefined): LiveState => ({
  cursor: since,
  epoch: undefined,
  source: 'live',
  attribution: undefined,
  helloSeq: 0,
  helloMs: 0,
  beganMs: undefined,
  completeMs: undefined,
});

const providerMs = (serverTimeMs: number, feed: FeedState) => serverTimeMs + (feed.providerOffsetMs ?? 0);

/** State after a `hello`. `forgot`: the server restarted its numbering, so the cursor is invalid. */
export function greeted(state: LiveState, hello: HelloEvent): { readonly state: LiveState; readonly forgot: boolean } {
  const { seq, feed, serverTimeMs, source, primary } = hello;
  // An empty text requires no attribution.
  const attribution = primary?.attribution || undefined;
  const helloMs = providerMs(serverTimeMs, feed);
  const isFirst = state.cursor === undefined;
  const forgot = state.epoch !== undefined && feed.epoch !== undefined && feed.epoch !== state.epoch;
  const received = { ...state, epoch: feed.epoch ?? state.epoch, source, attribution, helloSeq: seq, helloMs };
  if (!isFirst) return { state: received, forgot };
  return { state: { ...received, cursor: seq, beganMs: helloMs, completeMs: helloMs }, forgot };
}

export function beaten(state: LiveState, seq: number, serverTimeMs: number, feed: FeedState): LiveState {
  return { ...state, cursor: seq, completeMs: providerMs(serverTimeMs, feed) };
}

/** How far back a client without a key may read, by the server's clock. */
const KEYLESS_REACH_MS = 3_600_000;

/** The earliest time that may be requested. `serverNowMs` is the time on the server's clock. */
export const earliestRequestedMs = (hasKey: boolean, serverNowMs: number): number =>
  hasKey ? Number.NEGATIVE_INFINITY : serverNowMs - KEYLESS_REACH_MS;

/**
 * State after a `reset`. The history is to be read from `fromMs` on: `windowMs` further back, because strikes arrive
 * late, but nothing before `reachMs`.
 */
export function resetFrom(
  state: LiveState,
  windowMs: number,
  reachMs: number,
): { readonly state: LiveState; readonly fromMs: number } {
  const { helloSeq, helloMs, completeMs = helloMs, beganMs } = state;
  const earliestMs = beganMs === undefined ? Number.NEGATIVE_INFINITY : beganMs - ON_THE_WAY_MS;
  return { state: { ...state, cursor: helloSeq }, fromMs: Math.max(completeMs - windowMs, earliestMs, reachMs) };
}

/** `requestedMs`: the pause that the server requested. */
interface StreamEnd {
  readonly reason: WaitReason;
  readonly requestedMs?: number | undefined;
}

/**
 * Opens one stream and passes each event to `accept`, until that returns a reason to stop, the stream ends, or 45 s pass
 * without data.
 * @throws LightningError if the stream is refused permanently
 */
async function readStream(
  ports: Ports,
  address: string,
  signal: AbortSignal,
  accept: (event: EventSourceMessage) => Promise<StreamEnd | undefined>,
): Promise<StreamEnd> {
  const silence = new AbortController();
  const fallSilent = () => silence.abort();
  let timer = setTimeout(fallSilent, STREAM_SILENCE_MS);
  try {
    const headers = { accept: 'text/event-stream', ...headersOf(ports) };
    const within = AbortSignal.any([signal, silence.signal]);
    const response = await ports.fetch(address, { headers, signal: within, cache: 'no-store' });
    if (!response.ok || !response.body) return await refusal(response);
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { reason: 'ended' };
      clearTimeout(timer);
      timer = setTimeout(fallSilent, STREAM_SILENCE_MS);
      parser.feed(decoder.decode(value, { stream: true }));
      for (const event of events.splice(0)) {
        const end = await accept(event);
        if (end) return end;
      }
    }
  } catch (error) {
    if (error instanceof LightningError) throw error;
    return { reason: silence.signal.aborted ? 'silent' : 'unreachable' };
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

async function refusal(response: Response): Promise<StreamEnd> {
  const { status, headers } = response;
  if (status !== 429 && status < 500) throw await errorOf(response);
  await response.body?.cancel();
  return { reason: 'refused', requestedMs: refusedForMs(status, headers.get('retry-after')) };
}

const MINUTE_MS = 60_000;
const WINDOW_MS = 3_600_000;
const MOST_WAITING = 50_000;

export interface LiveOptions {
  readonly bbox: Box;
  /** Cursor to continue from: a `feed` item's. */
  readonly since?: number;
  /**
   * How far before the break the history is read after a `reset`, because strikes arrive late: an hour by default.
   * Without a key nothing older than an hour is read.
   */
  readonly windowMs?: number;
  readonly signal?: AbortSignal;
}

const isKnown = (name: string | undefined): name is DecodedFeedEvent['event'] =>
  FEED_EVENT_NAMES.some((known) => known === name);

/** The live stream of a box: opens at the first request for an item, reopens after a break, ends by `signal`. */
export class LiveStream implements AsyncIterableIterator<LiveItem> {
  private readonly ports: Ports;
  private readonly options: LiveOptions;
  private readonly queue = new ItemQueue<LiveItem>(MOST_WAITING);
  private readonly seen = new SeenStrikes();
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly recovery: Recovery;
  private state: LiveState;
  /** The server's clock minus this machine's. */
  private serverAheadMs = 0;
  private failures = 0;
  private began = false;

  constructor(ports: Ports, options: LiveOptions) {
    this.ports = ports;
    this.options = options;
    this.signal = options.signal ? AbortSignal.any([options.signal, this.stop.signal]) : this.stop.signal;
    this.state = beginning(options.since);
    this.recovery = new Recovery({
      history: ({ fromMs, toMs }) =>
        new StrikeHistory(
          ports,
          { bbox: options.bbox, ...this.requestedSpan(fromMs, toMs), limit: 10_000 },
          this.signal,
        ),
      emit: (strike) => this.emit(strike, true),
      caughtUp: (extent) => this.queue.push({ type: 'caughtUp', extent }),
      fail: (error) => this.end(error),
      random: ports.random,
      signal: this.signal,
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<LiveItem>> {
    if (!this.began) {
      this.began = true;
      this.signal.addEventListener('abort', () => this.queue.end());
      if (this.signal.aborted) this.queue.end();
      this.run().then(
        () => this.end(),
        (error) => this.end(error),
      );
    }
    const item = await this.queue.next();
    return item === undefined ? { done: true, value: undefined } : { done: false, value: item };
  }

  async return(): Promise<IteratorResult<LiveItem>> {
    this.end();
    return { done: true, value: undefined };
  }

  private end(error?: unknown): void {
    this.queue.end(error);
    this.stop.abort();
  }

  private async run(): Promise<void> {
    while (!this.signal.aborted) {
      const { reason, requestedMs } = await readStream(this.ports, this.address(), this.signal, (event) =>
        this.handle(event),
      );
      if (this.signal.aborted) return;
      const { random } = this.ports;
      const retryInMs =
        // `away` gives each client its own delay.
        reason === 'away' ? (requestedMs ?? 0) : refusalDelayMs(requestedMs ?? 0, this.failures, random);
      this.failures += 1;
      this.queue.push({ type: 'waiting', reason, retryInMs });
      await wait(retryInMs, this.signal);
    }
  }

  private address(): string {
    const { cursor } = this.state;
    const since = cursor === undefined ? '' : `&since=${cursor}`;
    return `${this.ports.origin}${apiPaths.live}?bbox=${bboxText(this.options.bbox)}${since}`;
  }

  /** Handles one event; returns why the stream must end, if it must. */
  private async handle({ event, data, id }: EventSourceMessage): Promise<StreamEnd | undefined> {
    if (!isKnown(event)) return undefined;
    const decoded = decodeFeedEvent(event, data);
    if (!decoded.ok && decoded.otherProtocol !== undefined) {
      throw new LightningError(200, 'protocol', `The server speaks protocol ${decoded.otherProtocol}.`);
    }
    if (!decoded.ok) return { reason: 'unreadable' };
    const end = this.apply(decoded.value, id === undefined ? undefined : Number(id));
    await this.queue.room();
    return end;
  }

  private apply(decodedFeedEvent: DecodedFeedEvent, id: number | undefined): StreamEnd | undefined {
    switch (decodedFeedEvent.event) {
      case 'hello': {
        const { state, forgot } = greeted(this.state, decodedFeedEvent.data);
        this.state = state;
        this.serverAheadMs = decodedFeedEvent.data.serverTimeMs - Date.now();
        if (forgot) this.startAnew();
        this.notifyFeed(decodedFeedEvent.data.feed, decodedFeedEvent.data.serverTimeMs);
        return undefined;
      }
      case 'strikes':
        this.failures = 0;
        if ('strikes' in decodedFeedEvent.data)
          for (const strike of strikesOf(decodedFeedEvent.data)) this.emit(strike, false);
        if (id !== undefined) this.state = { ...this.state, cursor: id };
        return undefined;
      case 'hb':
        this.failures = 0;
        this.state = beaten(
          this.state,
          id ?? decodedFeedEvent.data.seq,
          decodedFeedEvent.data.serverTimeMs,
          decodedFeedEvent.data.feed,
        );
        this.notifyFeed(decodedFeedEvent.data.feed, decodedFeedEvent.data.serverTimeMs);
        return undefined;
      case 'reset':
        this.startAnew();
        return undefined;
      case 'away':
        return { reason: 'away', requestedMs: decodedFeedEvent.data.retryAfterMs };
      default:
        return undefined;
    }
  }

  private startAnew(): void {
    const { state, fromMs } = resetFrom(this.state, this.options.windowMs ?? WINDOW_MS, this.reachMs());
    this.state = state;
    this.queue.push({ type: 'reset', fromMs });
    this.recovery.addBacklog({ fromMs, toMs: state.helloMs });
  }

  private reachMs(): number {
    return earliestRequestedMs(this.ports.key !== undefined, Date.now() + this.serverAheadMs);
  }

  /** A long recovery may need data older than the server allows; then only the last minute is requested. */
  private requestedSpan(fromMs: number, toMs: number): { readonly from: number; readonly to: number } {
    const from = Math.max(fromMs, this.reachMs());
    return { from, to: Math.max(toMs, from + MINUTE_MS) };
  }

  private emit(strike: Strike, recovered: boolean): void {
    if (this.seen.add(strike.id, strike.atMs, this.state.helloMs))
      this.queue.push({ type: 'strike', strike, recovered });
  }

  private notifyFeed(feed: FeedState, serverTimeMs: number): void {
    const { cursor = 0, helloSeq, source, attribution } = this.state;
    const catchingUp = this.recovery.underWay || cursor < helloSeq;
    this.queue.push({ type: 'feed', feed, serverTimeMs, cursor, catchingUp, source, attribution });
  }
}

function strikesOf({ strikes, details = [] }: StrikesEvent): Strike[] {
  return strikes.map(([id, latitude, longitude, atMs], index) => {
    const detail = details[index];
    return { id, latitude, longitude, atMs, ...(detail ? { detail } : {}) };
  });
}

/** How long an id is stored after its strike: the server fills gaps up to 24 h back. */
const REMEMBERED_MS = 26 * 3_600_000;
const RESCAN_AFTER = 10_000;

/** Ids of the delivered strikes. Ordinals cannot be used: they change after a loss of the server's state. */
class SeenStrikes {
  private readonly atMsOf = new Map<string, number>();
  private sinceRescan = 0;

  /** Stores the id; true if the strike is new. */
  add(id: string, atMs: number, nowMs: number): boolean {
    if (this.atMsOf.has(id)) return false;
    this.atMsOf.set(id, atMs);
    this.sinceRescan += 1;
    if (this.sinceRescan >= RESCAN_AFTER) this.purge(nowMs - REMEMBERED_MS);
    return true;
  }

  get size(): number {
    return this.atMsOf.size;
  }

  private purge(beforeMs: number): void {
    this.sinceRescan = 0;
    for (const [id, atMs] of this.atMsOf) if (atMs < beforeMs) this.atMsOf.delete(id);
  }
}
