import { bytesToHex } from '@noble/hashes/utils.js';
import type { QuietHours, RecipientBody, Threshold } from '#shared/watch/RecipientBody.ts';
import type { RecipientState } from '#shared/watch/RecipientView.ts';
import { newHookSecret } from './webhook.ts';

/** A browser's subscription at its push service, as `PushSubscription.toJSON()` gives it. */
export interface PushTarget {
  readonly channel: 'push';
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

/** `secret` signs each message by Standard Webhooks: `whsec_` and 24 random bytes in base64. */
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

export interface Recipient {
  readonly book: string;
  readonly id: string;
  readonly name: string;
  readonly threshold: Threshold;
  readonly quietHours: QuietHours | null;
  /** Told only of what nobody confirmed within so many minutes; null if it is told at once. */
  readonly escalateAfterMin: number | null;
  readonly heartbeat: boolean;
  readonly earlyNotice?: boolean;
  readonly fireNotice?: boolean;
  readonly target: Target;
  readonly state: RecipientState;
  readonly mutedUntilMs: number;
  /** The area whose all-clear ends the mute early; null for a mute by the clock alone. */
  readonly mutedUntilClearOf: string | null;
  readonly failures: number;
  /** Of the last arrival; null if nothing ever arrived. */
  readonly okMs: number | null;
  /** Gives the right to mute this recipient, and no other: it stands in the links of its messages. */
  readonly muteKey: string;
  readonly origin: string;
  readonly challengedMs: number;
  /** When a challenge was last answered; 0 if none was. */
  readonly echoedMs: number;
  readonly heartbeatMs: number;
}

export const TELEGRAM = 'Telegram';

/** The host of the recipient, or `Telegram`: an address without its secret part. */
export function farSideOf({ target }: Pick<Recipient, 'target'>): string {
  if (target.channel === 'telegram') return TELEGRAM;
  return new URL(target.channel === 'webhook' ? target.url : target.subscription.endpoint).host;
}

/** Alerts go to it: a webhook must have answered a challenge, a chat must have been opened. */
export function canHear({ state, target }: Pick<Recipient, 'state' | 'target'>): boolean {
  if (state === 'dead') return false;
  if (target.channel === 'webhook') return state !== 'unproven';
  return target.channel === 'push' || target.chatId !== null;
}

const KEY_BYTES = 16;

interface GivenRecipient {
  readonly book: string;
  readonly id: string;
  readonly body: RecipientBody;
  /** The recipient replaced; at the same address its state is kept. */
  readonly before: Recipient | undefined;
  readonly origin: string;
  readonly random: (bytes: number) => Uint8Array;
}

/**
 * The recipient that a body asks for; undefined if neither the body nor the recipient before has an address. At a new
 * address, or after it was gone, it must prove itself and counts as somebody else: unmuted, with a mute key of its own.
 */
export function recipientOfBody({ book, id, body, before, origin, random }: GivenRecipient): Recipient | undefined {
  const { name, threshold, quietHours, escalateAfterMin, earlyNotice, fireNotice } = body;
  const alive = before?.state === 'dead' ? undefined : before;
  const target = targetOf(body, alive?.target, random);
  if (!target) return undefined;
  const same = alive && JSON.stringify(alive.target) === JSON.stringify(target) ? alive : undefined;
  return {
    book,
    id,
    name,
    threshold,
    quietHours: quietHours ?? null,
    escalateAfterMin,
    ...(earlyNotice ? { earlyNotice } : {}),
    ...(fireNotice ? { fireNotice } : {}),
    heartbeat: body.channel === 'webhook' && body.heartbeat,
    target,
    state: same?.state ?? 'unproven',
    okMs: same?.okMs ?? null,
    mutedUntilMs: same?.mutedUntilMs ?? 0,
    mutedUntilClearOf: same?.mutedUntilClearOf ?? null,
    failures: same?.failures ?? 0,
    muteKey: same?.muteKey ?? bytesToHex(random(KEY_BYTES)),
    origin,
    challengedMs: before?.challengedMs ?? 0,
    echoedMs: same?.echoedMs ?? 0,
    heartbeatMs: before?.heartbeatMs ?? 0,
  };
}

function targetOf(
  body: RecipientBody,
  before: Target | undefined,
  random: (bytes: number) => Uint8Array,
): Target | undefined {
  switch (body.channel) {
    case 'webhook': {
      const hook = before?.channel === 'webhook' ? before : undefined;
      const url = body.url === undefined ? hook?.url : withoutRootDot(body.url);
      return url === undefined
        ? undefined
        : { channel: body.channel, url, secret: hook && hook.url === url ? hook.secret : newHookSecret(random) };
    }
    case 'telegram':
      return { channel: body.channel, chatId: before?.channel === 'telegram' ? before.chatId : null };
    case 'push': {
      const given = body.subscription ?? (before?.channel === 'push' ? before.subscription : undefined);
      if (!given) return undefined;
      const { endpoint, keys } = given;
      return { channel: body.channel, subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } };
    }
  }
}

/** `evil.com.` is `evil.com`: one host must not be counted as two. */
function withoutRootDot(text: string): string {
  const url = new URL(text);
  if (!url.hostname.endsWith('.')) return text;
  url.hostname = url.hostname.slice(0, -1);
  return url.href;
}
