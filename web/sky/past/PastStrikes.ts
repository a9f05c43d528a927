import type { Clock } from '#shared/Clock.ts';
import type { Tile } from '#shared/geo/tile.ts';
import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import type { Timers } from '#web/sky/FeedConnection.ts';
import { changedStrikes, type HeldStrikes, StrikeStore } from '#web/sky/StrikeStore.ts';
import { hoursBefore } from '#web/sky/TileCoverage.ts';
import { type FetchBytes, WindowLoader } from '#web/sky/WindowLoader.ts';

/** How long no new value may arrive, and how long the last one waits at most if others keep arriving. */
interface RestTimes {
  readonly restMs: number;
  readonly mostMs: number;
}

/** Debounces: passes the first of several quick values at once, then the newest once they rest. */
interface OnceAtRest<Value> {
  pass(value: Value): void;
  cancel(): void;
}

export function onceAtRest<Value>(
  passOn: (value: Value) => void,
  { restMs, mostMs }: RestTimes,
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
): OnceAtRest<Value> {
  let cameMs = Number.NEGATIVE_INFINITY;
  let passedMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  return {
    pass(value) {
      const nowMs = clock.now();
      const rested = nowMs >= cameMs + restMs;
      cameMs = nowMs;
      cancel?.();
      const pass = () => {
        cancel = undefined;
        passedMs = clock.now();
        passOn(value);
      };
      if (rested || nowMs >= passedMs + mostMs) pass();
      else cancel = timers.after(Math.min(restMs, passedMs + mostMs - nowMs), pass);
    },
    cancel() {
      cancel?.();
      cancel = undefined;
    },
  };
}

const CAPACITY = 262_144;
/** Beyond this, the held strikes are dropped before another window is read. */
const FULL_ROWS = (CAPACITY * 3) / 4;
/** Strikes are reported at most this late, except in gaps that are repaired. */
const LATE_REPORT_MS = 2 * 60_000;

interface PastStrikesDeps {
  readonly fetchBytes: FetchBytes;
  /** The server's clock. */
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly onChange: () => void;
}

/** The window `[atMs - windowMs, atMs)`. */
interface PastWindow {
  readonly tiles: readonly Tile[];
  readonly atMs: number;
  readonly windowMs: number;
}

/** Strikes of past windows, from hourly slices. Loaded ones stay; the live feed adds none. */
export class PastStrikes {
  private readonly deps: PastStrikesDeps;
  private readonly loader: WindowLoader;
  private readonly store: StrikeStore;
  private strikes: HeldStrikes;
  private requested: PastWindow = { tiles: [], atMs: 0, windowMs: 0 };
  private readonly requestedAtMs = new Map<number, number>();
  private cancelSettling = () => {};

  constructor(deps: PastStrikesDeps) {
    this.deps = deps;
    // A whole hour: the unit of the rendered times is then cut the same way on every machine.
    const epochMs = hourStartMs(deps.clock.now());
    this.store = new StrikeStore({ capacity: CAPACITY, maxAgeMs: Number.POSITIVE_INFINITY, epochMs });
    this.strikes = { store: this.store, revision: 0 };
    this.loader = new WindowLoader({
      ...deps,
      hours: () => hoursBefore(this.requested.atMs, this.requested.windowMs),
      // The past has no stream: each hour is held as it was loaded.
      streamedHourMs: () => undefined,
      onRequest: ({ hourMs }) => {
        if (!this.requestedAtMs.has(hourMs)) this.requestedAtMs.set(hourMs, deps.clock.now());
      },
      onSlice: (columns) => {
        if (this.store.append(columns, deps.clock.now()) > 0) this.notifyChange();
      },
      onProgress: deps.onChange,
    });
  }

  get held(): HeldStrikes {
    return this.strikes;
  }

  get complete(): boolean {
    return this.loader.complete;
  }

  want(requested: PastWindow): void {
    this.cancelSettling();
    this.requested = requested;
    const waitMs = this.unsettledForMs();
    if (waitMs !== undefined && waitMs <= 0) this.readAgain();
    else if (waitMs !== undefined) this.cancelSettling = this.deps.timers.after(waitMs, () => this.finishReads());
    this.follow();
    if (this.store.length <= FULL_ROWS || this.complete) return;
    this.store.clear();
    this.readAgain();
    this.notifyChange();
    this.follow();
  }

  pause(): void {
    this.cancelSettling();
    this.requested = { ...this.requested, tiles: [] };
    this.follow();
  }

  stop(): void {
    this.cancelSettling();
    this.loader.stop();
  }

  private follow(): void {
    this.loader.want(this.requested.tiles);
  }

  /** Delay until the newest hour is read again, for strikes that are late or yet to fall; undefined if none is due. */
  private unsettledForMs(): number | undefined {
    const { atMs, windowMs } = this.requested;
    const nowMs = this.deps.clock.now();
    const requestedAtMs = this.requestedAtMs.get((hoursBefore(atMs, windowMs).toHour - 1) * HOUR_MS) ?? nowMs;
    if (requestedAtMs >= atMs + LATE_REPORT_MS) return undefined;
    return requestedAtMs < atMs ? 0 : atMs + LATE_REPORT_MS - nowMs;
  }

  private finishReads(): void {
    this.readAgain();
    this.follow();
    this.deps.onChange();
  }

  private readAgain(): void {
    this.requestedAtMs.clear();
    this.loader.coverage.clear();
  }

  private notifyChange(): void {
    this.strikes = changedStrikes(this.strikes);
    this.deps.onChange();
  }
}
