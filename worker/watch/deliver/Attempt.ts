/** A far side has so long to answer. */
export const TRY_MS = 5_000;

/** What came of one attempt to deliver. A `reason` quotes nothing that the far side wrote. */
export type Attempt =
  /** `answer`: the start of what it said, for challenges alone. */
  | { readonly kind: 'accepted'; readonly answer?: string }
  /** It answered, and did not take it. */
  | { readonly kind: 'refused'; readonly status: number; readonly retryAfterMs?: number }
  /** No answer within the time, or no connection. */
  | { readonly kind: 'unreachable'; readonly reason: string };
