import { type BBox, bboxContains, bboxIntersection, bboxWithin, boxAround } from '#shared/geo/BBox.ts';
import { bearingDegrees, distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { levelAround, type ReportedStrikes } from '#shared/sky/placeFacts.ts';
import type { CellsFact, FeedFact, HeldFact, SkyFacts, StrikeFact } from '#shared/sky/verdictOf.ts';
import { HOUR_MS } from '#shared/time.ts';
import type { FeedView } from '#web/sky/feed/FeedView.ts';
import { type ViewStatus, viewStatusOf } from '#web/sky/feed/viewStatus.ts';
import type { OutlinedArea } from '#web/sky/strikes/outlinedArea.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';
import { knownWithinKm } from '#web/sky/strikes/windowCounts.ts';
import { knownEndMs, type Measure, type SkySource } from './Sky.ts';

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
