/** Up to when answers can have told strikes, on the provider's clock: none tells what had not happened yet. */
export interface Reach {
  /** Of the mark. A `Date` that no clock can show does not bound it: each poll would read back to there. */
  readonly markMs: number;
  /** Of the watermark, which nobody may be told too far: any `Date` bounds it. */
  readonly watermarkMs: number;
}

/** An answer without a `Date`: the estimated clock, by which the poll was planned, must do. */
export const NO_BOUND: Reach = { markMs: Number.POSITIVE_INFINITY, watermarkMs: Number.POSITIVE_INFINITY };

/** What both answers reach. */
export function nearerReach(one: Reach, other: Reach): Reach {
  return { markMs: Math.min(one.markMs, other.markMs), watermarkMs: Math.min(one.watermarkMs, other.watermarkMs) };
}

/**
 * Where the mark and the watermark stand once a poll is complete that was to cover up to `plannedMs`. The watermark
 * stays where it was, `beforeMs`, rather than run back: what lies between is a gap then.
 */
export function marksAfterPoll(
  plannedMs: number,
  reach: Reach,
  beforeMs: number | null,
): { readonly markMs: number; readonly watermarkMs: number } {
  const markMs = Math.floor(Math.min(plannedMs, reach.markMs));
  return { markMs, watermarkMs: Math.max(0, beforeMs ?? 0, Math.floor(Math.min(markMs, reach.watermarkMs))) };
}
