import type { QuietHours, Threshold } from '#shared/watch/RecipientBody.ts';
import type { RecipientState } from '#shared/watch/RecipientView.ts';

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` gives it. */
export interface PushTarget {
  readonly channel: 'push';
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

/** `secret` signs each message, as Standard Webhooks have it: `whsec_` and 24 random bytes in base64. */
export interface WebhookTarget {
  readonly channel: 'webhook';
  readonly url: string;
  readonly secret: string;
}

/** `chatId` is null until somebody opened the chat by the recipient's start token. */
export interface TelegramTarget {
  readonly channel: 'telegram';
  readonly chatId: number | null;
}

export type Target = PushTarget | WebhookTarget | TelegramTarget;

/** Who hears of a book's areas, as it is kept. */
export interface Recipient {
  readonly book: string;
  readonly id: string;
  readonly name: string;
  readonly threshold: Threshold;
  readonly quietHours: QuietHours | null;
  /** Told only of what nobody confirmed within so many minutes; null if it is told at once. */
  readonly escalateAfterMin: number | null;
  readonly heartbeat: boolean;
  /** Whether it is also told early; absent of those that were made before there was that. */
  readonly earlyNotice?: boolean;
  readonly target: Target;
  readonly state: RecipientState;
  readonly mutedUntilMs: number;
  /** The area whose all-clear ends the mute before; null for a mute by the clock alone. */
  readonly mutedUntilClearOf: string | null;
  /** Attempts that failed since the last that did not. */
  readonly failures: number;
  /** When something last arrived; null if nothing ever did. */
  readonly okMs: number | null;
  /** Whoever has it may mute this recipient, and nothing else: it stands in the links of its messages. */
  readonly muteKey: string;
  /** Origin of the site that its links lead to. */
  readonly origin: string;
  /** When the last challenge was sent. */
  readonly challengedMs: number;
  /** When a challenge was last answered; 0 if none was. */
  readonly echoedMs: number;
  readonly heartbeatMs: number;
}

/** Where the recipient is, without what is secret of it. */
export function placeOf({ target }: Pick<Recipient, 'target'>): string {
  if (target.channel === 'telegram') return 'Telegram';
  return new URL(target.channel === 'webhook' ? target.url : target.subscription.endpoint).host;
}

/** Whether alerts go to it: a webhook must have shown that it is wanted there, a chat must have been opened. */
export function canHear({ state, target }: Pick<Recipient, 'state' | 'target'>): boolean {
  if (state === 'dead') return false;
  if (target.channel === 'webhook') return state !== 'unproven';
  return target.channel === 'push' || target.chatId !== null;
}
