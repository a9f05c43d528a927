import type { Position } from '#shared/geo/geodesy.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { Withheld } from '#shared/nowcast/place/CellsNews.ts';
import type { Level } from '#shared/watch/Area.ts';

export interface StrikeFact {
  readonly atMs: number;
  /** From the place; absent if nothing is measured. `bearing` in degrees clockwise from north. */
  readonly away?: { readonly km: number; readonly bearing: number };
  readonly at?: Position;
}

/**
 * State of the feed for the place.
 * - `starting`, `switching`: nothing is known yet, of this source or of the next one.
 * - `outside`: the place is not monitored.
 * - `late`: complete to `readToMs`, if that is known.
 * - `down`: no data since `sinceMs`; null if there never was any. `recalled`: strikes cached on this device.
 * - `past`: `SkyFacts.nowMs` is in the past; `counted` if only hourly counts are displayed for it.
 */
export type FeedFact =
  | { readonly kind: 'starting' | 'switching' | 'outside' | 'live' }
  | { readonly kind: 'late'; readonly readToMs: number | null }
  | { readonly kind: 'down'; readonly sinceMs: number | null; readonly recalled?: boolean }
  | { readonly kind: 'past'; readonly counted?: boolean };

/** Storm cells: `late`, too old for a statement about now. `told`: the forecast for the place. */
export type CellsFact =
  | { readonly kind: 'none' | 'late' }
  | {
      readonly kind: 'told';
      /** The time of cells and forecast, on the provider's clock. */
      readonly atMs: number;
      readonly answer: PlaceAnswer;
      /** Parts that are withheld because they are currently unreliable. */
      readonly withheld?: readonly Withheld[] | undefined;
      /** The data has gaps: there may be more cells. */
      readonly partial?: boolean | undefined;
    };

/** A level that is active for the place. */
export interface HeldFact {
  readonly level: Exclude<Level, 'clear'>;
  /** Earliest time of the all-clear, if there is no more lightning. */
  readonly allClearNotBeforeMs?: number | undefined;
}

/** All inputs of a verdict. Times are the server's, in milliseconds. */
export interface SkyFacts {
  /** The displayed instant. */
  readonly nowMs: number;
  readonly feed: FeedFact;
  /** Completeness of the last `askedMs` (an hour at most) within `withinKm`, or in view if that is null. */
  readonly read: 'all' | 'loading' | 'gaps';
  readonly askedMs: number;
  readonly withinKm: number | null;
  /**
   * Origin of the place; `area` for a watched one, `outline` for one displayed by the map, `place` for a named one,
   * undefined if nothing is measured.
   */
  readonly from: 'visitor' | 'point' | 'centre' | 'area' | 'outline' | 'place' | undefined;
  /** The nearest strike of the last ten minutes; if nothing is measured, the newest. */
  readonly near?: StrikeFact | undefined;
  /** The last known strike of that time and area. */
  readonly last?: StrikeFact | undefined;
  /** Whether the strikes of the ten minutes up to `near` or `last` are closer than those of the ten before. */
  readonly trend?: 'closer' | 'further' | undefined;
  readonly cells: CellsFact;
  /** True if silence of this source may be taken for silence of the sky. */
  readonly supportsAlerts: boolean;
  readonly simulated: boolean;
  readonly held?: HeldFact | undefined;
}

/** A strike this young becomes the headline; older ones are reported as the last. */
export const NEAR_MS = 10 * 60_000;
