import { EventSource } from 'eventsource';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { type Clock, systemClock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import { medianOf } from '#shared/numbers.ts';
import { HOUR_MS, hourStartMs } from '#shared/time.ts';
import { reconnectDelayMs, refusedForMs } from '#shared/wire/apiPaths.ts';
import type { DecodedFeedEvent, FeedState, HeartbeatEvent } from '#shared/wire/FeedEvent.ts';
import { fromDeltas, type StrikeColumns } from '#shared/wire/StrikeColumns.ts';
import type { CachedSky } from './CachedSky.ts';
import { CellStream } from './CellStream.ts';
import { type EventStream, FeedConnection, systemTimers, type Timers } from './FeedConnection.ts';
import { changedView, type FeedView, firstView, knownUntilMs, newestFeed, type Reported } from './FeedView.ts';
import { changedStrikes, StrikeStore } from './StrikeStore.ts';
import { hoursUpTo, viewedCells, watchedTiles } from './TileCoverage.ts';
import { type FetchBytes, SliceFollower, WindowLoader } from './WindowLoader.ts';

export interface PreviewedSlice {
  /** `performance.now()` at the request. */
  readonly requestedAtMs: number;
  readonly result: Promise<Response>;
}

declare global {
  interface Window {
    /** By path, until the map's program takes them. */
    previewedSlices?: Map<string, PreviewedSlice>;
    /** Resolves once the preview shows strikes or has none; the map's program then starts. */
    previewVisible?: Promise<void>;
  }
}

/** A relay can resend what a slice gained within a quarter of an hour; an older page refetches well before that. */
const FRESH_FOR_MS = 60_000;

/**
 * Returns the response for `path` only once, because later readers want a newer one. Undefined if there is none, or if
 * it was requested more than a minute before `nowMs` (`performance.now()`).
 */
export function claimPreviewedSlice(
  slices: Map<string, PreviewedSlice> | undefined,
  path: string,
  nowMs: number,
): Promise<Response> | undefined {
  const found = slices?.get(path);
  slices?.delete(path);
  return found && nowMs - found.requestedAtMs <= FRESH_FOR_MS ? found.result : undefined;
}

const MAX_SAMPLES = 9;
/** The page shows a warning if the device clock is off by more. */
export const CLOCK_WARNING_MS = 5_000;

/** The newest differences `serverTimeMs − arrival`, oldest first, at most nine. */
export type OffsetSamples = readonly number[];

export function addOffsetSample(samples: OffsetSamples, serverTimeMs: number, arrivedAtMs: number): OffsetSamples {
  return [...samples, serverTimeMs - arrivedAtMs].slice(-MAX_SAMPLES);
}

/** Returns server time minus device time: the median, so that one late event does not shift ages. 0 without samples. */
export function clockOffsetMs(samples: OffsetSamples): number {
  return medianOf(samples) ?? 0;
}

export interface LiveFeedDeps {
  readonly openStream: (url: string) => EventStream;
  readonly fetchBytes: FetchBytes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  readonly signals: PageSignals;
}

/** `sleep`: the stream cannot or need not continue. `wake`: it should resume at once. */
export type PageSignal = 'sleep' | 'wake';

export interface PageSignals {
  subscribe(listener: (signal: PageSignal) => void): () => void;
}

/** A tab hidden for this long frees its connection to the relay. */
const HIDDEN_SLEEP_MS = 10 * 60_000;

/** Signals of this page. `neverIdle`, for wall displays, ignores hiding: often only a screen saver covers the page. */
export function pageSignals(page: Window, timers: Timers, neverIdle: () => boolean): PageSignals {
  return {
    subscribe(listener) {
      const ending = new AbortController();
      const { signal } = ending;
      let cancelSleep: () => void = () => {};
      const wake = () => {
        if (page.navigator.onLine && !page.document.hidden) listener('wake');
      };
      const sleep = () => listener('sleep');
      page.addEventListener('online', () => listener('wake'), { signal });
      page.addEventListener('offline', sleep, { signal });
      page.addEventListener('pagehide', sleep, { signal });
      page.addEventListener('pageshow', wake, { signal });
      page.document.addEventListener('freeze', sleep, { signal });
      page.document.addEventListener('resume', wake, { signal });
      page.document.addEventListener(
        'visibilitychange',
        () => {
          cancelSleep();
          if (!page.document.hidden) wake();
          else if (!neverIdle()) cancelSleep = timers.after(HIDDEN_SLEEP_MS, sleep);
        },
        { signal },
      );
      return () => {
        cancelSleep();
        ending.abort();
      };
    },
  };
}

/** Like a browser's EventSource, but with the reason why the server refused it. */
export function openEventStream(url: string): EventStream {
  let refusal: number | undefined;
  const source = new EventSource(url, {
    fetch: async (input, init) => {
      refusal = undefined;
      const response = await fetch(input, init);
      refusal = refusedForMs(response.status, response.headers.get('retry-after'));
      return response;
    },
  });
  return {
    get readyState() {
      return source.readyState;
    },
    get refusedForMs() {
      return refusal;
    },
    addEventListener: (type, listener) => source.addEventListener(type, listener),
    close: () => source.close(),
  };
}

/** The widest offered window, plus room for inaccurate clocks and for hours that begin before the window. */
const RETENTION_MS = 26 * HOUR_MS;
const CACHED_ROWS = 262_144;
/** If slices take longer than this, the stream starts without them. */
const MAX_STREAM_WAIT_MS = 2_000;
const HOUSEKEEPING_MS = 60_000;
/** After a jump in time, a device clock that is off by more than this was set. */
const CLOCK_SET_MS = 30_000;

/** Holds the complete strikes of one view: slices for the past, the stream for new ones, joined by `seq`. */
export class LiveFeed {
  /** The server's clock. */
  readonly clock: Clock;
  private readonly deps: LiveFeedDeps;
  private readonly strikes: StrikeStore;
  private readonly connection: FeedConnection;
  private readonly stream: CellStream;
  private readonly loader: WindowLoader;
  private readonly follower: SliceFollower;
  private readonly cancels: (() => void)[] = [];
  private readonly listeners = new Set<() => void>();
  private present: FeedView;
  private samples: OffsetSamples = [];
  private clockMayBeSet = false;
  private newestReported: Reported | null = null;
  private epoch: string | undefined;
  private windowMs = 0;
  /** Resets since the window was last complete. */
  private resets = 0;

  constructor(deps: LiveFeedDeps) {
    this.deps = deps;
    const startedAtMs = deps.clock.now();
    this.strikes = new StrikeStore({ capacity: CACHED_ROWS, maxAgeMs: RETENTION_MS, epochMs: startedAtMs });
    this.present = firstView(this.strikes, startedAtMs);
    this.clock = { now: () => deps.clock.now() + this.view.clockOffsetMs };
    this.connection = new FeedConnection({
      ...deps,
      onEvent: (event) => this.receive(event),
      onPhase: (phase) => this.changePhase(phase),
      onTimeJump: () => this.jumpInTime(),
      onProtocolMismatch: () => this.change({ outdated: true }),
    });
    this.loader = new WindowLoader({
      ...deps,
      clock: this.clock,
      hours: () => hoursUpTo(this.windowEndMs, this.windowMs),
      streamedHourMs: () => hourStartMs(this.clock.now()),
      onSlice: (columns, join) => {
        this.append(columns);
        if (join) this.stream.joinAt(join.tile, join.seq);
      },
      onProgress: () => this.updateProgress(),
    });
    this.follower = new SliceFollower({
      ...deps,
      clock: this.clock,
      tiles: () => this.loader.tiles,
      onSlice: (columns) => this.append(columns),
      onStatus: ({ source, build, feed, areas = null, primary = null, serverTimeMs }) => {
        this.forgetRestored();
        this.meetEpoch(feed);
        this.change({ receivedAtMs: deps.clock.now(), source, build, feed, areas, primary });
        // A status may be 5 s old, so its time is used only if there is no other sample.
        if (this.samples.length === 0) this.sampleClock(serverTimeMs);
        this.loader.resume();
        this.updateProgress();
      },
    });
    this.stream = new CellStream({ ...deps, connection: this.connection, coverage: this.loader.coverage });
    this.cancels.push(
      deps.timers.every(HOUSEKEEPING_MS, () => this.tidy()),
      deps.signals.subscribe((signal) => (signal === 'sleep' ? this.connection.suspend() : this.connection.wake())),
    );
  }

  /** A new object whenever it changes. */
  get view(): FeedView {
    return this.present;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Follows another view or window, and also `near`: held strikes show at once, only missing ones are loaded. */
  show(view: BBox, windowMs: number, near?: BBox): void {
    const first = !this.stream.following;
    const { cells, tooWide } = viewedCells({ view, near });
    this.stream.follow(cells);
    this.change({ tooWide });
    this.windowMs = windowMs;
    this.loader.want(watchedTiles({ view, near }));
    if (first) this.cancels.push(this.deps.timers.after(MAX_STREAM_WAIT_MS, () => this.stream.begin()));
    this.updateProgress();
  }

  retry(): void {
    this.loader.retry();
  }

  /** Shows strikes cached on an earlier visit, until the server responds. */
  recall({ columns, knownUntilMs, clockOffsetMs, simulated }: CachedSky): void {
    if (this.view.receivedAtMs !== null) return;
    this.change({ restoredToMs: knownUntilMs, clockOffsetMs, source: simulated ? 'simulated' : 'live' });
    this.append(columns);
  }

  stop(): void {
    for (const cancel of this.cancels.splice(0)) cancel();
    this.stream.stop();
    this.follower.stop();
    this.loader.stop();
    this.connection.stop();
  }

  private changePhase(phase: FeedView['phase']): void {
    const { slicesOnly, failing: streamFailing } = this.connection;
    this.change({ phase, slicesOnly, streamFailing });
    if (slicesOnly && phase !== 'suspended' && phase !== 'stopped') this.follower.start();
    else this.follower.stop();
  }

  private receive(event: DecodedFeedEvent): void {
    this.forgetRestored();
    this.change({ receivedAtMs: this.connection.lastReceivedMs, streamFailing: this.connection.failing });
    switch (event.event) {
      case 'hello': {
        const { source, build, feed, areas = null, primary = null, crossCheck } = event.data;
        this.change({ source, build, feed, areas, primary, crossCheck: crossCheck !== undefined });
        this.hear(event.data);
        this.loader.resume();
        break;
      }
      case 'hb':
        this.change({ feed: event.data.feed });
        this.hear(event.data);
        // After an outage the window ends in another hour.
        this.loader.resume();
        break;
      case 'strikes':
        if ('columns' in event.data) this.append(fromDeltas(event.data.columns));
        break;
      case 'storm-cells':
        // With several relays and restarted streams, a later event may be the older one.
        if (event.data.atMs > (this.view.cells?.atMs ?? 0)) this.change({ cells: event.data });
        break;
      case 'reset':
        // A server that does not know our cursor has renumbered: the held ordinals may now belong to other strikes.
        if (event.data.reason === 'unknown-seq') {
          this.forgetStrikes();
          this.loader.abandon();
        }
        this.stream.reset();
        // Backs off: otherwise slices too old for the relay to join would cause endless reloads and resets.
        this.loader.resumeAfter(this.resets === 0 ? 0 : reconnectDelayMs(this.resets + 1, this.deps.random));
        this.resets += 1;
        break;
    }
    this.updateProgress();
  }

  private hear({ seq, feed, serverTimeMs }: Pick<HeartbeatEvent, 'seq' | 'feed' | 'serverTimeMs'>): void {
    this.meetEpoch(feed);
    this.newestReported = { seq, feed, receivedAtMs: this.connection.lastReceivedMs };
    this.sampleClock(serverTimeMs);
  }

  /** A Feed that lost its state reassigns ordinals, even if the cursor still seems to fit. */
  private meetEpoch({ epoch }: FeedState): void {
    if (epoch === undefined || epoch === this.epoch) return;
    if (this.epoch !== undefined) {
      this.forgetStrikes();
      this.stream.reset();
      this.loader.abandon();
    }
    this.epoch = epoch;
  }

  /** Nothing counts as received later than now: a dead feed would look alive until the clock is there again. */
  private jumpInTime(): void {
    const nowMs = this.deps.clock.now();
    const notLater = <Times extends { readonly receivedAtMs: number }>(times: Times): Times =>
      times.receivedAtMs <= nowMs ? times : { ...times, receivedAtMs: nowMs };
    const { receivedAtMs, reported } = this.view;
    this.newestReported &&= notLater(this.newestReported);
    this.change({
      receivedAtMs: receivedAtMs === null ? null : Math.min(receivedAtMs, nowMs),
      reported: reported && notLater(reported),
    });
    this.clockMayBeSet = true;
  }

  private forgetStrikes(): void {
    this.strikes.clear();
    this.change({ strikes: changedStrikes(this.view.strikes), reported: null });
  }

  /** Reloads everything: cached ordinals may belong to another epoch. */
  private forgetRestored(): void {
    if (this.view.restoredToMs === null) return;
    this.forgetStrikes();
    this.stream.reset();
    this.change({ restoredToMs: null, source: null });
  }

  private sampleClock(serverTimeMs: number): void {
    const movedMs = Math.abs(serverTimeMs - this.clock.now());
    // The median of samples from before would be wrong for minutes.
    if (this.clockMayBeSet && movedMs > CLOCK_SET_MS) this.samples = [];
    this.clockMayBeSet = false;
    const known = this.samples.length > 0;
    this.samples = addOffsetSample(this.samples, serverTimeMs, this.deps.clock.now());
    this.change({ clockOffsetMs: clockOffsetMs(this.samples) });
    if (!known) this.clockFound(serverTimeMs - this.deps.clock.now());
  }

  /** First reading of the server's clock; until now, hours were based on this device's clock. */
  private clockFound(offsetMs: number): void {
    const times = [this.view.startedAtMs, this.deps.clock.now()];
    const sameHour = times.every((atMs) => hourStartMs(atMs) === hourStartMs(atMs + offsetMs));
    if (!sameHour) this.loader.coverage.forgetNewestHours();
    this.loader.resume();
  }

  private get windowEndMs(): number {
    return this.view.restoredToMs ?? knownUntilMs(this.view.feed, this.clock.now());
  }

  private append(columns: StrikeColumns): void {
    if (this.strikes.append(columns, this.windowEndMs) > 0) this.change({ strikes: changedStrikes(this.view.strikes) });
  }

  /** Begins and joins the stream once the slices allow it; updates `complete` and `failing`. */
  private updateProgress(): void {
    if (!this.stream.begun && this.loader.firstHoursHeld) this.stream.begin();
    const whole = this.loader.complete;
    if (whole) this.stream.join();
    const complete = whole && !this.view.tooWide && this.stream.joined;
    if (complete) this.resets = 0;
    // In one change: a state newer than the held strikes would claim that none fell.
    const reported = complete ? this.newestReported : this.view.reported;
    this.change({ complete, reported, failing: this.loader.failing });
  }

  private change(changes: Partial<FeedView>): void {
    const changed = changedView(this.present, changes);
    if (changed === this.present) return;
    this.present = changed;
    for (const listener of this.listeners) listener();
  }

  private tidy(): void {
    const { generation } = this.strikes;
    this.strikes.expire(this.windowEndMs);
    if (this.strikes.generation !== generation) this.change({ strikes: changedStrikes(this.view.strikes) });
    this.stream.forgetUnresumable();
    this.loader.resume();
    this.updateProgress();
  }
}

/** Runs this tab's feed while mounted; undefined on the first render. */
export function useLiveFeed(neverIdle: boolean): LiveFeed | undefined {
  const [feed, setFeed] = useState<LiveFeed>();
  // Before the first paint: a frame without the map would make the content below it jump.
  useLayoutEffect(() => {
    const started = new LiveFeed({
      openStream: openEventStream,
      fetchBytes: (path, init) =>
        claimPreviewedSlice(window.previewedSlices, path, performance.now()) ?? fetch(path, init),
      clock: systemClock,
      timers: systemTimers,
      random: Math.random,
      signals: pageSignals(window, systemTimers, () => neverIdle),
    });
    newestFeed.is = started;
    setFeed(started);
    return () => started.stop();
  }, [neverIdle]);
  return feed;
}

/** The feed's view. It changes often while slices arrive: React batches the changes and prioritises input. */
export function useFeedView(feed: LiveFeed): FeedView {
  const [seen, setSeen] = useState({ feed, view: feed.view });
  useEffect(() => {
    const follow = () => startTransition(() => setSeen({ feed, view: feed.view }));
    follow();
    return feed.subscribe(follow);
  }, [feed]);
  return seen.feed === feed ? seen.view : feed.view;
}
