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

/** The recipient that a body asks for; undefined if neither it nor the one before says where that is. Who moved to another place, or was gone, has proved nothing there, and is somebody else: with a mute key of its own, and unmuted. */
export function recipientOfBody({ book, id, body, before, origin, random }: GivenRecipient): Recipient | undefined {
  const { name, threshold, quietHours, escalateAfterMin, earlyNotice } = body;
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
