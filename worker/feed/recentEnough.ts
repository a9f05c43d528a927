import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';

/** The strikes recent enough to be in the ledger if they were ever numbered. Older ones could be numbered twice. */
export function recentEnough(strikes: readonly Strike[], nowMs: number): Strike[] {
  return strikes.filter((strike) => strike.atMs >= nowMs - REPAIR_LIMIT_MS - HOUR_MS);
}
