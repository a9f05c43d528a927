import type { FailedAnswer } from '#worker/outbound/classifyAnswer.ts';

/** The result of one attempt to send a message. A `reason` never contains anything a visitor wrote. */
export type Delivery = { readonly kind: 'delivered' } | FailedAnswer;

/** Passes messages on to the people who answer them. */
export interface Notifier {
  /** Makes one attempt of at most `NOTIFY_TIMEOUT_MS`. Never rejects. */
  send(message: string): Promise<Delivery>;
}

export const NOTIFY_TIMEOUT_MS = 10_000;
