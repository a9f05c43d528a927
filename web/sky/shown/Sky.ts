import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { EllipseShare } from '#shared/lookUp/Ellipse.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { Span } from '#shared/time/spans.ts';
import type { Verdict } from '#shared/verdict/verdictOf.ts';
import { type CellsEvent, NOWCAST_HOLDS_MS } from '#shared/wire/cellsEvent.ts';
import type { PrimarySource } from '#shared/wire/PrimarySource.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { StoredStrike } from '#web/sky/strikes/StrikeStore.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import type { SkySource } from './SkySource.ts';

export interface Measure {
  readonly at: Position;
  readonly by: 'visitor' | 'point' | 'centre';
}

/** The sky over the view, and how far it can be trusted. A new object every second. */
export interface Sky extends Omit<SkySource, 'gaps' | 'byHour' | 'toldCells'> {
  /** The server's clock. */
  readonly clock: Clock;
  /** How far `clock` is ahead of this device's. */
  readonly clockOffsetMs: number;
  /** The server's time, also while the past is shown. */
  readonly presentMs: number;
  /** The beginning of the window, in steps of 5 s. */
  readonly drawnFromMs: number;
  /** The view; undefined before the map has been measured. */
  readonly box: BBox | undefined;
  readonly from: Position | undefined;
  /** Undefined before there is a map. */
  readonly measure: Measure | undefined;
  /** In view. */
  readonly counts: WindowCounts;
  /** Bars of `counts` that are no count. */
  readonly unknown: readonly boolean[];
  /** Nothing struck in view within the window, and this is known. */
  readonly quiet: boolean;
  /** What every screen says of the sky, at the place or in view. */
  readonly verdict: Verdict;
  /** The strike that the verdict leads with, if it does. */
  readonly lead: StoredStrike | undefined;
  readonly typicalDelayMs: number | null;
  /** Home's storm cells; the same object until they change. */
  readonly cells: CellsNow;
  readonly simulated: boolean;
  /** The source that fills the map, where it is not as ever. */
  readonly primary: PrimarySource | null;
  /** Whether a satellite's flashes are to be had beside the strikes. */
  readonly crossCheck: boolean;
  /** The area that is always watched; undefined before the server has told it. */
  readonly home: BBox | undefined;
}

/** The part of the sky that is drawn: a new object only when strikes, the time step or choices have changed. */
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
  /** Of the source's strikes within the ellipses that it tells; undefined if it does not say so. */
  readonly ellipseShare: EllipseShare | undefined;
};

/**
 * Storm cells that may be told. `none`: nothing was told, or nothing of the past was kept. `late`: the event is too old, the feed
 * is behind, or the view lies outside home, without a stream. `told`: as of `event.atMs`.
 */
export type CellsNow =
  | { readonly kind: 'none' }
  | { readonly kind: 'late' }
  | { readonly kind: 'told'; readonly event: CellsEvent };

/** `presentMs` is the server's time; `atHome`: the view touches home. */
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

/** The chosen point, else the visitor, else the middle of the map. */
export function measureFrom({ point, visitorAt, box }: MeasurePlaces): Measure | undefined {
  if (point) return { at: point, by: 'point' };
  if (visitorAt) return { at: visitorAt, by: 'visitor' };
  if (!box) return undefined;
  const centre = { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2 };
  return { at: centre, by: 'centre' };
}

/** Known that nothing struck: the feed is live or the past was read, all is held, every bar is a count. */
export function knownQuiet(truth: FeedTruth, total: number, unknown: readonly boolean[]): boolean {
  return 'whole' in truth && truth.whole && total === 0 && !unknown.includes(true);
}

export interface UnknownFacts {
  readonly truth: FeedTruth;
  readonly complete: boolean;
  readonly gaps: readonly Span[];
}

/** Bars that are no count: after the last answer of a late feed, never read, or empty while strikes are missing. */
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
