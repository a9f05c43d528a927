import type { Clock } from '#shared/Clock.ts';
import { formatTile, type Tile } from '#shared/geo/tile.ts';
import { NO_TIME_FILTER_MS } from '#shared/limits.ts';
import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import { reconnectDelayMs } from '#shared/wire/apiPaths.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { type FetchBytes, loadSlice } from './loadSlice.ts';
import { type HourSpan, type SliceName, slicesOf, TileCoverage } from './TileCoverage.ts';
import type { Timers } from './Timers.ts';

/** Browsers open six connections to a host over HTTP/1.1, and the stream uses one of them. */
const MAX_IN_FLIGHT = 5;
/** Once these hours are held, the newest strikes are on screen and the stream can begin. */
const FIRST_HOURS = 2;
const KEPT_HOURS = NO_TIME_FILTER_MS / HOUR_MS;

export interface WindowLoaderDeps {
  readonly fetchBytes: FetchBytes;
  /** The server's clock. */
  readonly clock: Clock;
  readonly hours: () => HourSpan;
  /** The newest started hour, if a stream sends all later strikes in it. */
  readonly streamedHourMs: () => number | undefined;
  readonly timers: Timers;
  readonly random: () => number;
  /** `join`: the seq from which a stream must cover the tile; undefined if the slice is not held. */
  readonly onSlice: (columns: StrikeColumns, join: { readonly tile: Tile; readonly seq: number } | undefined) => void;
  readonly onAsk?: (name: SliceName) => void;
  /** Called after each load: `complete`, `firstHoursHeld` and `failing` may have changed. */
  readonly onProgress: () => void;
}

/** Loads the window's missing slices, newest first, and retries failures with growing delays. */
export class WindowLoader {
  readonly coverage = new TileCoverage();
  private readonly deps: WindowLoaderDeps;
  private readonly inFlight = new Set<string>();
  /** Refused slices, with the hour of refusal: a slice of the future exists an hour later. */
  private readonly refused = new Map<string, number>();
  private wanted: readonly Tile[] = [];
  private failures = 0;
  private cancelRetry: (() => void) | undefined;
  private stopped = false;

  constructor(deps: WindowLoaderDeps) {
    this.deps = deps;
  }

  want(tiles: readonly Tile[]): void {
    this.wanted = tiles;
    this.pump();
  }

  /** Checks again for missing slices: after a new hour, a clock change, or dropped slices. */
  resume(): void {
    this.pump();
  }

  resumeAfter(delayMs: number): void {
    if (delayMs === 0) {
      this.pump();
      return;
    }
    this.cancelRetry?.();
    this.pumpAfter(delayMs);
  }

  retry(): void {
    this.cancelRetry?.();
    this.cancelRetry = undefined;
    this.pump();
  }

  stop(): void {
    this.stopped = true;
    this.cancelRetry?.();
  }

  get tiles(): readonly Tile[] {
    return this.wanted;
  }

  get complete(): boolean {
    return this.wanted.length > 0 && this.missing().length === 0;
  }

  get firstHoursHeld(): boolean {
    return this.wanted.length > 0 && this.missing(FIRST_HOURS).length === 0;
  }

  get failing(): boolean {
    return this.failures > 0;
  }

  private missing(mostHours = Number.POSITIVE_INFINITY): SliceName[] {
    const { fromHour, toHour } = this.deps.hours();
    return this.coverage.missing(slicesOf(this.wanted, { fromHour: Math.max(fromHour, toHour - mostHours), toHour }));
  }

  private pump(): void {
    if (this.stopped || this.cancelRetry) return;
    const nowHourMs = hourStartMs(this.deps.clock.now());
    this.coverage.prune((this.deps.hours().toHour - 1 - KEPT_HOURS) * HOUR_MS);
    for (const name of this.missing()) {
      if (this.inFlight.size >= MAX_IN_FLIGHT) return;
      const key = sliceKey(name);
      if (this.inFlight.has(key) || this.refused.get(key) === nowHourMs) continue;
      this.inFlight.add(key);
      void this.load(name, key);
    }
  }

  private pumpAfter(delayMs: number): void {
    this.cancelRetry = this.deps.timers.after(delayMs, () => {
      this.cancelRetry = undefined;
      this.pump();
    });
  }

  private async load(name: SliceName, key: string): Promise<void> {
    const askedInHourMs = hourStartMs(this.deps.clock.now());
    const streamedHourMs = this.deps.streamedHourMs();
    this.deps.onAsk?.(name);
    const result = await loadSlice(this.deps.fetchBytes, name);
    this.inFlight.delete(key);
    if (this.stopped) return;
    if (result.ok) {
      const { columns, seq } = result.slice;
      this.failures = 0;
      this.refused.delete(key);
      // A slice stays complete only while the stream covers it, and the stream may follow another view by now.
      const kept = this.wanted.some((tile) => formatTile(tile) === formatTile(name.tile));
      if (kept) this.coverage.hold(name, seq, streamedHourMs);
      this.deps.onSlice(columns, kept ? { tile: name.tile, seq } : undefined);
    } else if (result.refused) {
      this.refused.set(key, askedInHourMs);
      this.failures += 1;
    } else if (!this.cancelRetry) {
      this.pumpAfter(reconnectDelayMs(this.failures, this.deps.random));
      this.failures += 1;
    }
    this.pump();
    this.deps.onProgress();
  }
}

function sliceKey({ tile, hourMs }: SliceName): string {
  return `${formatTile(tile)}/${hourMs}`;
}
