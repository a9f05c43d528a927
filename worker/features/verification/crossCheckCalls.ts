import type { CrossCheckFlashes, CrossCheckVerification } from '#shared/wire/FeedEvent.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { log } from '#worker/http/outbound/log.ts';
import type { CrossCheckReport } from '#worker/statusRoutes.ts';
import { NEAR_BALKANS, type Objects } from '#worker/stubs.ts';

declare module '#worker/http/Env.ts' {
  interface Env {
    readonly CROSS_CHECK: Objects<CrossCheckCalls>;
  }
}

/** Calls cross to another machine, so any may reject. All reject if no cross-check satellite is configured. */
export interface CrossCheckCalls {
  ensureAlarm(): Promise<void>;
  report(): Promise<CrossCheckReport>;
  flashes(): Promise<CrossCheckFlashes>;
  verification(): Promise<CrossCheckVerification>;
}

export function crossCheckStub(env: Env): CrossCheckCalls {
  return env.CROSS_CHECK.getByName('home', NEAR_BALKANS);
}

/** True if one of the sources is a cross-check satellite. */
export function hasCrossCheck(env: Env): boolean {
  return parseConfig(env).sources.some(({ role }) => role === 'cross-check');
}

/** Null if it does not respond: the rest of the status does not depend on it. Undefined without such a satellite. */
export async function readCrossCheckReport(env: Env): Promise<CrossCheckReport | null | undefined> {
  if (!hasCrossCheck(env)) return undefined;
  return crossCheckStub(env)
    .report()
    .catch((error: Error) => {
      log('warn', 'crossCheck.report', { reason: error.message });
      return null;
    });
}
