/**
 * How far the map's picture may be taken for the sky of now.
 * - `drawn`: fully, or a frame is not late yet.
 * - `late`: nothing is drawn yet, and should be.
 * - `stopped`: something was drawn before, and nothing any longer.
 * - `undrawable`: the browser cannot draw the map.
 */
export type DrawnState = 'drawn' | 'late' | 'stopped' | 'undrawable';

/** Times are in milliseconds on a clock that only moves forwards. */
export interface FrameFacts {
  readonly drawable: boolean;
  readonly hasDrawn: boolean;
  readonly owed: OwedFrame | undefined;
}

export interface OwedFrame {
  /** How long the page has been painting since the request. */
  readonly ranMs: number;
  /** The last paint of the page, or the request. */
  readonly paintedAtMs: number;
}

/** A frame that is drawn later than this is missing: the first of a map, which has all to load, and any other. */
const MOST_OWED_MS = { first: 10_000, later: 5_000 } as const;
/** A page that paints less often is hidden or throttled, and owes no frame. */
const MOST_GAP_MS = 3_000;

export function drawnOf({ drawable, hasDrawn, owed }: FrameFacts): DrawnState {
  if (!drawable) return 'undrawable';
  if (!owed || owed.ranMs < (hasDrawn ? MOST_OWED_MS.later : MOST_OWED_MS.first)) return 'drawn';
  return hasDrawn ? 'stopped' : 'late';
}

/** Requests a frame. One that is owed already stays owed. */
export function frameAsked(facts: FrameFacts, nowMs: number): FrameFacts {
  return facts.owed ? facts : { ...facts, owed: { ranMs: 0, paintedAtMs: nowMs } };
}

export function pagePainted(facts: FrameFacts, nowMs: number): FrameFacts {
  const { owed } = facts;
  if (!owed) return facts;
  const gapMs = nowMs - owed.paintedAtMs;
  return { ...facts, owed: { ranMs: owed.ranMs + (gapMs <= MOST_GAP_MS ? gapMs : 0), paintedAtMs: nowMs } };
}

export function frameDrawn(facts: FrameFacts): FrameFacts {
  return { ...facts, hasDrawn: true, owed: undefined };
}
