/**
 * Whether the map's picture may be taken for the sky of now.
 * - `drawn`: yes, or it is not late yet.
 * - `late`: the map has drawn nothing yet, and should have.
 * - `stopped`: it has drawn before, and no longer does.
 * - `undrawable`: this browser gives it nothing to draw with.
 */
export type DrawnState = 'drawn' | 'late' | 'stopped' | 'undrawable';

/** Facts about the map's frames. Times are in milliseconds on a clock that only moves forwards. */
export interface FrameFacts {
  readonly drawable: boolean;
  readonly hasDrawn: boolean;
  /** The frame that was asked for and is not drawn yet. */
  readonly owed: OwedFrame | undefined;
}

export interface OwedFrame {
  /** For how long the page has been painting since it was asked for. */
  readonly ranMs: number;
  /** When the page painted last, or the frame was asked for. */
  readonly paintedAtMs: number;
}

/** A frame that is drawn later than this is missing. */
export const MOST_OWED_MS = 10_000;
/** A page that paints less often than this is hidden or throttled: it owes nobody a frame meanwhile. */
const MOST_GAP_MS = 3_000;

export function drawnOf({ drawable, hasDrawn, owed }: FrameFacts): DrawnState {
  if (!drawable) return 'undrawable';
  if (!owed || owed.ranMs < MOST_OWED_MS) return 'drawn';
  return hasDrawn ? 'stopped' : 'late';
}

/** A frame is asked for: because something changed, or to see whether one comes. One that is owed already stays owed. */
export function frameAsked(facts: FrameFacts, nowMs: number): FrameFacts {
  return facts.owed ? facts : { ...facts, owed: { ranMs: 0, paintedAtMs: nowMs } };
}

/** The page has painted, whatever the map did. */
export function pagePainted(facts: FrameFacts, nowMs: number): FrameFacts {
  const { owed } = facts;
  if (!owed) return facts;
  const gapMs = nowMs - owed.paintedAtMs;
  return { ...facts, owed: { ranMs: owed.ranMs + (gapMs <= MOST_GAP_MS ? gapMs : 0), paintedAtMs: nowMs } };
}

export function frameDrawn(facts: FrameFacts): FrameFacts {
  return { ...facts, hasDrawn: true, owed: undefined };
}
