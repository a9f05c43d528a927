import { clockFrom, systemClock } from '#shared/time/Clock.ts';
import { DAY_MS } from '#shared/time/hourKey.ts';
import { StrikeArchive } from './archive/StrikeArchive.ts';
import { drainOutbox } from './contact/drainOutbox.ts';
import { notifierOf } from './contact/notifierOf.ts';
import { OutboxTable } from './contact/OutboxTable.ts';
import { feedStub } from './objects/objectStubs.ts';
import { log } from './observability/log.ts';
import { metricsPoint } from './observability/metricsPoint.ts';
import { parseConfig } from './settings/config.ts';
import type { Env } from './settings/Env.ts';

const MAX_DELETED_PER_RUN = 5_000;
const MESSAGE_DAYS = 30;

/** Runs the jobs in turn; one that fails is logged and does not stop the others. */
async function runJobs(jobs: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    await work().catch((error: Error) => log('error', 'cron.job', { job, reason: error.message }));
  }
}

/**
 * Runs every minute, due at `scheduledAtMs`: ensures that the Feed's alarm is set, writes a metrics point, sends the
 * contact messages that are due, and deletes expired messages and strikes, a limited number at a time.
 */
export async function scheduled(env: Env, scheduledAtMs: number): Promise<void> {
  const clock = clockFrom(scheduledAtMs, systemClock);
  const outbox = new OutboxTable(env.DB);
  await runJobs({
    watchdog: () => feedStub(env).ensureAlarm(),
    metrics: async () => {
      const [status, counts] = await Promise.all([feedStub(env).status(), outbox.counts().catch(() => null)]);
      env.METRICS?.writeDataPoint(metricsPoint(status, counts));
    },
    outbox: async () => {
      const notifier = notifierOf(parseConfig(env), { fetch: (...call) => fetch(...call), nowMs: () => clock.now() });
      const delivered = await drainOutbox({ outbox, notifier, clock, random: Math.random, log });
      if (delivered > 0) log('info', 'outbox.drained', { delivered });
    },
    outboxRetention: async () => {
      const deleted = await outbox.deleteDelivered(clock.now() - MESSAGE_DAYS * DAY_MS);
      if (deleted > 0) log('info', 'outbox.retention', { deleted });
    },
    retention: async () => {
      const beforeMs = clock.now() - parseConfig(env).historyDays * DAY_MS;
      const deleted = await new StrikeArchive(env.DB).deleteOlderThan(beforeMs, MAX_DELETED_PER_RUN);
      if (deleted > 0) log('info', 'archive.retention', { deleted });
    },
  });
}
