import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import { formatBBox } from '#shared/geo/BBox.ts';
import { formatTile } from '#shared/geo/tile.ts';
import { TRIAL } from '#shared/plans.ts';
import type { Strikes } from '#shared/strike.ts';
import { encodeFeedEvent, type FeedState } from '#shared/wire/FeedEvent.ts';
import { planRequired } from '#worker/http/keys/publicAccess.ts';
import { BBoxParameter, SequenceParameter, TilesParameter } from '#worker/http/parameters.ts';
import { HttpProblem } from '#worker/http/responses.ts';
import { type ClientKey, isTrialKey, TRIAL_NETWORK } from './ClientKey.ts';
import {
  bboxFilter,
  type CellsFrame,
  decideResume,
  type OpenStream,
  REPLAY_STRIKES,
  ReplayBudget,
  ReplayFrames,
  type StreamFilter,
  type StreamOpening,
  type StrikeRing,
  strikesFrame,
  tilesFilter,
} from './replayBuffer.ts';

interface Owned {
  readonly client: ClientKey;
}

/** Streams by network and host, and the newest of each host. */
export class StreamShares<Stream extends Owned> implements OpenCounts {
  readonly networks = new Tally();
  private readonly hosts = new Map<string, Tally>();
  /** Oldest first. */
  private readonly streams = new Map<string, Stream[]>();

  hostsOf(network: string): Tally | undefined {
    return this.hosts.get(network);
  }

  add(stream: Stream): void {
    const { network, host } = stream.client;
    this.networks.add(network);
    const hosts = this.hosts.get(network) ?? new Tally();
    hosts.add(host);
    this.hosts.set(network, hosts);
    const streams = this.streams.get(host);
    if (streams) streams.push(stream);
    else this.streams.set(host, [stream]);
  }

  remove(stream: Stream): void {
    const { network, host } = stream.client;
    const streams = this.streams.get(host) ?? [];
    const at = streams.lastIndexOf(stream);
    if (at < 0) return;
    streams.splice(at, 1);
    if (streams.length === 0) this.streams.delete(host);
    this.networks.remove(network);
    const hosts = this.hosts.get(network);
    hosts?.remove(host);
    if (hosts?.size === 0) this.hosts.delete(network);
  }

  newestOf({ host }: ClientKey): Stream | undefined {
    return this.streams.get(host)?.at(-1);
  }
}

interface Counts {
  readonly total: number;
  of(key: string): number;
  heaviest(): Counted | undefined;
}

interface OpenCounts {
  readonly networks: Counts;
  hostsOf(network: string): Counts | undefined;
}

type Admission =
  | { readonly kind: 'free' }
  | { readonly kind: 'displace'; readonly victim: ClientKey }
  | { readonly kind: 'refuse' };

/** Moving one slot makes the smaller share larger only if the shares differ by two: by one, they would just swap. */
const WORTH_MOVING = 2;

/**
 * Whether a newcomer gets one of `slots`. A free one goes to anyone. Then a trial is refused, and anyone else takes a
 * trial's slot. When no trial is left, slots are shared max-min, first between networks, then between the hosts of one.
 * So no stream within its network's even share is displaced, and displacing ends, because the smallest shares grow each
 * time.
 */
export function decideAdmission(open: OpenCounts, newcomer: ClientKey, slots: number): Admission {
  if (open.networks.total < slots) return { kind: 'free' };
  if (isTrialKey(newcomer)) return { kind: 'refuse' };
  const { networks } = open;
  if (networks.of(TRIAL_NETWORK) > 0) return displace(open, TRIAL_NETWORK);
  const most = networks.heaviest();
  const poor = networks.of(newcomer.network);
  if (most && most.count - poor >= WORTH_MOVING) return displace(open, most.key);
  const hosts = open.hostsOf(newcomer.network);
  const mostHost = hosts?.heaviest();
  if (hosts && mostHost && mostHost.count - hosts.of(newcomer.host) >= WORTH_MOVING) {
    return displace(open, newcomer.network);
  }
  return { kind: 'refuse' };
}

function displace(open: OpenCounts, network: string): Admission {
  const host = open.hostsOf(network)?.heaviest()?.key;
  return host === undefined ? { kind: 'refuse' } : { kind: 'displace', victim: { network, host } };
}

interface Counted {
  readonly key: string;
  readonly count: number;
}

/** Counts by key. Each operation takes constant time, however many keys there are. */
class Tally {
  total = 0;
  private readonly counts = new Map<string, number>();
  private readonly keysWith = new Map<number, Set<string>>();
  private most = 0;

  get size(): number {
    return this.counts.size;
  }

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  heaviest(): Counted | undefined {
    const [key] = this.keysWith.get(this.most) ?? [];
    return key === undefined ? undefined : { key, count: this.most };
  }

  add(key: string): void {
    this.change(key, 1);
    this.most = Math.max(this.most, this.of(key));
  }

  remove(key: string): void {
    if (this.of(key) === 0) return;
    this.change(key, -1);
    // If the key was the last with the highest count, that is now one lower.
    if (!this.keysWith.has(this.most)) this.most -= 1;
  }

  private change(key: string, by: 1 | -1): void {
    const before = this.of(key);
    const now = before + by;
    const left = this.keysWith.get(before);
    left?.delete(key);
    if (left?.size === 0) this.keysWith.delete(before);
    if (now === 0) this.counts.delete(key);
    else {
      this.counts.set(key, now);
      const joined = this.keysWith.get(now) ?? new Set();
      this.keysWith.set(now, joined.add(key));
    }
    this.total += by;
  }
}

/** Settles as `work` does, or rejects after `timeoutMs`. The work itself is not cancelled. */
export async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Either `bbox` or `tiles`, and optionally the cursor to continue from. */
export const LiveQuery = v.pipe(
  v.strictObject({
    bbox: v.optional(BBoxParameter),
    tiles: v.optional(TilesParameter),
    since: v.optional(SequenceParameter),
    key: v.optional(v.pipe(v.string(), v.description('API key, for clients that cannot send headers.'))),
  }),
  v.forward(
    v.partialCheck([['bbox'], ['tiles']], ({ bbox, tiles }) => bbox !== undefined || tiles !== undefined, 'missing'),
    ['bbox'],
  ),
  v.forward(
    v.partialCheck([['bbox'], ['tiles']], ({ bbox, tiles }) => bbox === undefined || tiles === undefined, 'conflict'),
    ['tiles'],
  ),
);
export type LiveQuery = v.InferOutput<typeof LiveQuery>;

/** A request for a stream, from the Worker to a relay. */
export interface RelayRequest extends LiveQuery {
  readonly client: ClientKey;
  readonly streams?: number | undefined;
  readonly mayDisplace: boolean;
}

export function liveRequestQuery({ bbox, tiles, since, client, streams, mayDisplace }: RelayRequest): string {
  const query = new URLSearchParams({ network: client.network, host: client.host });
  if (mayDisplace) query.set('displace', '1');
  if (streams !== undefined) query.set('streams', String(streams));
  if (bbox) query.set('bbox', formatBBox(bbox));
  if (tiles) query.set('tiles', tiles.map(formatTile).join(','));
  if (since !== undefined) query.set('since', String(since));
  return query.toString();
}

export interface LiveRequest {
  readonly filter: StreamFilter;
  readonly since: number | undefined;
  readonly client: ClientKey;
  readonly streams: number | undefined;
  readonly mayDisplace: boolean;
}

/** @throws v.ValiError if the query was not written by `liveRequestQuery` */
export function readLiveRequest(url: URL): LiveRequest {
  const { network = '', host = '', displace, streams, ...query } = Object.fromEntries(url.searchParams);
  const { bbox, tiles, since } = v.parse(LiveQuery, query);
  const filter = bbox ? bboxFilter(bbox) : tilesFilter(tiles ?? []);
  const limit = streams === undefined ? undefined : Number(streams);
  return { filter, since, client: { network, host }, streams: limit, mayDisplace: displace === '1' };
}

/** Capacity of a stream's queue. The network below it buffers megabytes, so a full queue means a stalled reader. */
const QUEUE_BYTES = 64 * 1024;
/** A stream whose replay does not advance for this long is dropped. */
const REPLAY_TIMEOUT_MS = 30_000;

interface LiveStreamsDeps {
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

  backlogOf(since: number | undefined): number {
    const { ring } = this.deps;
    const decision = decideResume(since, ring.floorSeq, ring.headSeq);
    return decision.kind === 'replay' ? ring.headSeq - decision.afterSeq : 0;
  }

  /** Sends `hello` at once, then the missed strikes or a `reset`, then live. Aborting `disconnected` closes the stream. */
  open(opening: StreamOpening, disconnected: AbortSignal): ReadableStream<Uint8Array> {
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
    disconnected.addEventListener('abort', () => stream && this.close(stream));
    this.deps.onCount();
    return readable;
  }

  /** Ends the newest stream of `victim` to make room, and sends its client `retryAfterMs`. */
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
  push(strikes: Strikes, seq: number): void {
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
      else if (stream.replayMovedMs < nowMs - REPLAY_TIMEOUT_MS) this.drop(stream);
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

/** Admits clients to one relay's streams, and picks streams to end for them. */
export class Gate {
  private readonly replays: ReplayBudget;
  private readonly slots: number;
  private readonly origin: string;
  private readonly random: () => number;
  private pressure = { displaced: 0, refused: 0 };

  /** `origin` is the site's, for what refusals say. */
  constructor(slots: number, origin: string, clock: Clock, random: () => number) {
    this.replays = new ReplayBudget(clock);
    this.slots = slots;
    this.origin = origin;
    this.random = random;
  }

  /**
   * 401 for a trial's second stream, 503 without a slot, 429 for too large a replay. A trial that resumes ends its own
   * older stream, which may not know yet that its client is gone.
   */
  admit({ client, since, mayDisplace }: LiveRequest, streams: LiveStreams): HttpProblem | undefined {
    const isTrial = isTrialKey(client);
    const replacesOwn = isTrial && streams.countOf(client) >= TRIAL.streams;
    if (replacesOwn && since === undefined) return planRequired('stream', this.origin);
    const admission = replacesOwn
      ? ({ kind: 'displace', victim: client } as const)
      : decideAdmission(streams.shares, client, this.slots);
    const full = admission.kind === 'refuse' || (admission.kind === 'displace' && !mayDisplace && !replacesOwn);
    if (full) {
      if (mayDisplace) this.pressure.refused += 1;
      const retryAfterSeconds = Math.round(awayMs(this.random) / 1000);
      return new HttpProblem(503, 'busy', 'This stream server is full.', { retryAfterSeconds });
    }
    const waitS = this.replays.charge(isTrial ? client.host : client.network, streams.backlogOf(since));
    if (waitS !== undefined) {
      return new HttpProblem(429, 'rate-limited', 'Replay quota exceeded.', { retryAfterSeconds: waitS });
    }
    if (admission.kind === 'displace') {
      if (!replacesOwn) this.pressure.displaced += 1;
      streams.displace(admission.victim, awayMs(this.random));
    }
    return undefined;
  }

  /** Streams displaced and clients refused since the last call. Also forgets budgets that are whole again. */
  readPressure(): { readonly displaced: number; readonly refused: number } {
    this.replays.prune();
    const { pressure } = this;
    this.pressure = { displaced: 0, refused: 0 };
    return pressure;
  }
}

const LEAST_MS = 30_000;
const SPREAD_MS = 90_000;

/** Wait of a client without a slot, spread evenly so that they do not all return at once. */
export function awayMs(random: () => number): number {
  return Math.round(LEAST_MS + random() * SPREAD_MS);
}
