import type { EventSourceMessage } from 'eventsource-parser';
import { apiPaths } from '../../../../shared/wire/apiPaths.ts';
import { type FeedState, PROTOCOL_VERSION, type StrikesEvent } from '../../../../shared/wire/FeedEvent.ts';
import { type DecodedFeedEvent, decodeFeedEvent, FEED_EVENT_NAMES } from '../../../../shared/wire/feedCodec.ts';
import { refusalDelayMs } from '../../../../shared/wire/reconnectDelay.ts';
import type { Box, LiveItem, Strike } from '../apiTypes.ts';
import { LightningError, type Ports, wait } from '../getJson.ts';
import { bboxText } from '../Question.ts';
import { StrikeHistory } from '../StrikeHistory.ts';
import { ItemQueue } from './ItemQueue.ts';
import { beaten, beginning, earliestAskedMs, greeted, type LiveState, resetFrom } from './liveState.ts';
import { Recovery } from './Recovery.ts';
import { readStream, type StreamEnd } from './readStream.ts';

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
        new StrikeHistory(ports, { bbox: options.bbox, ...this.askedSpan(fromMs, toMs), limit: 10_000 }, this.signal),
      tell: (strike) => this.tell(strike, true),
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
    const item = await this.queue.take();
    return item === undefined ? { done: true, value: undefined } : { done: false, value: item };
  }

  async return(): Promise<IteratorResult<LiveItem>> {
    this.end();
    return { done: true, value: undefined };
  }

  private end(fault?: unknown): void {
    this.queue.end(fault);
    this.stop.abort();
  }

  private async run(): Promise<void> {
    while (!this.signal.aborted) {
      const { reason, askedMs } = await readStream(this.ports, this.address(), this.signal, (event) =>
        this.take(event),
      );
      if (this.signal.aborted) return;
      const { random } = this.ports;
      const retryInMs =
        // `away` gives each client its own delay.
        reason === 'away' ? (askedMs ?? 0) : refusalDelayMs(askedMs ?? 0, this.failures, random);
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
  private async take({ event, data, id }: EventSourceMessage): Promise<StreamEnd | undefined> {
    if (!isKnown(event)) return undefined;
    const decoded = decodeFeedEvent(event, data);
    if (!decoded.ok) return { reason: 'unreadable' };
    const end = this.apply(decoded.value, id === undefined ? undefined : Number(id));
    await this.queue.room();
    return end;
  }

  private apply(told: DecodedFeedEvent, id: number | undefined): StreamEnd | undefined {
    switch (told.event) {
      case 'hello': {
        if (told.data.protocol !== PROTOCOL_VERSION) {
          throw new LightningError(200, 'protocol', `The server speaks protocol ${told.data.protocol}.`);
        }
        const { state, forgot } = greeted(this.state, told.data);
        this.state = state;
        this.serverAheadMs = told.data.serverTimeMs - Date.now();
        if (forgot) this.startAnew();
        this.tellFeed(told.data.feed, told.data.serverTimeMs);
        return undefined;
      }
      case 'strikes':
        this.failures = 0;
        if ('strikes' in told.data) for (const strike of strikesOf(told.data)) this.tell(strike, false);
        if (id !== undefined) this.state = { ...this.state, cursor: id };
        return undefined;
      case 'hb':
        this.failures = 0;
        this.state = beaten(this.state, id ?? told.data.seq, told.data.serverTimeMs, told.data.feed);
        this.tellFeed(told.data.feed, told.data.serverTimeMs);
        return undefined;
      case 'reset':
        this.startAnew();
        return undefined;
      case 'away':
        return { reason: 'away', askedMs: told.data.retryAfterMs };
      default:
        return undefined;
    }
  }

  private startAnew(): void {
    const { state, fromMs } = resetFrom(this.state, this.options.windowMs ?? WINDOW_MS, this.reachMs());
    this.state = state;
    this.queue.push({ type: 'reset', fromMs });
    this.recovery.owe({ fromMs, toMs: state.helloMs });
  }

  private reachMs(): number {
    return earliestAskedMs(this.ports.key !== undefined, Date.now() + this.serverAheadMs);
  }

  /** A long recovery may need data older than the server allows; then only the last minute is requested. */
  private askedSpan(fromMs: number, toMs: number): { readonly from: number; readonly to: number } {
    const from = Math.max(fromMs, this.reachMs());
    return { from, to: Math.max(toMs, from + MINUTE_MS) };
  }

  private tell(strike: Strike, recovered: boolean): void {
    if (this.seen.add(strike.id, strike.atMs, this.state.helloMs))
      this.queue.push({ type: 'strike', strike, recovered });
  }

  private tellFeed(feed: FeedState, serverTimeMs: number): void {
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
const SWEEP_AFTER = 10_000;

/** Ids of the delivered strikes. Ordinals cannot be used: they change after a loss of the server's state. */
class SeenStrikes {
  private readonly atMsOf = new Map<string, number>();
  private sinceSweep = 0;

  /** Stores the id; true if the strike is new. */
  add(id: string, atMs: number, nowMs: number): boolean {
    if (this.atMsOf.has(id)) return false;
    this.atMsOf.set(id, atMs);
    this.sinceSweep += 1;
    if (this.sinceSweep >= SWEEP_AFTER) this.sweep(nowMs - REMEMBERED_MS);
    return true;
  }

  get size(): number {
    return this.atMsOf.size;
  }

  private sweep(beforeMs: number): void {
    this.sinceSweep = 0;
    for (const [id, atMs] of this.atMsOf) if (atMs < beforeMs) this.atMsOf.delete(id);
  }
}
