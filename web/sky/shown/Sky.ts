import type { Clock } from '#shared/Clock.ts';
import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { EllipseShare } from '#shared/lookUp/candidatesOf.ts';
import type { Span } from '#shared/time.ts';
import type { Verdict } from '#shared/verdict/verdictOf.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/FeedEvent.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import type { SkySource } from './SkySource.ts';

export interface Measure {
  readonly at: Position;
  readonly by: 'visitor' | 'point' | 'centre';
}

/** The lightning data for the view, and how reliable it is. A new object every second. */
export interface Sky extends Omit<SkySource, 'gaps' | 'byHour' | 'toldCells'> {
  /** The server's clock. */
  readonly clock: Clock;
  /** Server time minus device time. */
  readonly clockOffsetMs: number;
  /** Server time, also while the past is shown. */
  readonly presentMs: number;
  /** The start of the window, in steps of 5 s. */
  readonly drawnFromMs: number;
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
export type DrawnSky = Pick<
  Sky,
  | 'strikes'
  | 'clock'
  | 'drawnNowMs'
  | 'drawnFromMs'
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
export function cellsNow(event: CellsEvent | null, truth: FeedTruth, presentMs: number, atHome: boolean): CellsNow {
  if (!event || truth.kind === 'outside' || truth.kind === 'connecting') return { kind: 'none' };
  if (truth.kind === 'past') return { kind: 'told', event };
  const late = truth.kind === 'down' || presentMs - event.atMs >= NOWCAST_HOLDS_MS;
  if (late) return { kind: atHome ? 'late' : 'none' };
  return { kind: 'told', event };
}

export interface MeasurePlaces {
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
export function knownQuiet(truth: FeedTruth, total: number, unknown: readonly boolean[]): boolean {
  return 'whole' in truth && truth.whole && total === 0 && !unknown.includes(true);
}

export interface UnknownFacts {
  readonly truth: FeedTruth;
  readonly complete: boolean;
  readonly gaps: readonly Span[];
}

/** Bars without a count: after a late feed's last response, in a gap, or empty while strikes are missing. */
export function unknownBars(
  { barsFromMs, barMs, bars }: Pick<WindowCounts, 'barsFromMs' | 'barMs' | 'bars'>,
  { truth, complete, gaps }: UnknownFacts,
): readonly boolean[] {
  const spans: readonly Span[] =
    truth.kind === 'delayed' && !truth.slicesOnly ? [...gaps, [truth.checkedMs, Number.POSITIVE_INFINITY]] : gaps;
  return bars.map((count, bar) => {
    const fromMs = barsFromMs + bar * barMs;
    if (count === 0 && !complete) return true;
    return spans.some(([spanFromMs, spanToMs]) => spanFromMs < fromMs + barMs && spanToMs > fromMs);
  });
}
