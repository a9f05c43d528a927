import { systemClock } from '#shared/time/Clock.ts';
import { log } from '#worker/observability/log.ts';
import type { Env } from '#worker/settings/Env.ts';
import { RefusalTable } from './RefusalTable.ts';
import { RefusalTally } from './RefusalTally.ts';

const tally = new RefusalTally();

/** Logs that a contact request was refused and counts it for the status. `reason` holds nothing a visitor wrote. */
export function countRefusal(env: Env, reason: string, defer: (work: Promise<unknown>) => void): void {
  log('warn', 'contact.refused', { reason });
  const nowMs = systemClock.now();
  const writing = tally.count(reason, {
    nowMs,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    write: (refusals) => new RefusalTable(env.OUTBOX_DB).add(refusals, nowMs),
  });
  if (writing) defer(writing.catch((error: Error) => log('error', 'contact.uncounted', { reason: error.name })));
}
