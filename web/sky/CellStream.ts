import type { Clock } from '#shared/Clock.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { CELL_ZOOM, REPLAY_HORIZON_MS } from '#shared/limits.ts';
import type { FeedConnection, Timers } from './FeedConnection.ts';
import { ancestorAt, type TileCoverage } from './TileCoverage.ts';

/** Limits how often a rapidly changing view reopens the stream: each opening may cost a relay a replay. */
const MIN_REOPEN_INTERVAL_MS = 2_000;
/** A minute less than relays promise, so that the replay is still available when the request arrives. */
const RESUMABLE_MS = REPLAY_HORIZON_MS - 60_000;

export interface CellStreamDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly connection: Pick<FeedConnection, 'start' | 'cursor' | 'baseSeq' | 'caughtUp'>;
  readonly coverage: Pick<TileCoverage, 'leaveOutside' | 'returnTo' | 'forgetLeftBefore' | 'clear'>;
}

/**
 * Decides which cells the stream covers, and from which seq. A view in other cells reopens it. Tiles that it no longer
 * covers stay held up to its cursor; if the view returns while relays can still replay, it resumes there and loads no
 * slices again.
 */
export class CellStream {
  private readonly deps: CellStreamDeps;
  private requested: readonly Tile[] = [];
  private streamed: readonly Tile[] | undefined;
  /** Lowest seq among the slices that are not joined to the stream yet. */
  private joinSeq: number | undefined;
  private openedAtMs = Number.NEGATIVE_INFINITY;
  private cancelReopening: (() => void) | undefined;

  constructor(deps: CellStreamDeps) {
    this.deps = deps;
  }

  get following(): boolean {
    return this.requested.length > 0;
  }

  get begun(): boolean {
    return this.streamed !== undefined;
  }

  /** True if the stream covers all wanted cells, has caught up, and leaves no gap after the slices. */
  get joined(): boolean {
    return this.covered && this.joinSeq === undefined && this.deps.connection.caughtUp;
  }

  /** Requests a stream of `cells`; one that already covers them stays open. */
  follow(cells: readonly Tile[]): void {
    this.requested = cells;
    this.forgetUnresumable();
    if (!this.begun || this.covered || this.cancelReopening) return;
    // At most the interval, even if the device's clock was set back meanwhile.
    const sinceMs = Math.max(0, this.deps.clock.now() - this.openedAtMs);
    const waitMs = MIN_REOPEN_INTERVAL_MS - sinceMs;
    if (waitMs <= 0) this.open();
    else {
      this.cancelReopening = this.deps.timers.after(waitMs, () => {
        this.cancelReopening = undefined;
        if (!this.covered) this.open();
      });
    }
  }

  /** Opens the first stream, from the lowest seq of the slices read so far. */
  begin(): void {
    if (!this.begun) this.open();
  }

  /** Records a slice of `tile` that is complete up to `seq`: a stream must deliver what follows. */
  joinAt(tile: Tile, seq: number): void {
    const { streamed } = this;
    if (!streamed || includesTile(streamed, ancestorAt(tile, CELL_ZOOM))) {
      this.joinSeq = Math.min(seq, this.joinSeq ?? seq);
    } else {
      // The view may go elsewhere before a stream of this cell opens: the tile itself must remember where to resume.
      this.deps.coverage.leaveOutside(streamed, seq, this.deps.clock.now());
    }
  }

  /** Call once all slices are read: reopens the stream where they end, unless it already began there or earlier. */
  join(): void {
    const { baseSeq } = this.deps.connection;
    if (!this.covered || baseSeq === undefined) return;
    if (this.joinSeq !== undefined && this.joinSeq < baseSeq) this.open();
    this.joinSeq = undefined;
  }

  /** Call when the server reports a gap: all slices must be read and joined again. */
  reset(): void {
    this.joinSeq = undefined;
    this.deps.coverage.clear();
  }

  /** Forgets tiles that left the stream longer ago than relays can replay. */
  forgetUnresumable(): void {
    this.deps.coverage.forgetLeftBefore(this.deps.clock.now() - RESUMABLE_MS);
  }

  stop(): void {
    this.cancelReopening?.();
  }

  private get covered(): boolean {
    const { streamed } = this;
    return streamed !== undefined && this.requested.every((cell) => includesTile(streamed, cell));
  }

  private open(): void {
    const { clock, connection, coverage } = this.deps;
    const { cursor } = connection;
    const deliveredSeq = lowest(cursor, this.joinSeq);
    // Without a cursor nothing was ever delivered, so no tile is complete up to any seq.
    if (this.begun && deliveredSeq === undefined) coverage.clear();
    else if (deliveredSeq !== undefined) coverage.leaveOutside(this.requested, deliveredSeq, clock.now());
    this.streamed = this.requested;
    this.openedAtMs = clock.now();
    connection.start(this.requested, lowest(deliveredSeq, coverage.returnTo(this.requested)));
  }
}

function includesTile(tiles: readonly Tile[], { z, x, y }: Tile): boolean {
  return tiles.some((tile) => tile.z === z && tile.x === x && tile.y === y);
}

function lowest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
