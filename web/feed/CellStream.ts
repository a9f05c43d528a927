import { formatTile, type Tile } from '#shared/geo/tile.ts';
import { REPLAY_HORIZON_MS } from '#shared/limits.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedConnection } from './FeedConnection.ts';
import type { TileCoverage } from './TileCoverage.ts';
import type { Timers } from './Timers.ts';

/** Views that change in a hurry reopen the stream at most this often: each opening may be a replay for a relay. */
const REOPEN_EVERY_MS = 2_000;
/** A minute less than relays promise, so that what is counted on is still there when it is asked for. */
const RESUMABLE_MS = REPLAY_HORIZON_MS - 60_000;

export interface CellStreamDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly connection: Pick<FeedConnection, 'start' | 'cursor' | 'baseSeq' | 'caughtUp'>;
  readonly coverage: Pick<TileCoverage, 'leaveOutside' | 'returnTo' | 'forgetLeftBefore' | 'clear'>;
}

/**
 * Which cells the stream tells of, and from which seq. A view in other cells reopens it; tiles that fall out of it stay
 * held up to its cursor, and a return within a relay's memory resumes from there instead of reading slices again.
 */
export class CellStream {
  private readonly deps: CellStreamDeps;
  private wanted: readonly Tile[] = [];
  /** Cells of the stream that is open; undefined before there is one. */
  private streamed: ReadonlySet<string> | undefined;
  /** Lowest seq among slices that the stream has not been joined to yet. */
  private joinSeq: number | undefined;
  private openedAtMs = Number.NEGATIVE_INFINITY;
  private cancelReopening: (() => void) | undefined;

  constructor(deps: CellStreamDeps) {
    this.deps = deps;
  }

  /** Whether a view was ever asked for. */
  get following(): boolean {
    return this.wanted.length > 0;
  }

  /** Whether the stream covers all wanted cells, has told all it owed, and leaves no hole after the slices. */
  get joined(): boolean {
    return this.covered && this.joinSeq === undefined && this.deps.connection.caughtUp;
  }

  /** Wants the stream of `cells`; one that covers them already is kept. */
  follow(cells: readonly Tile[]): void {
    this.wanted = cells;
    this.forgetUnresumable();
    if (this.streamed === undefined || this.covered || this.cancelReopening) return;
    const waitMs = this.openedAtMs + REOPEN_EVERY_MS - this.deps.clock.now();
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
    if (this.streamed === undefined) this.open();
  }

  /** Notes a slice that is complete up to `seq` only: the stream must tell what comes after. */
  joinAt(seq: number): void {
    this.joinSeq = Math.min(seq, this.joinSeq ?? seq);
  }

  /** All slices are read: has the stream begin where they end, unless it began before. */
  join(): void {
    const { baseSeq } = this.deps.connection;
    if (!this.covered || baseSeq === undefined) return;
    if (this.joinSeq !== undefined && this.joinSeq < baseSeq) this.open();
    this.joinSeq = undefined;
  }

  /** The server has told of a hole: all slices are to be read again, and joined again. */
  reset(): void {
    this.joinSeq = undefined;
    this.deps.coverage.clear();
  }

  /** Gives up what was left longer ago than a relay remembers. */
  forgetUnresumable(): void {
    this.deps.coverage.forgetLeftBefore(this.deps.clock.now() - RESUMABLE_MS);
  }

  stop(): void {
    this.cancelReopening?.();
  }

  private get covered(): boolean {
    const { streamed } = this;
    return streamed !== undefined && this.wanted.every((cell) => streamed.has(formatTile(cell)));
  }

  private open(): void {
    const { clock, connection, coverage } = this.deps;
    const { cursor } = connection;
    const told = lowest(cursor, this.joinSeq);
    // Without a cursor nothing was ever told, and no tile is complete up to anywhere.
    if (this.streamed !== undefined && told === undefined) coverage.clear();
    else if (told !== undefined) coverage.leaveOutside(this.wanted, told, clock.now());
    this.streamed = new Set(this.wanted.map(formatTile));
    this.openedAtMs = clock.now();
    connection.start(this.wanted, lowest(told, coverage.returnTo(this.wanted)));
  }
}

function lowest(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
