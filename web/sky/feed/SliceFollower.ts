import * as v from 'valibot';
import type { Clock } from '#shared/Clock.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { hourStartMs } from '#shared/time.ts';
import { apiPaths } from '#shared/wire/apiPaths.ts';
import { HelloEvent } from '#shared/wire/FeedEvent.ts';
import type { StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import { type FetchBytes, loadSlice } from './loadSlice.ts';
import { hoursUpTo, slicesOf } from './TileCoverage.ts';
import type { Timers } from './Timers.ts';

const LEAST_MS = 15_000;
const SPREAD_MS = 15_000;
const TIMEOUT_MS = 10_000;

/** The part of the status that `hello` would contain. */
const { source, build, feed, areas, primary, serverTimeMs } = HelloEvent.entries;
const FollowedStatus = v.object({ source, build, feed, areas, primary, serverTimeMs });
export type FollowedStatus = v.InferOutput<typeof FollowedStatus>;

export interface SliceFollowerDeps {
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
