import type { Clock } from '#shared/Clock.ts';
import { type BBox, bboxContains, bboxIntersection, bboxWithin, boxAround } from '#shared/geo/BBox.ts';
import type { EllipseShare } from '#shared/geo/ellipse.ts';
import { bearingDegrees, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { levelAround, type ReportedStrikes } from '#shared/sky/placeFacts.ts';
import type { CellsFact, FeedFact, HeldFact, SkyFacts, StrikeFact, Verdict } from '#shared/sky/verdictOf.ts';
import { HOUR_MS, type Span } from '#shared/time.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import { type FeedView, type PresentStatus, type ViewStatus, viewStatusOf } from './FeedView.ts';
import { knownWithinKm, type OutlinedArea, type WindowCounts } from './findStrikes.ts';
import type { Past } from './Playhead.ts';
import type { HeldStrikes, StoredStrike } from './StrikeStore.ts';

const RENDER_STEP_MS = 5_000;
const ALL_READ: readonly never[] = [];

/** The live feed, or a past window: the only source for everything that renders or describes lightning. */
export interface SkySource {
  readonly strikes: HeldStrikes;
  readonly complete: boolean;
  /** True if the view is too wide to hold its strikes. */
  readonly tooWide: boolean;
  /** Times without data from the provider. */
  readonly gaps: readonly Span[];
  readonly viewStatus: ViewStatus;
  /** The shown instant, on the server's clock. Ages are relative to it. */
  readonly nowMs: number;
  /** `nowMs` in steps of 5 s, for expensive rendering; a strike changes its class within minutes. */
  readonly renderedNowMs: number;
  readonly windowMs: number;
  /** `nowMs`, or while the feed is down the last known instant. */
  readonly endMs: number;
  /** Strikes from here on are hidden. */
  readonly toMs: number;
  /** Hourly counts, shown instead of strikes. */
  readonly byHour: WindowCounts | undefined;
  /** The home area's last known storm cells, for the shown time. */
  readonly reportedCells: CellsEvent | null;
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
  return past ? pastSky(past, viewStatusOf(view, scope.box, presentMs)) : liveSky(view, scope, presentMs);
}

export function liveSky(view: FeedView, { box, windowMs }: SourceScope, presentMs: number): SkySource {
  const viewStatus = viewStatusOf(view, box, presentMs);
  return {
    strikes: view.strikes,
    complete: view.complete,
    tooWide: view.tooWide,
    gaps: view.feed?.gaps ?? ALL_READ,
    viewStatus,
    nowMs: presentMs,
    renderedNowMs: Math.ceil(presentMs / RENDER_STEP_MS) * RENDER_STEP_MS,
    windowMs,
    endMs: windowEndMs(viewStatus, presentMs),
    toMs: Number.POSITIVE_INFINITY,
    byHour: undefined,
    reportedCells: view.cells,
    onLive: undefined,
  };
}

/** A past window from the timeline. `live`: the current feed status. */
export function pastSky({ atMs, whole, counts: byHour, reportedCells, ...held }: Past, live: PresentStatus): SkySource {
  const viewStatus = { kind: 'past', whole, live, byHour: byHour !== undefined } as const;
  return {
    ...held,
    viewStatus,
    nowMs: atMs,
    renderedNowMs: atMs,
    endMs: atMs,
    toMs: atMs,
    byHour,
    reportedCells: reportedCells ?? null,
  };
}

/** Hides current strikes while a past window is still loading. */
function awaitedPast(live: SkySource): SkySource {
  const { nowMs, windowMs } = live;
  const toMs = nowMs - windowMs - RENDER_STEP_MS;
  return { ...live, complete: false, viewStatus: { kind: 'connecting' }, endMs: nowMs, toMs };
}

/** The end of strikes that are not current, because the feed is down or has not begun; undefined if there is none. */
export function knownEndMs(viewStatus: ViewStatus): number | undefined {
  if (viewStatus.kind === 'connecting') return viewStatus.restoredToMs;
  return viewStatus.kind === 'down' ? (viewStatus.sinceMs ?? undefined) : undefined;
}

/** Returns now, or without current strikes the last known instant: a moving window would look like a quiet sky. */
export function windowEndMs(viewStatus: ViewStatus, nowMs: number): number {
  return Math.min(nowMs, knownEndMs(viewStatus) ?? nowMs);
}

export interface Measure {
  readonly at: Position;
  readonly by: 'visitor' | 'point' | 'centre';
}

/** The lightning data for the view, and how reliable it is. A new object every second. */
export interface Sky extends Omit<SkySource, 'gaps' | 'byHour' | 'reportedCells'> {
  /** The server's clock. */
  readonly clock: Clock;
  /** Server time minus device time. */
  readonly clockOffsetMs: number;
  /** Server time, also while the past is shown. */
  readonly presentMs: number;
  /** The start of the window, in steps of 5 s. */
  readonly renderedFromMs: number;
  /** The view; undefined before the map has been measured. */
  readonly box: BBox | undefined;
  readonly from: Position | undefined;
  /** Undefined before there is a map. */
  readonly measure: Measure | undefined;
  /** Counts within the view. */
  readonly counts: WindowCounts;
  /** True for bars of `counts` whose count is unknown. */
  readonly unknown: readonly boolean[];
  /** True if it is certain that nothing struck in view within the window. */
  readonly quiet: boolean;
  /** The verdict that every screen shows, for the place or the view. */
  readonly verdict: Verdict;
  /** The strike that the verdict leads with, if any. */
  readonly lead: StoredStrike | undefined;
  readonly typicalDelayMs: number | null;
  /** The home area's storm cells; the same object until they change. */
  readonly cells: CellsNow;
  readonly simulated: boolean;
  /** The source that fills the map, if it is not the usual one. */
  readonly primary: PrimarySource | null;
  /** True if satellite flashes are available next to the strikes. */
  readonly crossCheck: boolean;
  /** The home area; undefined before the server has sent it. */
  readonly home: BBox | undefined;
}

/** The rendered part: a new object only when strikes, the time step or choices have changed. */
export type RenderedSky = Pick<
  Sky,
  | 'strikes'
  | 'clock'
  | 'renderedNowMs'
  | 'renderedFromMs'
  | 'toMs'
  | 'from'
  | 'measure'
  | 'complete'
  | 'quiet'
  | 'cells'
  | 'crossCheck'
> & {
  readonly greyed: boolean;
  /** Share of the source's strikes within the error ellipses it reports; undefined if it reports none. */
  readonly ellipseShare: EllipseShare | undefined;
};

/**
 * Storm cells that may be shown. `none`: nothing was received, or nothing is stored for the past. `late`: the event is
 * too old, the feed is behind, or the view lies outside home, without a stream. `told`: as of `event.atMs`.
 */
export type CellsNow =
  | { readonly kind: 'none' }
  | { readonly kind: 'late' }
  | { readonly kind: 'told'; readonly event: CellsEvent };

/** `presentMs`: server time. `atHome`: the view touches the home area. */
export function cellsNow(
  event: CellsEvent | null,
  viewStatus: ViewStatus,
  presentMs: number,
  atHome: boolean,
): CellsNow {
  if (!event || viewStatus.kind === 'outside' || viewStatus.kind === 'connecting') return { kind: 'none' };
  if (viewStatus.kind === 'past') return { kind: 'told', event };
  const late = viewStatus.kind === 'down' || presentMs - event.atMs >= NOWCAST_HOLDS_MS;
  if (late) return { kind: atHome ? 'late' : 'none' };
  return { kind: 'told', event };
}

interface MeasurePlaces {
  readonly point: Position | undefined;
  readonly visitorAt: Position | undefined;
  readonly box: BBox | undefined;
}

/** The chosen point, else the visitor's position, else the middle of the map. */
export function measureFrom({ point, visitorAt, box }: MeasurePlaces): Measure | undefined {
  if (point) return { at: point, by: 'point' };
  if (visitorAt) return { at: visitorAt, by: 'visitor' };
  if (!box) return undefined;
  const centre = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
  return { at: centre, by: 'centre' };
}

/** True if certainly nothing struck: the feed is live or the past is loaded, all is held, every bar is a count. */
export function knownQuiet(viewStatus: ViewStatus, total: number, unknown: readonly boolean[]): boolean {
  return 'whole' in viewStatus && viewStatus.whole && total === 0 && !unknown.includes(true);
}

interface UnknownFacts {
  readonly viewStatus: ViewStatus;
  readonly complete: boolean;
  readonly gaps: readonly Span[];
}

/** Bars without a count: after a late feed's last response, in a gap, or empty while strikes are missing. */
export function unknownBars(
  { barsFromMs, barMs, bars }: Pick<WindowCounts, 'barsFromMs' | 'barMs' | 'bars'>,
  { viewStatus, complete, gaps }: UnknownFacts,
): readonly boolean[] {
  const spans: readonly Span[] =
    viewStatus.kind === 'delayed' && !viewStatus.slicesOnly
      ? [...gaps, [viewStatus.checkedMs, Number.POSITIVE_INFINITY]]
      : gaps;
  return bars.map((count, bar) => {
    const fromMs = barsFromMs + bar * barMs;
    if (count === 0 && !complete) return true;
    return spans.some(([spanFromMs, spanToMs]) => spanFromMs < fromMs + barMs && spanToMs > fromMs);
  });
}

/** The subject of a verdict: the surroundings of a place or of an area, or without one the view. */
export interface RequestedSky {
  readonly measure: Measure | OutlinedArea | undefined;
  readonly box: BBox | undefined;
  readonly withinKm: number;
  readonly requestedMs: number;
}

/** At most an hour, in the radius in which all strikes are held; of the view only its part within home counts. */
export function requestedOf(
  measure: Measure | OutlinedArea | undefined,
  box: BBox | undefined,
  home: BBox | undefined,
  windowMs: number,
): RequestedSky {
  const known = box && home ? bboxIntersection(box, home) : box;
  const withinKm = measure?.by === 'outline' ? measure.withinKm : measure ? knownWithinKm(measure.at, known) : 0;
  return { measure, box, withinKm, requestedMs: Math.min(windowMs, HOUR_MS) };
}

/**
 * The level of a chosen place, as far as its data is complete; none in the past, and none for a source without alerts.
 */
export function levelAt(
  { strikes, viewStatus, endMs }: Pick<SkySource, 'strikes' | 'viewStatus' | 'endMs'>,
  at: Position,
  { primary }: Pick<FeedView, 'primary'>,
): HeldFact | undefined {
  if (viewStatus.kind === 'past' || primary?.supportsAlerts === false) return undefined;
  const readToMs = 'checkedMs' in viewStatus ? viewStatus.checkedMs : (knownEndMs(viewStatus) ?? null);
  return levelAround(strikes.store, at, { nowMs: endMs, readToMs });
}

export interface KnownSky {
  readonly source: SkySource;
  readonly view: FeedView;
  readonly presentMs: number;
  readonly requestedSky: RequestedSky;
  readonly strikes: ReportedStrikes<StoredStrike>;
  readonly cells: CellsFact;
  /** The level of the place, or of a watched area. */
  readonly held: HeldFact | undefined;
}

export function verdictFacts({ source, view, presentMs, requestedSky, strikes, cells, held }: KnownSky): SkyFacts {
  const { measure, withinKm, requestedMs } = requestedSky;
  const outline = measure?.by === 'outline' ? measure : undefined;
  const around = outline?.reach ?? (measure ? boxAround(measure.at, withinKm) : requestedSky.box);
  // The view may show another area than the place.
  const viewStatus = source.viewStatus.kind === 'past' ? source.viewStatus : viewStatusOf(view, around, presentMs);
  // A past that is still loading; `connecting` for the view alone does not concern the place.
  const isAwaited = source.viewStatus.kind === 'connecting' && source.toMs !== Number.POSITIVE_INFINITY;
  const fact = (strike: StoredStrike | undefined): StrikeFact | undefined =>
    strike && {
      atMs: strike.atMs,
      at: strike,
      ...(requestedSky.box && { inView: bboxContains(requestedSky.box, strike.longitude, strike.latitude) }),
      ...(measure && {
        away: {
          km: outline?.kmTo(strike) ?? distanceKm(measure.at, strike),
          bearing: bearingDegrees(measure.at, strike),
        },
      }),
    };
  return {
    nowMs: source.nowMs,
    feed: isAwaited ? { kind: 'starting' } : feedFact(viewStatus),
    read: readOf(
      source,
      viewStatus,
      requestedSky,
      view.areas && measure ? bboxWithin(around ?? view.areas.home, view.areas.home) : true,
    ),
    requestedMs,
    withinKm: measure ? withinKm : null,
    from: measure?.by,
    near: fact(strikes.near),
    last: fact(strikes.last),
    trend: strikes.trend,
    cells,
    supportsAlerts: view.primary?.supportsAlerts ?? true,
    simulated: view.source === 'simulated',
    held,
  };
}

function feedFact(viewStatus: ViewStatus): FeedFact {
  switch (viewStatus.kind) {
    case 'connecting':
      return { kind: 'starting' };
    case 'delayed':
      return { kind: 'late', readToMs: viewStatus.slicesOnly ? null : viewStatus.checkedMs };
    case 'down':
      return { kind: 'down', sinceMs: viewStatus.sinceMs, restored: viewStatus.restored === true };
    case 'past':
      return { kind: 'past', counted: viewStatus.byHour === true };
    default:
      return { kind: viewStatus.kind };
  }
}

/** Outside home, strikes from before the region was first requested were not read. */
function readOf(
  { complete, tooWide, gaps, endMs }: SkySource,
  viewStatus: ViewStatus,
  { requestedMs }: RequestedSky,
  isHome: boolean,
): SkyFacts['read'] {
  if (!complete && !tooWide) return 'loading';
  const hasGap = gaps.some(([fromMs, toMs]) => fromMs < endMs && toMs > endMs - requestedMs);
  const isWhole = 'whole' in viewStatus ? viewStatus.whole : complete;
  return isWhole && isHome && !hasGap ? 'all' : 'gaps';
}
