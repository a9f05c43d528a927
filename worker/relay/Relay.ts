import { DurableObject } from 'cloudflare:workers';
import { systemClock } from '#shared/Clock.ts';
import { HEARTBEAT_MS, REPLAY_HORIZON_MS } from '#shared/limits.ts';
import type { Strikes } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import { type FeedState, type HelloEvent, PROTOCOL_VERSION } from '#shared/wire/FeedEvent.ts';
import type { ReportedSnapshot } from '#shared/wire/feedStateAt.ts';
import type { LeaseResult, RelayCalls, StrikeBatch } from '#worker/calls.ts';
import { isLoadUpdate } from '#worker/feed/relayLoads.ts';
import { followFeed } from '#worker/feed/StrikePages.ts';
import { buildId, type Config, parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import { apiHeaders } from '#worker/http/responses.ts';
import { feedStateOf, feedUpdate, NO_FACTS, reportableSnapshot } from '#worker/relay/feedStateOf.ts';
import type { KeyedStreams } from '#worker/relay/KeyedStreams.ts';
import { NewestCells, type StreamFilter, StrikeRing } from '#worker/relay/replayBuffer.ts';
import { Gate, LiveStreams, readLiveRequest, withTimeout } from '#worker/relay/streams.ts';
import { reportedCrossCheck, reportedPrimary } from '#worker/sources/chosenSources.ts';
import { feedStub, nowcastStub } from '../stubs.ts';
import { keyedStreamsOf } from './KeyedStreams.ts';

/** Limits the ring's memory when a repair adds a day of strikes at once. */
const MAX_RING_STRIKES = 60_000;
const FEED_TIMEOUT_MS = 3_000;
const STREAM_LIFE_MS = 2 * HOUR_MS;
/** Load reports wait this long, so that a burst of new streams is one report. */
const REPORT_AFTER_MS = 500;

/** Holds open streams. Only wires up the platform: streams, ring and resume decision are in worker/relay. */
export class Relay extends DurableObject<Env> implements RelayCalls {
  private readonly config: Config;
  private ring: StrikeRing | undefined;
  private streams: LiveStreams | undefined;
  private opening: Promise<LiveStreams> | undefined;
  private catchingUp: Promise<void> | undefined;
  private facts = NO_FACTS;
  private snapshot: ReportedSnapshot | undefined;
  private reported = '';
  private droppedReported = 0;
  private viewersReported = 0;
  private readonly gate: Gate;
  private readonly keyed: KeyedStreams;
  private readonly cells = new NewestCells();
  private beat: ReturnType<typeof setTimeout> | undefined;
  private report: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.config = parseConfig(env);
    this.gate = new Gate(this.config.relayMaxStreams, this.config.publicOrigin, systemClock, Math.random);
    this.keyed = keyedStreamsOf(env, ctx.id.name ?? '');
  }

  /** Opens a stream: 503 if there is no slot, 429 past a limit of the network or the key. */
  override async fetch(request: Request): Promise<Response> {
    const liveRequest = readLiveRequest(new URL(request.url));
    const { filter, since, client } = liveRequest;
    const streams = await this.ready();
    // Without streams the Feed pushes nothing, so the ring may be behind. A cursor from another relay may be ahead.
    if (streams.size === 0 || (since ?? 0) > this.headSeq) await withTimeout(FEED_TIMEOUT_MS, this.catchUp());
    if (streams.size === 0) this.ctx.waitUntil(this.requestCells());
    // An admitted stream occupies a slot only once it is open: await nothing between the two.
    const refusal = (await this.keyed.admit(liveRequest, streams)) ?? this.gate.admit(liveRequest, streams);
    if (refusal) return this.keyed.refuse(client, refusal);
    const nowMs = systemClock.now();
    const leaseChanges = streams.size === 0 || filter.cells.some((cell) => !streams.watches(cell));
    const body = streams.open(
      {
        client,
        filter,
        since,
        hello: this.hello(filter, nowMs),
        wantsCells: filter.touches(this.config.areas.home),
        retryMs: Math.round(2_000 + Math.random() * 8_000),
        closesMs: nowMs + STREAM_LIFE_MS * (0.75 + Math.random() * 0.5),
      },
      request.signal,
    );
    this.keyed.finishOpening(client);
    // Each relay has its own phase; otherwise a hundred opened together would all renew their leases together.
    this.beat ??= setTimeout(() => this.heartbeat(), Math.random() * HEARTBEAT_MS);
    if (leaseChanges) this.ctx.waitUntil(this.renew());
    return new Response(body, {
      headers: {
        ...apiHeaders(),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Otherwise nginx buffers events until its buffer is full, or the stream ends.
        'x-accel-buffering': 'no',
      },
    });
  }

  private hello(filter: StreamFilter, nowMs: number): HelloEvent {
    return {
      protocol: PROTOCOL_VERSION,
      seq: this.headSeq,
      serverTimeMs: nowMs,
      build: buildId(this.env),
      source: this.config.source,
      feed: this.feedStateOf(filter),
      areas: this.config.areas,
      ...reportedPrimary(this.config.sources, nowMs),
      ...reportedCrossCheck(this.config.sources, nowMs),
    };
  }

  async push(batch: StrikeBatch): Promise<void> {
    if (!this.ring || !this.streams) return;
    this.facts = batch.facts;
    if (batch.afterSeq <= this.ring.headSeq) this.appendToRing(batch.strikes, batch.seq);
    // A hole: an earlier batch is late or lost. Two tries, because a running catch-up may have queried too early.
    for (let requestCount = 0; requestCount < 2 && this.headSeq < batch.seq; requestCount += 1) await this.catchUp();
    this.beatStreams(true);
  }

  async pushCells(event: CellsEvent): Promise<void> {
    this.cells.addCells(event);
    this.streams?.pushCells();
  }

  /** A relay without viewers gets no pushes, so its cells may be old. */
  private async requestCells(): Promise<void> {
    try {
      const newest = await withTimeout(FEED_TIMEOUT_MS, nowcastStub(this.env).newest());
      if (newest) await this.pushCells(newest);
    } catch (error) {
      // The next minute's push delivers them.
      log('warn', 'relay.cells', { reason: (error as Error).message });
    }
  }

  private beatStreams(extra: boolean): void {
    const update = feedUpdate(this.facts, systemClock.now());
    if (extra && update === this.reported) return;
    this.reported = update;
    this.streams?.heartbeat();
  }

  private feedStateOf(filter: StreamFilter): FeedState {
    this.snapshot = reportableSnapshot(this.snapshot, this.facts.snapshot, this.headSeq);
    return feedStateOf({ ...this.facts, snapshot: this.snapshot }, filter, this.config.areas, systemClock.now());
  }

  private get headSeq(): number {
    return this.ring?.headSeq ?? 0;
  }

  private appendToRing(strikes: Strikes, seq: number): void {
    const fresh = this.ring?.append(strikes, seq, systemClock.now());
    if (fresh) this.streams?.push(fresh, seq);
  }

  /** Resolves once the ring reaches as far back as a client may resume. Rejects if the Feed does not respond. */
  private ready(): Promise<LiveStreams> {
    this.opening ??= this.open().catch((error: Error) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async open(): Promise<LiveStreams> {
    const floor = await feedStub(this.env).ringFloor(REPLAY_HORIZON_MS, MAX_RING_STRIKES);
    const ring = new StrikeRing(floor, REPLAY_HORIZON_MS, MAX_RING_STRIKES);
    const feed = (filter: StreamFilter) => this.feedStateOf(filter);
    const cells = () => this.cells.at(systemClock.now() + (this.facts.snapshot?.providerOffsetMs ?? 0));
    const streams = new LiveStreams({ ring, clock: systemClock, feed, cells, onCount: () => this.reportLoad(streams) });
    this.ring = ring;
    this.streams = streams;
    const { facts } = await this.lease();
    this.facts = facts;
    this.reported = feedUpdate(facts, systemClock.now());
    await this.catchUp();
    return streams;
  }

  private catchUp(): Promise<void> {
    this.catchingUp ??= this.fetchMissing().finally(() => {
      this.catchingUp = undefined;
    });
    return this.catchingUp;
  }

  private async fetchMissing(): Promise<void> {
    const request = (seq: number) => feedStub(this.env).strikesAfter(Math.max(seq, this.headSeq));
    await followFeed(this.headSeq, request, ({ pages }) => {
      for (const { strikes, seq } of pages) this.appendToRing(strikes, seq);
      return true;
    });
  }

  private async lease(): Promise<LeaseResult> {
    const viewers = this.streams?.size ?? 0;
    const cells = this.streams?.cells() ?? {};
    const droppedReaders = (this.streams?.dropped ?? 0) - this.droppedReported;
    const leaseResult = await feedStub(this.env).lease({
      relay: this.ctx.id.name ?? '',
      cells,
      viewers,
      droppedReaders,
    });
    this.droppedReported += droppedReaders;
    this.viewersReported = viewers;
    return leaseResult;
  }

  /** Reports a changed load to the Feed soon, because Workers send new streams to relays with room. */
  private reportLoad(streams: LiveStreams): void {
    this.keyed.notifySoon(streams);
    if (this.report || !isLoadUpdate(this.viewersReported, streams.size, this.config.relayMaxStreams)) return;
    this.report = setTimeout(() => {
      this.report = undefined;
      this.ctx.waitUntil(this.renew());
    }, REPORT_AFTER_MS);
  }

  private async renew(): Promise<void> {
    const receivedSeq = this.headSeq;
    this.ctx.waitUntil(this.keyed.report(this.streams));
    try {
      const { facts, seq } = await withTimeout(FEED_TIMEOUT_MS, this.lease());
      this.facts = facts;
      // The Feed is behind its own earlier seq: it lost its storage, and our ordinals are no longer valid.
      if (seq < receivedSeq) this.ctx.abort('the Feed lost its numbering');
      if (seq > this.headSeq) await withTimeout(FEED_TIMEOUT_MS, this.catchUp());
      this.beatStreams(true);
    } catch (error) {
      // The heartbeat is sent anyway. Its facts age, which is how clients notice a dead Feed.
      log('warn', 'relay.lease', { reason: (error as Error).message });
    }
  }

  private async heartbeat(): Promise<void> {
    this.beat = setTimeout(() => this.heartbeat(), HEARTBEAT_MS);
    const { displaced, refused } = this.gate.readPressure();
    if (displaced + refused > 0) log('warn', 'relay.full', { displaced, refused });
    await this.renew();
    this.beatStreams(false);
    if (this.streams?.size !== 0) return;
    clearTimeout(this.beat);
    this.beat = undefined;
    await this.renew();
  }
}
