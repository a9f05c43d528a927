import type { NumberedStrike } from '#shared/strike.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedState, HelloEvent } from '#shared/wire/FeedEvent.ts';
import { encodeFeedEvent } from '#shared/wire/feedCodec.ts';
import { decideResume } from './decideResume.ts';
import type { StreamFilter } from './StreamFilter.ts';
import type { StrikeRing } from './StrikeRing.ts';
import { strikesFrame } from './strikesFrame.ts';

/** Capacity of a stream's queue. The network below it buffers megabytes, so a full queue means a stalled reader. */
const QUEUE_BYTES = 64 * 1024;
/** Strikes given at a time to a stream that is catching up. */
const REPLAY_STRIKES = 500;
/** A stream whose replay does not advance for this long is dropped. */
const REPLAY_PATIENCE_MS = 30_000;

interface LiveStream {
  readonly filter: StreamFilter;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly closesMs: number;
  /** The seq replayed so far while the stream is catching up; undefined once it is live. */
  replayedSeq: number | undefined;
  replayMovedMs: number;
}

export interface OpenStream {
  readonly filter: StreamFilter;
  /** The client's cursor, if it gave one. */
  readonly since: number | undefined;
  readonly hello: HelloEvent;
  readonly retryMs: number;
  readonly closesMs: number;
}

const encoder = new TextEncoder();

/**
 * The open streams of one relay. A frame is encoded once for all streams with the same filter, and the same byte array
 * is enqueued to each. A reader that does not keep up is dropped and resumes from its cursor.
 */
export class LiveStreams {
  private readonly streams = new Set<LiveStream>();
  private readonly ring: StrikeRing;
  private readonly clock: Clock;
  dropped = 0;

  constructor(ring: StrikeRing, clock: Clock) {
    this.ring = ring;
    this.clock = clock;
  }

  get size(): number {
    return this.streams.size;
  }

  /** How many streams watch each cell. */
  cells(): Record<string, number> {
    const watched: Record<string, number> = {};
    for (const { filter } of this.streams) for (const cell of filter.cells) watched[cell] = (watched[cell] ?? 0) + 1;
    return watched;
  }

  /** Whether any stream watches the cell. Called for every stream that opens, so it must not build `cells()`. */
  watches(cell: string): boolean {
    for (const { filter } of this.streams) if (filter.cells.includes(cell)) return true;
    return false;
  }

  /** Opens a stream: `hello` at once, then the strikes it missed or a `reset`, then live. Aborting `gone` closes it. */
  open({ filter, since, hello, retryMs, closesMs }: OpenStream, gone: AbortSignal): ReadableStream<Uint8Array> {
    const decision = decideResume(since, this.ring.floorSeq, this.ring.headSeq);
    // `pull` is called after every delivery and adds a fifth to its cost, so only a replay in pieces gets it.
    const longReplay = decision.kind === 'replay' && this.ring.headSeq - decision.afterSeq > REPLAY_STRIKES;
    let stream: LiveStream | undefined;
    const readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const replayedSeq = decision.kind === 'replay' ? decision.afterSeq : undefined;
          stream = { filter, controller, closesMs, replayedSeq, replayMovedMs: this.clock.now() };
          controller.enqueue(encoder.encode(encodeFeedEvent({ event: 'hello', data: hello, retryMs })));
          if (decision.kind === 'reset') {
            controller.enqueue(encoder.encode(encodeFeedEvent({ event: 'reset', data: { reason: decision.reason } })));
          }
          this.streams.add(stream);
          this.replay(stream, hello.feed);
        },
        ...(longReplay ? { pull: () => stream && this.replay(stream, hello.feed) } : {}),
        cancel: () => {
          if (stream) this.streams.delete(stream);
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_BYTES }),
    );
    gone.addEventListener('abort', () => stream && this.close(stream));
    return readable;
  }

  /** Sends new strikes, already in the ring, to every live stream whose filter matches. */
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

  /** Sends `hb` to every live stream. Closes streams whose time is up and drops those whose replay has stalled. */
  heartbeat(feed: FeedState): void {
    const nowMs = this.clock.now();
    const frame = this.heartbeatFrame(feed);
    for (const stream of this.streams) {
      if (stream.closesMs <= nowMs) this.close(stream);
      else if (stream.replayedSeq === undefined) this.send(stream, frame);
      else if (stream.replayMovedMs < nowMs - REPLAY_PATIENCE_MS) this.drop(stream);
      else this.replay(stream, feed);
    }
  }

  private heartbeatFrame(feed: FeedState): Uint8Array {
    const seq = this.ring.headSeq;
    const data = { serverTimeMs: this.clock.now(), seq, feed };
    return encoder.encode(encodeFeedEvent({ event: 'hb', id: seq, data }));
  }

  private replay(stream: LiveStream, feed: FeedState): void {
    while (stream.replayedSeq !== undefined && (stream.controller.desiredSize ?? 0) > 0) {
      if (stream.replayedSeq < this.ring.floorSeq) {
        this.drop(stream);
        return;
      }
      const strikes = this.ring.after(stream.replayedSeq, REPLAY_STRIKES);
      const seq = strikes.length < REPLAY_STRIKES ? this.ring.headSeq : (strikes.at(-1)?.ordinal ?? this.ring.headSeq);
      const frame = strikesFrame(stream.filter, strikes, seq);
      stream.replayedSeq = seq === this.ring.headSeq ? undefined : seq;
      stream.replayMovedMs = this.clock.now();
      if (frame) stream.controller.enqueue(frame);
      // A replay may hold nothing that the filter wants: its reader must not wait for news to know that it is over.
      if (stream.replayedSeq === undefined) stream.controller.enqueue(this.heartbeatFrame(feed));
    }
  }

  private send(stream: LiveStream, frame: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) <= 0) {
      this.drop(stream);
      return;
    }
    try {
      stream.controller.enqueue(frame);
    } catch {
      // The runtime already closed the stream: its client is gone.
      this.streams.delete(stream);
    }
  }

  private drop(stream: LiveStream): void {
    this.streams.delete(stream);
    this.dropped += 1;
    try {
      stream.controller.error(new Error('slow reader'));
    } catch {
      // Already closed by the runtime.
    }
  }

  private close(stream: LiveStream): void {
    this.streams.delete(stream);
    try {
      stream.controller.close();
    } catch {
      // Already closed by the runtime.
    }
  }
}
