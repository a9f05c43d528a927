import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import type { ClientKey } from './ClientKey.ts';
import { type CellsFrame, strikesFrame } from './frames.ts';
import type { OpenStream, StreamFilter, StreamOpening } from './OpenStream.ts';
import { REPLAY_STRIKES, ReplayFrames } from './ReplayFrames.ts';
import { StreamShares } from './StreamShares.ts';
import { decideResume, type StrikeRing } from './StrikeRing.ts';

/** Capacity of a stream's queue. The network below it buffers megabytes, so a full queue means a stalled reader. */
const QUEUE_BYTES = 64 * 1024;
/** A stream whose replay does not advance for this long is dropped. */
const REPLAY_PATIENCE_MS = 30_000;

export interface LiveStreamsDeps {
  readonly ring: StrikeRing;
  readonly clock: Clock;
  readonly feed: (filter: StreamFilter) => FeedState;
  readonly cells: () => CellsFrame | undefined;
  readonly onCount: () => void;
}

const encoder = new TextEncoder();

/**
 * The open streams of one relay. A frame is encoded once for all streams with the same filter, which share the bytes. A
 * slow reader is dropped and resumes from its cursor.
 */
export class LiveStreams {
  readonly shares = new StreamShares<OpenStream>();
  readonly frames: ReplayFrames;
  private readonly streams = new Set<OpenStream>();
  private readonly deps: LiveStreamsDeps;
  dropped = 0;

  constructor(deps: LiveStreamsDeps) {
    this.deps = deps;
    this.frames = new ReplayFrames(deps.ring);
  }

  get size(): number {
    return this.streams.size;
  }

  cells(): Record<string, number> {
    const watched: Record<string, number> = {};
    for (const { filter } of this.streams) for (const cell of filter.cells) watched[cell] = (watched[cell] ?? 0) + 1;
    return watched;
  }

  /** Called for every new stream, so it must not build `cells()`. */
  watches(cell: string): boolean {
    for (const { filter } of this.streams) if (filter.cells.includes(cell)) return true;
    return false;
  }

  owedTo(since: number | undefined): number {
    const { ring } = this.deps;
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    return decision.kind === 'replay' ? ring.headSeq - decision.afterSeq : 0;
  }

  /** Sends `hello` at once, then the missed strikes or a `reset`, then live. Aborting `gone` closes the stream. */
  open(opening: StreamOpening, gone: AbortSignal): ReadableStream<Uint8Array> {
    const { client, filter, since, hello, wantsCells, retryMs, closesMs } = opening;
    const { ring, clock } = this.deps;
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    // `pull` is called after every delivery and adds a fifth to its cost, so only a replay in pieces gets it.
    const longReplay = decision.kind === 'replay' && ring.headSeq - decision.afterSeq > REPLAY_STRIKES;
    let stream: OpenStream | undefined;
    const readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const replayedSeq = decision.kind === 'replay' ? decision.afterSeq : undefined;
          const cellsAtMs = wantsCells ? 0 : Number.POSITIVE_INFINITY;
          stream = { client, filter, controller, closesMs, replayedSeq, replayMovedMs: clock.now(), cellsAtMs };
          controller.enqueue(encoder.encode(encodeFeedEvent({ event: 'hello', data: hello, retryMs })));
          if (decision.kind === 'reset') {
            controller.enqueue(encoder.encode(encodeFeedEvent({ event: 'reset', data: { reason: decision.reason } })));
          }
          this.enqueueCells(stream);
          this.streams.add(stream);
          this.shares.add(stream);
          this.replay(stream);
        },
        ...(longReplay ? { pull: () => stream && this.replay(stream) } : {}),
        cancel: () => stream && this.forget(stream),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
    );
    gone.addEventListener('abort', () => stream && this.close(stream));
    this.deps.onCount();
    return readable;
  }

  /** Ends the newest stream of `victim` to make room; its client is asked to stay away for `retryAfterMs`. */
  displace(victim: ClientKey, retryAfterMs: number): void {
    const stream = this.shares.newestOf(victim);
    if (!stream) return;
    try {
      stream.controller.enqueue(encoder.encode(encodeFeedEvent({ event: 'away', data: { retryAfterMs } })));
    } catch {
      // The runtime already closed the stream: its client is gone.
    }
    this.close(stream);
  }

  countOf({ network, host }: ClientKey): number {
    return this.shares.hostsOf(network)?.of(host) ?? 0;
  }

  endNewest(client: ClientKey): void {
    const stream = this.shares.newestOf(client);
    if (stream) this.close(stream);
  }

  endAll(client: ClientKey): void {
    while (this.countOf(client) > 0) this.endNewest(client);
  }

  /** The strikes must be in the ring. */
  push(strikes: readonly NumberedStrike[], seq: number): void {
    const frames = new Map<string, Uint8Array | undefined>();
    for (const stream of this.streams) {
      if (stream.replayedSeq !== undefined) continue;
      const { filter } = stream;
      if (!frames.has(filter.key)) frames.set(filter.key, strikesFrame(filter, strikes, seq));
      const frame = frames.get(filter.key);
      if (frame) this.send(stream, frame);
    }
  }

  pushCells(): void {
    const cells = this.deps.cells();
    if (!cells) return;
    for (const stream of this.streams) {
      if (stream.replayedSeq !== undefined || stream.cellsAtMs >= cells.atMs) continue;
      stream.cellsAtMs = cells.atMs;
      this.send(stream, cells.frame);
    }
  }

  /** Sends `hb` to every live stream. Closes streams whose time is up and drops those whose replay has stalled. */
  heartbeat(): void {
    const nowMs = this.deps.clock.now();
    const frames = new Map<string, Uint8Array>();
    const frameOf = (filter: StreamFilter) => {
      const frame = frames.get(filter.key) ?? this.heartbeatFrame(filter);
      frames.set(filter.key, frame);
      return frame;
    };
    for (const stream of this.streams) {
      if (stream.closesMs <= nowMs) this.close(stream);
      else if (stream.replayedSeq === undefined) this.send(stream, frameOf(stream.filter));
      else if (stream.replayMovedMs < nowMs - REPLAY_PATIENCE_MS) this.drop(stream);
      else this.replay(stream);
    }
  }

  private heartbeatFrame(filter: StreamFilter): Uint8Array {
    const seq = this.deps.ring.headSeq;
    const data = { serverTimeMs: this.deps.clock.now(), seq, feed: this.deps.feed(filter) };
    return encoder.encode(encodeFeedEvent({ event: 'hb', id: seq, data }));
  }

  private replay(stream: OpenStream): void {
    const { ring, clock } = this.deps;
    while (stream.replayedSeq !== undefined && (stream.controller.desiredSize ?? 0) > 0) {
      if (stream.replayedSeq < ring.floorSeq) {
        this.drop(stream);
        return;
      }
      const { seq, frame } = this.frames.after(stream.replayedSeq, stream.filter);
      stream.replayedSeq = seq === ring.headSeq ? undefined : seq;
      stream.replayMovedMs = clock.now();
      if (frame) stream.controller.enqueue(frame);
      // A replay may hold no strike for the filter, so its reader would not know that it is over.
      if (stream.replayedSeq !== undefined) continue;
      stream.controller.enqueue(this.heartbeatFrame(stream.filter));
      this.enqueueCells(stream);
    }
  }

  private enqueueCells(stream: OpenStream): void {
    const cells = this.deps.cells();
    if (!cells || stream.cellsAtMs >= cells.atMs) return;
    stream.cellsAtMs = cells.atMs;
    stream.controller.enqueue(cells.frame);
  }

  private send(stream: OpenStream, frame: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) <= 0) {
      this.drop(stream);
      return;
    }
    try {
      stream.controller.enqueue(frame);
    } catch {
      // The runtime already closed the stream: its client is gone.
      this.forget(stream);
    }
  }

  private drop(stream: OpenStream): void {
    this.forget(stream);
    this.dropped += 1;
    try {
      stream.controller.error(new Error('slow reader'));
    } catch {
      // Already closed by the runtime.
    }
  }

  private forget(stream: OpenStream): void {
    if (!this.streams.delete(stream)) return;
    this.shares.remove(stream);
    this.deps.onCount();
  }

  private close(stream: OpenStream): void {
    this.forget(stream);
    try {
      stream.controller.close();
    } catch {
      // Already closed by the runtime.
    }
  }
}
