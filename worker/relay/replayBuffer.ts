import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxContains, bboxOverlaps, formatBBox } from '#shared/geo/BBox.ts';
import { formatTile, type Tile, tileAt, tileBounds, tileNumber, tilesCovering } from '#shared/geo/tile.ts';
import { CELL_ZOOM, MAX_CELLS_PER_STREAM } from '#shared/limits.ts';
import { allRows, joinStrikes, rowAfter, type Strikes, sliceStrikes, strikesAt } from '#shared/strike.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import { encodeFeedEvent, type HelloEvent, type ResetReason, type StrikesEvent } from '#shared/wire/FeedEvent.ts';
import { toDeltas } from '#shared/wire/StrikeColumns.ts';
import type { ClientKey } from './ClientKey.ts';

interface Batch {
  readonly strikes: Strikes;
  readonly cameMs: number;
  /** Rows at the start that the ring no longer holds. */
  gone: number;
}

/**
 * The newest strikes by ordinal, held for at least `retentionMs` after arrival, but never more than `maxStrikes`. It holds
 * every strike with `floorSeq < ordinal ≤ headSeq`.
 */
export class StrikeRing {
  private readonly batches: Batch[] = [];
  private held = 0;
  private readonly retentionMs: number;
  private readonly maxStrikes: number;
  floorSeq: number;
  headSeq: number;

  constructor(floorSeq: number, retentionMs: number, maxStrikes: number) {
    this.floorSeq = floorSeq;
    this.headSeq = floorSeq;
    this.retentionMs = retentionMs;
    this.maxStrikes = maxStrikes;
  }

  /** Returns those that the ring did not have yet, if any: after a repair they may be more than it holds. */
  append(strikes: Strikes, seq: number, nowMs: number): Strikes | undefined {
    const fresh = sliceStrikes(strikes, rowAfter(strikes, this.headSeq));
    const count = fresh.ordinals.length;
    if (count > 0) this.batches.push({ strikes: fresh, cameMs: nowMs, gone: 0 });
    this.held += count;
    this.headSeq = Math.max(this.headSeq, seq);
    this.prune(nowMs);
    return count > 0 ? fresh : undefined;
  }

  /** The held strikes with `seq < ordinal ≤ endSeq`. */
  between(seq: number, endSeq: number): Strikes {
    const parts: Strikes[] = [];
    for (let index = this.firstBatchAfter(seq); index < this.batches.length; index += 1) {
      const { strikes, gone } = this.batches[index] as Batch;
      const to = rowAfter(strikes, endSeq);
      const from = Math.max(gone, rowAfter(strikes, seq));
      if (from < to) parts.push(sliceStrikes(strikes, from, to));
      if (to < strikes.ordinals.length) break;
    }
    return joinStrikes(parts);
  }

  private firstBatchAfter(seq: number): number {
    let low = 0;
    let high = this.batches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const { ordinals } = (this.batches[middle] as Batch).strikes;
      if ((ordinals.at(-1) as number) > seq) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private prune(nowMs: number): void {
    for (let oldest = this.batches[0]; oldest; oldest = this.batches[0]) {
      const { ordinals } = oldest.strikes;
      const tooMany = Math.max(0, this.held - this.maxStrikes);
      const isOld = oldest.cameMs < nowMs - this.retentionMs;
      const leaving = Math.min(ordinals.length - oldest.gone, isOld ? ordinals.length : tooMany);
      if (leaving === 0) return;
      oldest.gone += leaving;
      this.floorSeq = ordinals[oldest.gone - 1] as number;
      this.held -= leaving;
      if (oldest.gone === ordinals.length) this.batches.shift();
    }
  }
}

type ResumeDecision =
  /** Nothing to replay: the client gave no cursor, or is up to date. */
  | { readonly kind: 'live' }
  /** Everything after `afterSeq` is still in the ring. */
  | { readonly kind: 'replay'; readonly afterSeq: number }
  /** The ring cannot fill the client's gap: it must reload. */
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/** For a client with the cursor `since`, if the ring holds every strike after `floorSeq` up to `headSeq`. */
export function decideResume(since: number | undefined, floorSeq: number, headSeq: number): ResumeDecision {
  if (since === undefined || since === headSeq) return { kind: 'live' };
  if (since > headSeq) return { kind: 'reset', reason: 'unknown-seq' };
  return since < floorSeq ? { kind: 'reset', reason: 'too-old' } : { kind: 'replay', afterSeq: since };
}

export interface OpenStream {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly closesMs: number;
  /** The seq replayed so far; undefined once the stream is live. */
  replayedSeq: number | undefined;
  replayMovedMs: number;
  /** Time of the storm cells last sent; infinite if it gets none. */
  cellsAtMs: number;
}

export interface StreamOpening {
  readonly client: ClientKey;
  readonly filter: StreamFilter;
  readonly since: number | undefined;
  readonly hello: HelloEvent;
  readonly wantsCells: boolean;
  readonly retryMs: number;
  readonly closesMs: number;
}

/** The strikes that a stream gets. Equal filters have equal keys, so that a frame is encoded once for all of them. */
export interface StreamFilter {
  readonly key: string;
  /** `columns`: the site's compact form, without ids. `tuples`: ids and exact positions. */
  readonly form: 'columns' | 'tuples';
  /** Cells that the stream keeps polled; none if the view is too wide. */
  readonly cells: readonly string[];
  matches(longitude: number, latitude: number): boolean;
  touches(box: BBox): boolean;
}

export function tilesFilter(cells: readonly Tile[]): StreamFilter {
  const names = [...new Set(cells.map(formatTile))].sort();
  const requested = new Set(cells.map(tileNumber));
  return {
    key: `cells=${names.join(',')}`,
    form: 'columns',
    cells: names,
    matches: (longitude, latitude) => requested.has(tileNumber(tileAt(longitude, latitude, CELL_ZOOM))),
    touches: (box) => cells.some((cell) => bboxOverlaps(tileBounds(cell), box)),
  };
}

export function bboxFilter(bbox: BBox): StreamFilter {
  return {
    key: `bbox=${formatBBox(bbox)}`,
    form: 'tuples',
    cells: (tilesCovering(bbox, CELL_ZOOM, MAX_CELLS_PER_STREAM) ?? []).map(formatTile),
    matches: (longitude, latitude) => bboxContains(bbox, longitude, latitude),
    touches: (box) => bboxOverlaps(bbox, box),
  };
}

const encoder = new TextEncoder();

/** Undefined if the filter wants none of them. */
export function strikesFrame(filter: StreamFilter, strikes: Strikes, seq: number): Uint8Array | undefined {
  const { longitudes, latitudes } = strikes;
  const rows = allRows(strikes).filter((row) => filter.matches(longitudes[row] as number, latitudes[row] as number));
  if (rows.length === 0) return undefined;
  const data = filter.form === 'columns' ? { seq, columns: toDeltas(strikes, rows) } : tuplesOf(strikes, rows, seq);
  return encoder.encode(encodeFeedEvent({ event: 'strikes', id: seq, data }));
}

function tuplesOf(strikes: Strikes, rows: readonly number[], seq: number): StrikesEvent {
  const requested = strikesAt(strikes, rows);
  const hasDetails = requested.some(({ detail }) => detail);
  return {
    seq,
    strikes: requested.map(({ id, latitude, longitude, atMs, ordinal }) => [id, latitude, longitude, atMs, ordinal]),
    ...(hasDetails ? { details: requested.map(({ detail }) => detail ?? null) } : {}),
  };
}

/** Shared by all streams of a relay. */
export interface CellsFrame {
  /** By the provider's clock. */
  readonly atMs: number;
  readonly frame: Uint8Array;
}

/** The newest storm cells of a relay. */
export class NewestCells {
  private held: CellsFrame | undefined;

  /** Encodes the event once for all; one no newer than the last is ignored. */
  addCells(event: CellsEvent): void {
    if (this.held && event.atMs <= this.held.atMs) return;
    this.held = {
      atMs: event.atMs,
      frame: new TextEncoder().encode(encodeFeedEvent({ event: 'storm-cells', data: event })),
    };
  }

  /** By the provider's clock; undefined if there is no frame, or it is too old. */
  at(providerNowMs: number): CellsFrame | undefined {
    return this.held && this.held.atMs > providerNowMs - NOWCAST_HOLDS_MS ? this.held : undefined;
  }
}

export const REPLAY_STRIKES = 500;
const MAX_HELD_BYTES = 6 * 2 ** 20;
const ENTRY_BYTES = 200;

interface HeldFrame {
  readonly frame: Uint8Array | undefined;
  readonly bytes: number;
}

interface ReplayStep {
  /** The frame, or its absence, covers all strikes up to this seq. */
  readonly seq: number;
  readonly frame: Uint8Array | undefined;
}

/**
 * The ring in frames of up to 500 strikes, cut at the same ordinals for all: streams with the same filter share the
 * bytes. The least recently used frames are forgotten.
 */
export class ReplayFrames {
  private readonly ring: StrikeRing;
  private readonly held = new Map<string, HeldFrame>();
  heldBytes = 0;
  encoded = 0;

  constructor(ring: StrikeRing) {
    this.ring = ring;
  }

  after(seq: number, filter: StreamFilter): ReplayStep {
    const end = Math.min(this.ring.headSeq, (Math.floor(seq / REPLAY_STRIKES) + 1) * REPLAY_STRIKES);
    const key = `${seq}-${end} ${filter.key}`;
    const known = this.held.get(key);
    const entry = known ?? this.encode(key, seq, end, filter);
    // Put last, because the map's first entry is the least recently used.
    this.held.delete(key);
    this.held.set(key, entry);
    return { seq: end, frame: entry.frame };
  }

  private encode(key: string, seq: number, end: number, filter: StreamFilter): HeldFrame {
    const frame = strikesFrame(filter, this.ring.between(seq, end), end);
    const entry = { frame, bytes: (frame?.byteLength ?? 0) + key.length + ENTRY_BYTES };
    this.encoded += 1;
    this.heldBytes += entry.bytes;
    for (const [oldest, { bytes }] of this.held) {
      if (this.heldBytes <= MAX_HELD_BYTES) break;
      this.held.delete(oldest);
      this.heldBytes -= bytes;
    }
    return entry;
  }
}

/** Strikes replayed to one network at once: five full rings. */
const BURST_STRIKES = 300_000;
const STRIKES_PER_SECOND = 2_000;

interface Spent {
  readonly strikes: number;
  readonly atMs: number;
}

/**
 * Bounds the replays of each network, because a request of 150 bytes may ask for megabytes. A replay of one frame is
 * free: hundreds of people behind one address may come back in the same second.
 */
export class ReplayBudget {
  private readonly clock: Clock;
  private readonly spent = new Map<string, Spent>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Charges a replay; if it is too much, charges nothing and returns the seconds to wait. */
  charge(network: string, strikes: number): number | undefined {
    if (strikes <= REPLAY_STRIKES) return undefined;
    const total = this.backlog(network) + strikes;
    if (total > BURST_STRIKES) return Math.ceil((total - BURST_STRIKES) / STRIKES_PER_SECOND);
    this.spent.set(network, { strikes: total, atMs: this.clock.now() });
    return undefined;
  }

  prune(): void {
    for (const network of this.spent.keys()) if (this.backlog(network) === 0) this.spent.delete(network);
  }

  private backlog(network: string): number {
    const spent = this.spent.get(network);
    if (!spent) return 0;
    const refilled = ((this.clock.now() - spent.atMs) / 1000) * STRIKES_PER_SECOND;
    return Math.max(0, spent.strikes - Math.max(0, refilled));
  }
}
