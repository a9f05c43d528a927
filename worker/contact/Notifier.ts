/** What became of one try to send a message. A `reason` never holds anything a visitor wrote. */
export type Delivery =
  | { readonly kind: 'delivered' }
  /** No answer in time, or a fault of the other side: worth another try. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The other side asks for patience. */
  | { readonly kind: 'paused'; readonly reason: string; readonly retryAfterMs: number }
  /** Refused; the same message would be refused again. */
  | { readonly kind: 'rejected'; readonly reason: string };

/** Someone who passes a message on to the people who answer it. */
export interface Notifier {
  /** One try, at most `NOTIFY_TIMEOUT_MS`. Never rejects. */
  send(message: string): Promise<Delivery>;
}

export const NOTIFY_TIMEOUT_MS = 10_000;
