import type { BBox } from '#shared/geo/BBox.ts';
import type { Strike } from '#shared/strike.ts';

/** One question to the provider: every strike in the box between two instants. */
export interface StrikeWindow {
  readonly bbox: BBox;
  readonly fromMs: number;
  readonly toMs: number;
}

export type ProviderAnswer =
  | {
      readonly kind: 'strikes';
      readonly strikes: readonly Strike[];
      /** Rows the provider sent, bad ones included: as many as the limit means that it may hold more. */
      readonly rows: number;
      /** Why events were left out, one reason each. */
      readonly skipped: readonly string[];
      /** The provider's clock when it answered, where its answer says so. */
      readonly providerTimeMs: number | undefined;
    }
  /** No answer, an unreadable one, or a status of 500 and above: worth trying again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider says how long to leave it alone (429, or Retry-After on a 5xx). */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** A 4xx: the same question would get the same answer. `denied` is 401 or 403. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly denied: boolean };

/** What the Feed needs of any provider. Never rejects. */
export interface StrikeProvider {
  list(window: StrikeWindow): Promise<ProviderAnswer>;
}
