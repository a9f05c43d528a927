import type { Position } from '#shared/geo/geodesy.ts';
import type { PlaceAnswer } from '#shared/nowcast/place/answerAt.ts';
import type { Withheld } from '#shared/nowcast/place/CellsNews.ts';
import type { Level } from '#shared/watch/Area.ts';

export interface StrikeFact {
  readonly atMs: number;
  /** From the place; absent where nothing is measured. `bearing` in degrees clockwise from north. */
  readonly away?: { readonly km: number; readonly bearing: number };
  readonly at?: Position;
}

/**
 * What the feed is worth for the place.
 * - `starting`, `switching`: nothing is known yet, of this source or of the next one.
 * - `outside`: nobody watches there.
 * - `late`: read up to `readToMs`, if that is known.
 * - `down`: nothing is known since `sinceMs`; null if nothing ever was. `recalled`: strikes kept on this device.
 * - `past`: `SkyFacts.nowMs` is a moment of the past; `counted` if only counts by the hour are shown of it.
 */
export type FeedFact =
  | { readonly kind: 'starting' | 'switching' | 'outside' | 'live' }
  | { readonly kind: 'late'; readonly readToMs: number | null }
  | { readonly kind: 'down'; readonly sinceMs: number | null; readonly recalled?: boolean }
  | { readonly kind: 'past'; readonly counted?: boolean };

/** Of storm cells: `late`, they are too old to say anything of now. `told`: what they say of the place. */
export type CellsFact =
  | { readonly kind: 'none' | 'late' }
  | {
      readonly kind: 'told';
      /** The provider's time that cells and answer stand for. */
      readonly atMs: number;
      readonly answer: PlaceAnswer;
      /** What lately does not hold, and is not told. */
      readonly withheld?: readonly Withheld[] | undefined;
      /** Some of the sky was not read: there may be more cells. */
      readonly partial?: boolean | undefined;
    };

/** A level that is held for the place. */
export interface HeldFact {
  readonly level: Exclude<Level, 'clear'>;
  /** When the all-clear may come, if nothing more falls. */
  readonly allClearNotBeforeMs?: number | undefined;
}

/** All that a verdict may know. Times are the server's, in milliseconds. */
export interface SkyFacts {
  /** The moment that is shown. */
  readonly nowMs: number;
  readonly feed: FeedFact;
  /** Of what was asked, the last `askedMs` (an hour at most) within `withinKm`, or in view where that is null. */
  readonly read: 'all' | 'loading' | 'gaps';
  readonly askedMs: number;
  readonly withinKm: number | null;
  /**
   * Whose place it is; `area` for a watched one, `outline` for one that the map shows, `place` for one that is named,
   * undefined where nothing is measured.
   */
  readonly from: 'visitor' | 'point' | 'centre' | 'area' | 'outline' | 'place' | undefined;
  /** The nearest strike of the last ten minutes; where nothing is measured, the newest. */
  readonly near?: StrikeFact | undefined;
  /** The last one that is known of what was asked. */
  readonly last?: StrikeFact | undefined;
  /** Where the strikes of the ten minutes up to `near` or `last` lie, against those of the ten before. */
  readonly trend?: 'closer' | 'further' | undefined;
  readonly cells: CellsFact;
  /** Whether silence of this source may be taken for silence of the sky. */
  readonly supportsAlerts: boolean;
  readonly simulated: boolean;
  readonly held?: HeldFact | undefined;
}

/** A strike this young leads; older ones are told as the last. */
export const NEAR_MS = 10 * 60_000;
