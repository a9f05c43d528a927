import type { BBox } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Clock } from '#shared/time/Clock.ts';
import type { FeedTruth } from '#web/feed/feedTruth.ts';
import type { HeldStrikes } from '#web/strikes/HeldStrikes.ts';
import type { NearestKnown } from '#web/strikes/nearestKnown.ts';
import type { WindowCounts } from '#web/strikes/windowCounts.ts';

/** What is known of the sky over the view, and how far it can be trusted. A new object every second. */
export interface Sky {
  readonly strikes: HeldStrikes;
  /** The server's clock. */
  readonly clock: Clock;
  /** How far `clock` is ahead of this device's. */
  readonly clockOffsetMs: number;
  /** The server's time. */
  readonly nowMs: number;
  /** `nowMs` in steps of 5 s, for what is costly to draw; a strike changes its class within minutes. */
  readonly drawnNowMs: number;
  readonly windowMs: number;
  /** What the map shows; undefined before it has been measured. */
  readonly box: BBox | undefined;
  /** Where distances are measured from. */
  readonly from: Position | undefined;
  readonly counts: WindowCounts;
  readonly truth: FeedTruth;
  /** Whether every strike of the window is held. */
  readonly complete: boolean;
  /** Whether the view is wider than what can be held. */
  readonly tooWide: boolean;
  /** The strike nearest to `from`; undefined without a `from`. */
  readonly nearest: NearestKnown | undefined;
  readonly typicalDelayMs: number | null;
  readonly simulated: boolean;
}

/** The part of the sky that is drawn: a new object only when strikes, the time step or choices have changed. */
export type DrawnSky = Pick<
  Sky,
  'strikes' | 'clock' | 'drawnNowMs' | 'windowMs' | 'from' | 'complete' | 'typicalDelayMs'
> & {
  /** Whether the strikes are only the last known ones. */
  readonly greyed: boolean;
};
