import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedTruth } from '#web/sky/feed/feedTruth.ts';
import type { HeldStrikes } from '#web/sky/strikes/HeldStrikes.ts';
import type { NearestKnown } from '#web/sky/strikes/nearestKnown.ts';
import type { Trend } from '#web/sky/strikes/nearestTrend.ts';
import type { WindowCounts } from '#web/sky/strikes/windowCounts.ts';
import type { CellsNow } from './cellsNow.ts';

/** Where distances are measured from: the visitor, a chosen point, or for want of either the middle of the map. */
export interface Measure {
  readonly at: Position;
  readonly by: 'visitor' | 'point' | 'centre';
}

/** What is known of the sky over the view, and how far it can be trusted. A new object every second. */
export interface Sky {
  readonly strikes: HeldStrikes;
  /** The server's clock. */
  readonly clock: Clock;
  /** How far `clock` is ahead of this device's. */
  readonly clockOffsetMs: number;
  /** The server's time; while one looks at the past, the instant that one looks at. Ages are counted from it. */
  readonly nowMs: number;
  /** The server's time, whatever one looks at. */
  readonly presentMs: number;
  /** `nowMs` in steps of 5 s, for what is costly to draw; a strike changes its class within minutes. */
  readonly drawnNowMs: number;
  readonly windowMs: number;
  /** Where the window ends: now, or the last instant that is known of while the feed is down. */
  readonly endMs: number;
  /** Where it begins, in steps of 5 s. */
  readonly drawnFromMs: number;
  /** Strikes from here on are not shown: those after the past that one looks at. Infinity while that is now. */
  readonly toMs: number;
  /** What the map shows; undefined before it has been measured. */
  readonly box: BBox | undefined;
  /** The visitor or the chosen point. */
  readonly from: Position | undefined;
  /** What distances are measured from; undefined before there is a map. */
  readonly measure: Measure | undefined;
  readonly counts: WindowCounts;
  /** Bars of `counts` that must not be taken for a count. */
  readonly unknown: readonly boolean[];
  readonly truth: FeedTruth;
  /** Whether every strike of the window is held. */
  readonly complete: boolean;
  /** Whether the view is wider than what can be held. */
  readonly tooWide: boolean;
  /** Whether it is known that nothing struck in view within the window. */
  readonly quiet: boolean;
  /** The strike nearest to `measure`. */
  readonly nearest: NearestKnown | undefined;
  /** Whether strikes have lately come nearer to `measure`. */
  readonly trend: Trend | undefined;
  readonly typicalDelayMs: number | null;
  /** Home's storm cells; the same object until something else may be said of them. */
  readonly cells: CellsNow;
  readonly simulated: boolean;
  /** What is always watched; undefined before the server has said so. */
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
  | 'typicalDelayMs'
  | 'cells'
> & {
  /** Whether the strikes are only the last known ones. */
  readonly greyed: boolean;
};
