import type { Target } from './Recipient.ts';

/** One attempt to make. Plain data: it travels from the object that decides to the Worker that sends. */
export interface SendJob {
  readonly id: string;
  readonly target: Target;
  /** Of push: `topicOf(recipient, area)`. */
  readonly recipient: string;
  readonly area: string;
  /** A `Message` as JSON. */
  readonly body: string;
  readonly expiresMs: number;
  /** Of push: what its service worker shows us when it has arrived. */
  readonly receipt: string | null;
  /** The far side has so long to answer. */
  readonly tryMs: number;
}
