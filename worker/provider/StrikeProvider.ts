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
      readonly truncated: boolean;
      readonly skipped: readonly string[];
      /** The provider's clock when it answered; undefined without a valid `Date`. */
      readonly providerTimeMs: number | undefined;
    }
  /** Too long to be read: as if truncated, but with nothing to keep. */
  | { readonly kind: 'oversized'; readonly reason: string }
  /** No answer, an unreadable one, or a status of 500 and above: worth trying again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider asks for a pause (429, or Retry-After on a 5xx). */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Any other status: the same request would get the same answer. `denied`: 401 or 403. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly denied: boolean };

/** The port: all that the Feed needs of a provider. */
export interface StrikeProvider {
  /** Never rejects. `maxWaitMs` bounds the whole answer; by default the provider's usual limit. */
  list(window: StrikeWindow, maxWaitMs?: number): Promise<ProviderAnswer>;
}
