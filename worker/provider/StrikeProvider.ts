import type { BBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';

/** One request to the provider: every strike in the box between two instants, milliseconds since the Unix epoch. */
export interface StrikeWindow {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export type ProviderAnswer =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      /** Rows the provider sent, bad ones included. */
      readonly rows: number;
      /** There may be more strikes in the window than the answer holds. */
      readonly truncated: boolean;
      /** One reason for each event left out. */
      readonly skipped: readonly string[];
      /** The provider's clock when it answered; undefined if the answer has no valid `Date`. */
      readonly providerTimeMs: number | undefined;
    }
  /** So long an answer that none of it was read: as if it were truncated, but with nothing to keep. */
  | { readonly kind: 'oversized'; readonly reason: string }
  /** No answer, an unreadable one, or a status of 500 and above: worth trying again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider asks for a pause (429, or Retry-After on a 5xx). */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. `denied`: 401 or 403. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly denied: boolean };

/** The port: all that the Feed needs of a provider. */
export interface StrikeProvider {
  /** Never rejects. `maxWaitMs`: how long the whole answer may take; the provider's usual limit if it is not given. */
  list(window: StrikeWindow, maxWaitMs?: number): Promise<ProviderAnswer>;
}
