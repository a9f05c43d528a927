/**
 * Whether the rendered map shows current data.
 * - `drawn`: rendered, or no frame is late yet.
 * - `late`: nothing is rendered yet, and should be.
 * - `stopped`: rendering worked before, but no longer.
 * - `undrawable`: the browser cannot render the map.
 */
export type DrawnState = 'drawn' | 'late' | 'stopped' | 'undrawable';

/** Times are in milliseconds on a monotonic clock. */
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

/** A frame later than this counts as missing. The first frame has longer, because the map must load. */
const MOST_OWED_MS = { first: 10_000, later: 5_000 } as const;
/** A page that paints less often is hidden or throttled, so no frame is expected. */
const MOST_GAP_MS = 3_000;

export function drawnOf({ drawable, hasDrawn, owed }: FrameFacts): DrawnState {
  if (!drawable) return 'undrawable';
  if (!owed || owed.ranMs < (hasDrawn ? MOST_OWED_MS.later : MOST_OWED_MS.first)) return 'drawn';
  return hasDrawn ? 'stopped' : 'late';
}

/** Requests a frame. A pending request stays as it is. */
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
