import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import { formatTile, type Tile } from '#shared/geo/tile.ts';
import { NO_TIME_FILTER_MS } from '#shared/limits.ts';
import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import { apiPaths, reconnectDelayMs, slicePath } from '#shared/wire/apiPaths.ts';
import { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { decodeStrikeSlice, type StrikeSlice } from '#shared/wire/strikeSlice.ts';
import type { Timers } from './FeedConnection.ts';
import { type HourSpan, hoursUpTo, type SliceName, slicesOf, TileCoverage } from './TileCoverage.ts';

const TIMEOUT_MS = 10_000;
/** Temporary refusals: too slow, too early, too many. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

export type FetchBytes = (path: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

type SliceResult =
  | { readonly ok: true; readonly slice: StrikeSlice }
  /** `refused`: permanent, so a retry is useless. */
  | { readonly ok: false; readonly reason: string; readonly refused: boolean };

/** Never rejects: no response within 10 s, an error status and bad bytes all give `ok: false`. */
async function loadSlice(fetchBytes: FetchBytes, { tile, hourMs }: SliceName): Promise<SliceResult> {
  try {
    const response = await fetchBytes(slicePath(tile, hourMs), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ok, status } = response;
    if (!ok)
      return { ok: false, reason: `status ${status}`, refused: status >= 400 && status < 500 && !PASSING.has(status) };
    const decoded = decodeStrikeSlice(new Uint8Array(await response.arrayBuffer()));
    return decoded.ok ? decoded : { ...decoded, refused: false };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), refused: false };
  }
}

const LEAST_MS = 15_000;
const SPREAD_MS = 15_000;

/** The part of the status that `hello` would contain. */
const { source, build, feed, areas, primary, serverTimeMs } = HelloEvent.entries;
const FollowedStatus = v.object({ source, build, feed, areas, primary, serverTimeMs });
type FollowedStatus = v.InferOutput<typeof FollowedStatus>;

interface SliceFollowerDeps {
  readonly fetchBytes: FetchBytes;
  /** The server's clock. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly tiles: () => readonly Tile[];
  readonly onSlice: (columns: StrikeColumns) => void;
  readonly onStatus: (status: FollowedStatus) => void;
}

/**
 * Replaces a refused stream: every 15 to 30 s it loads the open hour's slices and the feed state, both from the edge
 * cache. It moves no cursor; a later stream sends everything again.
 */
export class SliceFollower {
  private readonly deps: SliceFollowerDeps;
  private cancelNext: (() => void) | undefined;
  private fromMs = 0;

  constructor(deps: SliceFollowerDeps) {
    this.deps = deps;
  }

  /** Loads at once, then repeatedly. Does nothing if it is already running. */
  start(): void {
    if (this.cancelNext) return;
    this.fromMs = this.deps.clock.now();
    this.read();
  }

  stop(): void {
    this.cancelNext?.();
    this.cancelNext = undefined;
  }

  private read(): void {
    const { clock, timers, random, tiles, fetchBytes, onSlice } = this.deps;
    this.cancelNext = timers.after(LEAST_MS + random() * SPREAD_MS, () => this.read());
    void this.readStatus();
    const nowMs = clock.now();
    // An hour that ended since the last load may have gained strikes after it.
    const spanMs = Math.max(0, nowMs - hourStartMs(this.fromMs));
    this.fromMs = nowMs;
    for (const name of slicesOf(tiles(), hoursUpTo(nowMs, spanMs))) {
      void loadSlice(fetchBytes, name).then((result) => {
        if (result.ok && this.cancelNext) onSlice(result.slice.columns);
      });
    }
  }

  /** An unreadable status changes nothing: the feed state ages, and the page shows that. */
  private async readStatus(): Promise<void> {
    try {
      const response = await this.deps.fetchBytes(apiPaths.status, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const status = v.safeParse(FollowedStatus, await response.json());
      if (status.success && this.cancelNext) this.deps.onStatus(status.output);
    } catch {
      // Offline, too slow, or not JSON.
    }
  }
}

/** Browsers open six connections to a host over HTTP/1.1, and the stream uses one of them. */
const MAX_IN_FLIGHT = 5;
/** Once these hours are held, the newest strikes are on screen and the stream can begin. */
const FIRST_HOURS = 2;
const CACHED_HOURS = NO_TIME_FILTER_MS / HOUR_MS;

interface WindowLoaderDeps {
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
  readonly onRequest?: (name: SliceName) => void;
  /** Called after each load: `complete`, `firstHoursHeld` and `failing` may have changed. */
  readonly onProgress: () => void;
}

/** Loads the window's missing slices, newest first, and retries failures with growing delays. */
export class WindowLoader {
  readonly coverage = new TileCoverage();
  private readonly deps: WindowLoaderDeps;
  /** Slices that are being loaded; replaced by an empty set when they are abandoned. */
  private inFlight = new Set<string>();
  /** Refused slices, with the hour of refusal: a slice of the future exists an hour later. */
  private readonly refused = new Map<string, number>();
  private requested: readonly Tile[] = [];
  private failures = 0;
  private cancelRetry: (() => void) | undefined;
  private stopped = false;

  constructor(deps: WindowLoaderDeps) {
    this.deps = deps;
  }

  want(tiles: readonly Tile[]): void {
    this.requested = tiles;
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

  /** Ignores what is being loaded: its ordinals are those of an earlier epoch. */
  abandon(): void {
    this.inFlight = new Set();
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
    return this.requested;
  }

  get complete(): boolean {
    return this.requested.length > 0 && this.missing().length === 0;
  }

  get firstHoursHeld(): boolean {
    return this.requested.length > 0 && this.missing(FIRST_HOURS).length === 0;
  }

  get failing(): boolean {
    return this.failures > 0;
  }

  private missing(mostHours = Number.POSITIVE_INFINITY): SliceName[] {
    const { fromHour, toHour } = this.deps.hours();
    return this.coverage.missing(
      slicesOf(this.requested, { fromHour: Math.max(fromHour, toHour - mostHours), toHour }),
    );
  }

  private pump(): void {
    if (this.stopped || this.cancelRetry) return;
    const nowHourMs = hourStartMs(this.deps.clock.now());
    this.coverage.prune((this.deps.hours().toHour - 1 - CACHED_HOURS) * HOUR_MS);
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
    const requestedInHourMs = hourStartMs(this.deps.clock.now());
    const streamedHourMs = this.deps.streamedHourMs();
    const { inFlight } = this;
    this.deps.onRequest?.(name);
    const result = await loadSlice(this.deps.fetchBytes, name);
    inFlight.delete(key);
    if (this.stopped || inFlight !== this.inFlight) return;
    if (result.ok) {
      const { columns, seq } = result.slice;
      this.failures = 0;
      this.refused.delete(key);
      // A slice stays complete only while the stream covers it, and the stream may follow another view by now.
      const isRetained = this.requested.some((tile) => formatTile(tile) === formatTile(name.tile));
      if (isRetained) this.coverage.hold(name, seq, streamedHourMs);
      this.deps.onSlice(columns, isRetained ? { tile: name.tile, seq } : undefined);
    } else if (result.refused) {
      this.refused.set(key, requestedInHourMs);
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
