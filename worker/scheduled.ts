import { systemClock } from '#shared/time/Clock.ts';
import { parseConfig } from './config.ts';
import type { Env } from './Env.ts';
import { feedStub } from './objects/objectStubs.ts';
import { log } from './observability/log.ts';
import { StrikeArchive } from './storage/StrikeArchive.ts';

const DAY_MS = 24 * 3_600_000;
const DELETE_AT_ONCE = 5_000;

/** Runs each job; one that fails is logged and does not stop the others. */
async function each(jobs: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    await work().catch((error: Error) => log('error', 'cron.job', { job, reason: error.message }));
  }
}

/** Every minute: sees that the Feed's alarm is set, and deletes what is older than `HISTORY_DAYS`, a little at a time. */
export async function scheduled(env: Env): Promise<void> {
  await each({
    watchdog: () => feedStub(env).ensureAlarm(),
    retention: async () => {
      const beforeMs = systemClock.now() - parseConfig(env).historyDays * DAY_MS;
      const deleted = await new StrikeArchive(env.DB).deleteOlderThan(beforeMs, DELETE_AT_ONCE);
      if (deleted > 0) log('info', 'archive.retention', { deleted });
    },
  });
}
