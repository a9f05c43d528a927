import { DAY_MS } from '#shared/time/hourKey.ts';
import type { Recipient } from './Recipient.ts';

const HEARTBEAT_EVERY_MS = 5 * 60_000;
const CHALLENGE_EVERY_MS = 30 * DAY_MS;
const CHALLENGE_AGAIN_MS = DAY_MS;
/** A webhook that no longer echoes is alerted for so long, while the others are told. */
const GRACE_MS = 7 * DAY_MS;

/** `lapse`: it has not answered challenges for too long, and gets nothing but challenges from now on. */
export type Upkeep = 'heartbeat' | 'challenge' | 'lapse';

/** What a recipient needs now. Only webhooks need anything: a browser and a chat show by themselves that they are gone. */
export function upkeepOf(recipient: Recipient, nowMs: number): Upkeep[] {
  const { target, state, heartbeat, heartbeatMs, challengedMs, okMs, echoedMs } = recipient;
  if (target.channel !== 'webhook' || okMs === null || state === 'dead') return [];
  const silentMs = nowMs - echoedMs;
  if (silentMs >= CHALLENGE_EVERY_MS + GRACE_MS && state !== 'unproven') return ['lapse'];
  const isDue = silentMs >= CHALLENGE_EVERY_MS && nowMs - challengedMs >= CHALLENGE_AGAIN_MS;
  return [
    ...(heartbeat && state !== 'unproven' && nowMs - heartbeatMs >= HEARTBEAT_EVERY_MS ? (['heartbeat'] as const) : []),
    ...(isDue ? (['challenge'] as const) : []),
  ];
}
