import type { BBox } from '#shared/geo/BBox.ts';
import type { Span } from '#shared/time.ts';
import type { CellsEvent } from '#shared/wire/cellsEvent.ts';
import type { FeedView } from '#web/sky/feed/FeedView.ts';
import { type FeedTruth, feedTruth, type PresentTruth } from '#web/sky/feed/feedTruth.ts';
import type { HeldStrikes } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import type { Past } from './Playhead.ts';

const DRAWN_STEP_MS = 5_000;
const ALL_READ: readonly never[] = [];

/** The live feed, or a past window: the only source for everything that renders or describes lightning. */
export interface SkySource {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  /** True if the view is wider than what can be held. */
  readonly tooWide: boolean;
  /** Times without data from the provider. */
  readonly gaps: readonly Span[];
  readonly truth: FeedTruth;
  /** The shown instant, on the server's clock. Ages are relative to it. */
  readonly nowMs: number;
  /** `nowMs` in steps of 5 s, for expensive rendering; a strike changes its class within minutes. */
  readonly drawnNowMs: number;
  readonly windowMs: number;
  /** `nowMs`, or while the feed is down the last known instant. */
  readonly endMs: number;
  /** Strikes from here on are hidden. */
  readonly toMs: number;
  /** Hourly counts, shown instead of strikes. */
  readonly byHour: WindowCounts | undefined;
  /** The home area's last known storm cells, for the shown time. */
  readonly toldCells: CellsEvent | null;
  /** Returns to live; undefined while live. */
  readonly onLive: (() => void) | undefined;
}

export interface SourceScope {
  readonly box: BBox | undefined;
  readonly windowMs: number;
}

/** Returns the source for `moment`. `presentMs`: the server's time. */
export function skySource(
  view: FeedView,
  { past, awaited }: { readonly past: Past | undefined; readonly awaited: boolean },
  scope: SourceScope,
  presentMs: number,
): SkySource {
  if (awaited) return awaitedPast(liveSky(view, scope, presentMs));
  return past ? pastSky(past, feedTruth(view, scope.box, presentMs)) : liveSky(view, scope, presentMs);
}

export function liveSky(view: FeedView, { box, windowMs }: SourceScope, presentMs: number): SkySource {
  const truth = feedTruth(view, box, presentMs);
  return {
    strikes: view.strikes,
    complete: view.complete,
    tooWide: view.tooWide,
    gaps: view.feed?.gaps ?? ALL_READ,
    truth,
    nowMs: presentMs,
    drawnNowMs: Math.ceil(presentMs / DRAWN_STEP_MS) * DRAWN_STEP_MS,
    windowMs,
    endMs: windowEndMs(truth, presentMs),
    toMs: Number.POSITIVE_INFINITY,
    byHour: undefined,
    toldCells: view.cells,
    onLive: undefined,
  };
}

/** A past window from the timeline. `live`: the current feed status. */
export function pastSky({ atMs, whole, counts: byHour, toldCells, ...held }: Past, live: PresentTruth): SkySource {
  const truth = { kind: 'past', whole, live, byHour: byHour !== undefined } as const;
  return {
    ...held,
    truth,
    nowMs: atMs,
    drawnNowMs: atMs,
    endMs: atMs,
    toMs: atMs,
    byHour,
    toldCells: toldCells ?? null,
  };
}

/** Hides current strikes while a past window is still loading. */
function awaitedPast(live: SkySource): SkySource {
  const { nowMs, windowMs } = live;
  const toMs = nowMs - windowMs - DRAWN_STEP_MS;
  return { ...live, complete: false, truth: { kind: 'connecting' }, endMs: nowMs, toMs };
}

/** Returns now, or while the feed is down the last known instant: a moving window would look like a quiet sky. */
export function windowEndMs(truth: FeedTruth, nowMs: number): number {
  return truth.kind === 'down' && truth.sinceMs !== null ? Math.min(nowMs, truth.sinceMs) : nowMs;
}
