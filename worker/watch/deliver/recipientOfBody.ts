import { bytesToHex } from '@noble/hashes/utils.js';
import type { RecipientBody } from '#shared/watch/RecipientBody.ts';
import type { Recipient, Target } from './Recipient.ts';
import { newHookSecret } from './webhookHeaders.ts';

const KEY_BYTES = 16;

export interface GivenRecipient {
  readonly book: string;
  readonly id: string;
  readonly body: RecipientBody;
  /** What it was before; it keeps its state if it is still at the same place. */
  readonly before: Recipient | undefined;
  readonly origin: string;
  readonly random: (bytes: number) => Uint8Array;
}

/** The recipient that a body asks for. Who moved to another place, or was gone, has proved nothing there. */
export function recipientOfBody({ book, id, body, before, origin, random }: GivenRecipient): Recipient {
  const { name, threshold, quietHours } = body;
  const alive = before?.state === 'dead' ? undefined : before;
  const target = targetOf(body, alive?.target, random);
  const same = alive && JSON.stringify(alive.target) === JSON.stringify(target) ? alive : undefined;
  return {
    book,
    id,
    name,
    threshold,
    quietHours: quietHours ?? null,
    heartbeat: body.channel === 'webhook' && body.heartbeat,
    target,
    state: same?.state ?? 'unproven',
    okMs: same?.okMs ?? null,
    mutedUntilMs: before?.mutedUntilMs ?? 0,
    failures: same?.failures ?? 0,
    muteKey: before?.muteKey ?? bytesToHex(random(KEY_BYTES)),
    origin,
    challengedMs: before?.challengedMs ?? 0,
    echoedMs: same?.echoedMs ?? 0,
    heartbeatMs: before?.heartbeatMs ?? 0,
  };
}

function targetOf(body: RecipientBody, before: Target | undefined, random: (bytes: number) => Uint8Array): Target {
  switch (body.channel) {
    case 'webhook': {
      const secret = before?.channel === 'webhook' ? before.secret : newHookSecret(random);
      return { channel: 'webhook', url: body.url, secret };
    }
    case 'telegram':
      return { channel: 'telegram', chatId: before?.channel === 'telegram' ? before.chatId : null };
    case 'push': {
      const { endpoint, keys } = body.subscription;
      return { channel: 'push', subscription: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } };
    }
  }
}
