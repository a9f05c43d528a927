import { type BBox, bboxWithin } from '#shared/geo/BBox.ts';
import { bearingDegrees, type Position } from '#shared/geo/geodesy.ts';
import { distanceFrom } from '#shared/geo/Shape.ts';
import { type Area, type FeedSnapshot, holdMs, LATE_REPORT_MS, type NearStrike, reachOf } from '#shared/watch/Area.ts';
import { areaWatermarkMs, type Sighting } from '#shared/watch/watchArea.ts';
import type { FeedState } from '#shared/wire/FeedEvent.ts';
import type { WatchedPlace } from '#web/kit/routing/watchAddress.ts';
import type { FeedView } from '#web/sky/FeedView.ts';
import type { StrikeStore } from '#web/sky/StrikeStore.ts';

export function areaOf({ shape, ringsKm, dwellMin, approachOnly = false }: WatchedPlace): Area {
  return {
    shape,
    ringsKm,
    dwellMs: dwellMin * 60_000,
    settleMs: LATE_REPORT_MS,
    least: 1,
    approachOnly,
  };
}

/** True if the area with its rings lies within home, the only area that is always polled. */
function isWithinHome(area: Area, home: BBox): boolean {
  return bboxWithin(reachOf(area), home);
}

/** Middle of the box around the area and its rings; bearings start there. */
export function middleOf(area: Pick<Area, 'shape' | 'ringsKm'>): Position {
  const { west, south, east, north } = reachOf(area);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

export function watchedPlaceName({
  name,
  ...place
}: Pick<Area, 'shape' | 'ringsKm'> & { readonly name: string }): string {
  const { latitude, longitude } = middleOf(place);
  return name || `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;
}

/** Older messages do not count as contact with the server. */
const SILENT_AFTER_MS = 60_000;
/** How long strikes may take to load after the start. */
const LOADING_MS = 15_000;
const LATE_MS = 60_000;

/**
 * `source`: the source does not support alerts. `outside`: the area reaches beyond home. `loading`: strikes are
 * loading. `connection`: no contact with the server. `server`: it does not report how far it has read. `feed`: the
 * network is silent. `gaps`: data is missing. `settling`: all is well, but for less than a minute.
 */
export type DataLossCause = 'source' | 'outside' | 'loading' | 'connection' | 'server' | 'feed' | 'gaps' | 'settling';

export function dataLossCause(
  area: Area,
  view: Pick<
    FeedView,
    'startedAtMs' | 'clockOffsetMs' | 'receivedAtMs' | 'failing' | 'feed' | 'reported' | 'areas' | 'primary'
  >,
  { snapshot, receivedMs, nowMs }: Sighting,
): DataLossCause {
  if (view.primary?.supportsAlerts === false) return 'source';
  if (view.areas && !isWithinHome(area, view.areas.home)) return 'outside';
  const isNew = nowMs - (view.startedAtMs + view.clockOffsetMs) < LOADING_MS;
  const silentMs =
    view.receivedAtMs === null ? Number.POSITIVE_INFINITY : nowMs - view.receivedAtMs - view.clockOffsetMs;
  if (receivedMs === null && isNew) return 'loading';
  if (silentMs > SILENT_AFTER_MS) return 'connection';
  if (view.feed?.state === 'down') return 'feed';
  if (view.feed && view.feed.completeToMs === undefined) return 'server';
  if (!view.reported || !snapshot || receivedMs === null) return view.failing ? 'connection' : 'loading';
  if (nowMs - receivedMs > SILENT_AFTER_MS) return 'connection';
  if (snapshot.watermarkMs === null || snapshot.providerNowMs - snapshot.watermarkMs > LATE_MS) return 'feed';
  const watermarkMs = areaWatermarkMs(snapshot, reachOf(area), holdMs(area));
  return watermarkMs === null || snapshot.providerNowMs - watermarkMs > LATE_MS ? 'gaps' : 'settling';
}

/** Held strikes within the outermost ring since `fromMs`. Distances are from the shape, bearings from `middle`. */
export function nearStrikes(store: StrikeStore, area: Area, middle: Position, fromMs: number): NearStrike[] {
  const near: NearStrike[] = [];
  const kmTo = distanceFrom(area.shape);
  for (let row = 0; row < store.length; row += 1) {
    if ((store.atMs[row] ?? 0) < fromMs) continue;
    const strike = store.strikeAt(row);
    const km = kmTo(strike);
    if (km > area.ringsKm[0]) continue;
    near.push({ ordinal: strike.ordinal, atMs: strike.atMs, km, bearing: bearingDegrees(middle, strike) });
  }
  return near;
}

/** The received Feed state; the state machine checks its age. Null if home has gaps or no read position. */
export function receivedSnapshot(feed: FeedState, seq: number, receivedMs: number): FeedSnapshot | null {
  const { state, epoch, completeToMs, providerOffsetMs, gapBoxes, gapBoxesTruncated = false } = feed;
  if (state === 'down' || epoch === undefined || completeToMs === undefined || providerOffsetMs === undefined) {
    return null;
  }
  return {
    epoch,
    seq,
    watermarkMs: completeToMs,
    providerNowMs: receivedMs + providerOffsetMs,
    gapBoxes: gapBoxes ?? [],
    gapBoxesTruncated,
  };
}

/**
 * The state machine's input at `nowMs`, in server time. Nothing is `replayed` before every strike up to the seq of
 * `reported` is held; while the stream catches up, the last `reported` ages. While the strikes of another epoch are
 * loading there is none, and the pulse of `before`, the input of the state so far, ages: a restart of the Feed takes
 * nothing from what was evaluated. Areas outside home have no pulse.
 */
export function sightingOf(
  area: Area,
  { reported, clockOffsetMs, areas }: Pick<FeedView, 'reported' | 'clockOffsetMs' | 'areas'>,
  strikes: readonly NearStrike[],
  nowMs: number,
  before?: Sighting,
): Sighting {
  if (!reported) {
    const { snapshot = null, receivedMs = null, replayed = false } = before ?? {};
    // After a device clock was set back, nothing was received later than now.
    return { strikes, snapshot, receivedMs: receivedMs && Math.min(receivedMs, nowMs), replayed, nowMs };
  }
  const receivedMs = reported.receivedAtMs + clockOffsetMs;
  const watched = areas !== null && isWithinHome(area, areas.home);
  return {
    strikes,
    snapshot: watched ? receivedSnapshot(reported.feed, reported.seq, receivedMs) : null,
    receivedMs,
    replayed: true,
    nowMs,
  };
}
