import type { Strike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { REPAIR_LIMIT_MS } from './plan/planPoll.ts';

/**
 * The strikes recent enough to be in the ledger if they were ever numbered. Older ones could be numbered twice: what is older
 * than a repair reaches and was not asked for, `fromMs`, may be read back into the archive without a number.
 */
export function recentEnough(strikes: readonly Strike[], fromMs: number, nowMs: number): Strike[] {
  const repairedMs = nowMs - REPAIR_LIMIT_MS;
  return strikes.filter(({ atMs }) => atMs >= repairedMs - HOUR_MS && atMs >= Math.min(fromMs, repairedMs));
}
