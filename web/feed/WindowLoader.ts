import { formatTile, type Tile } from '#shared/geo/tile.ts';
import type { Clock } from '#shared/time/Clock.ts';
import { HOUR_MS, hourStartMs } from '#shared/time/hourKey.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { type FetchBytes, loadSlice } from './loadSlice.ts';
import { reconnectDelayMs } from './reconnectDelay.ts';
import { type SliceName, TileCoverage, windowSlices } from './TileCoverage.ts';
import type { Timers } from './Timers.ts';

/** The browser opens six connections to a host over HTTP/1.1, and the stream holds one of them. */
const MOST_AT_ONCE = 5;
/** With these hours in, the newest strikes are on the screen and the stream can begin. */
const FIRST_HOURS = 2;
/** One more than the widest window on offer begins in. */
const KEPT_HOURS = 25;

export interface LoadedWindow {
  readonly tiles: readonly Tile[];
  readonly windowMs: number;
}

export interface WindowLoaderDeps {
  readonly fetchBytes: FetchBytes;
  /** The server's clock. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  /** Strikes of a slice; `joinSeq` is where the stream must begin for the slice to stay complete, if it is kept. */
  readonly onSlice: (columns: StrikeColumns, joinSeq: number | undefined) => void;
  /** Something settled: ask `complete`, `firstHoursHeld` and `failing` again. */
  readonly onSettled: () => void;
}

/** Reads whatever slices the current window still lacks, newest first, and again after a growing pause what failed. */
export class WindowLoader {
  readonly coverage = new TileCoverage();
  private readonly deps: WindowLoaderDeps;
  private readonly inFlight = new Set<string>();
  private wanted: LoadedWindow = { tiles: [], windowMs: 0 };
  private failures = 0;
  private cancelRetry: (() => void) | undefined;
  private stopped = false;

  constructor(deps: WindowLoaderDeps) {
    this.deps = deps;
  }

  want(wanted: LoadedWindow): void {
    this.wanted = wanted;
    this.pump();
  }

  /** Looks again for what is missing: an hour has turned, the clock was set, or held slices were given up. */
  resume(): void {
    this.pump();
  }

  stop(): void {
    this.stopped = true;
    this.cancelRetry?.();
  }

  /** Whether every slice of the window is in. */
  get complete(): boolean {
    return this.wanted.tiles.length > 0 && this.missing().length === 0;
  }

  get firstHoursHeld(): boolean {
    return this.wanted.tiles.length > 0 && this.missing(FIRST_HOURS * HOUR_MS).length === 0;
  }

  /** Whether the last answer to a slice was none. */
  get failing(): boolean {
    return this.failures > 0;
  }

  private missing(atMostMs = Number.POSITIVE_INFINITY): SliceName[] {
    const windowMs = Math.min(this.wanted.windowMs, atMostMs - HOUR_MS);
    return this.coverage.missing(windowSlices(this.wanted.tiles, this.deps.clock.now(), windowMs));
  }

  private pump(): void {
    if (this.stopped || this.cancelRetry) return;
    this.coverage.prune(hourStartMs(this.deps.clock.now()) - KEPT_HOURS * HOUR_MS);
    for (const name of this.missing()) {
      if (this.inFlight.size >= MOST_AT_ONCE) return;
      const key = sliceKey(name);
      if (this.inFlight.has(key)) continue;
      this.inFlight.add(key);
      void this.load(name, key);
    }
  }

  private async load(name: SliceName, key: string): Promise<void> {
    const newestHourMs = hourStartMs(this.deps.clock.now());
    const result = await loadSlice(this.deps.fetchBytes, name);
    this.inFlight.delete(key);
    if (this.stopped) return;
    if (result.ok) {
      const { columns, seq } = result.slice;
      this.failures = 0;
      // An hour stays complete only under the stream, which by now may follow another view.
      const kept = this.wanted.tiles.some((tile) => formatTile(tile) === formatTile(name.tile));
      if (kept) this.coverage.mark(name, seq, newestHourMs);
      this.deps.onSlice(columns, kept ? seq : undefined);
    } else if (!this.cancelRetry) {
      this.cancelRetry = this.deps.timers.after(reconnectDelayMs(this.failures, this.deps.random), () => {
        this.cancelRetry = undefined;
        this.pump();
      });
      this.failures += 1;
    }
    this.pump();
    this.deps.onSettled();
  }
}

function sliceKey({ tile, hourMs }: SliceName): string {
  return `${formatTile(tile)}/${hourMs}`;
}
