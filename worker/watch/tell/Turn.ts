import type { Level } from '#shared/watch/Area.ts';
import { compareLevels } from '#shared/watch/heldLevel.ts';
import type { Threshold } from '#shared/watch/RecipientBody.ts';
import { type Awareness, unconfirmedSinceMs } from './Awareness.ts';

const MINUTE_MS = 60_000;

/** When one recipient's turn comes to be told of something. */
export interface Turn {
  /** So many minutes after those who are told at once; 0 for these. */
  readonly afterMin: number;
  /** Since when it is so and nobody has confirmed to know of it; null if somebody has. */
  readonly unconfirmedSinceMs: number | null;
}

export const AT_ONCE: Turn = { afterMin: 0, unconfirmedSinceMs: null };

/** A recipient, as far as it has a place in the order. */
export interface InOrder {
  readonly threshold: Threshold;
  /** Null for at once. */
  readonly escalateAfterMin: number | null;
}

/** When it may be told: null if never, because somebody knows; 0 for at once. */
export function turnMs({ afterMin, unconfirmedSinceMs: sinceMs }: Turn): number | null {
  if (afterMin === 0) return 0;
  return sinceMs === null ? null : sinceMs + afterMin * MINUTE_MS;
}

/** The turn to hear of a level. `all`: every recipient of the book that can hear. */
export function turnToRaise(one: InOrder, all: readonly InOrder[], level: Level, awareness: Awareness): Turn {
  const there = all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: unconfirmedSinceMs(awareness, one.threshold) };
}

/** The turn to hear that nothing is seen. Of a site all hear of it, at any level. */
export function turnToBlind(
  one: InOrder,
  all: readonly InOrder[],
  { kind, level }: { readonly kind: 'personal' | 'site'; readonly level: Level },
  { blind }: Awareness,
): Turn {
  const there = kind === 'site' ? all : all.filter(({ threshold }) => compareLevels(level, threshold) >= 0);
  const isOpen = blind !== null && blind.confirmedMs === null;
  return { afterMin: minutesOf(one, there), unconfirmedSinceMs: isOpen ? blind.sinceMs : null };
}

/** Somebody is always told at once: where all who hear come after others, those with the fewest minutes. */
function minutesOf({ escalateAfterMin }: InOrder, there: readonly InOrder[]): number {
  const own = escalateAfterMin ?? 0;
  const first = Math.min(...there.map(({ escalateAfterMin: minutes }) => minutes ?? 0));
  return own <= first ? 0 : own;
}
