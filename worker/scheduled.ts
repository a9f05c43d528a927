import { clockFrom, systemClock } from '#shared/Clock.ts';
import { DAY_MS } from '#shared/time.ts';
import { dayKey } from '#shared/utcDay.ts';
import { ArchiveRetention, retainArchive } from './archive/ArchiveRetention.ts';
import { countHours, forgetCounts } from './archive/counts.ts';
import { forgetPackedDays, packDays } from './archive/days.ts';
import { retainedSinceMs, StrikeArchive } from './archive/StrikeArchive.ts';
import { notifierOf } from './features/contact/notifiers.ts';
import { ContactOutbox, drainOutbox } from './features/contact/outbox.ts';
import { fireJobs } from './features/fires/attributeFires.ts';
import { makeDayFiles } from './features/gis/makeDayFiles.ts';
import { crossCheckStub, hasCrossCheck } from './features/verification/crossCheckCalls.ts';
import { WallTable } from './features/walls/WallTable.ts';
import { parseConfig } from './http/config.ts';
import type { Env } from './http/Env.ts';
import { KeyTable } from './http/keys/apiKeys.ts';
import { log } from './http/outbound/log.ts';
import { metricsPoint } from './http/outbound/serviceHealth.ts';
import { forgetSalts } from './http/visitors.ts';
import { strikesAttribution } from './sources/chosenSources.ts';
import { feedStub, hindcastStub, nowcastStub, watchStub } from './stubs.ts';
import { SHARDS } from './watch/watchlists.ts';

const DELIVERED_DAYS = 30;
const DEAD_DAYS = 90;
/** How long usage by day, and revoked or expired keys, are stored. */
const KEY_DAYS = 400;

/** A job that fails is logged and does not stop the others. */
async function runJobs(jobs: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [job, work] of Object.entries(jobs)) {
    await work().catch((error: Error) => log('error', 'cron.job', { job, reason: error.message }));
  }
}

/**
 * Runs every minute, due at `scheduledAtMs`: ensures the alarms of Feed, Nowcast, Hindcast, Watch and CrossCheck, writes a metrics point,
 * sends due contact messages, forgets the salts of days that are over, counts and packs strikes, deletes expired
 * messages, keys and strikes, a limited number at a time, reads what satellites saw burning, and makes the files of a day.
 */
export async function scheduled(env: Env, scheduledAtMs: number): Promise<void> {
  const clock = clockFrom(scheduledAtMs, systemClock);
  const outbox = new ContactOutbox(env.OUTBOX_DB);
  await runJobs({
    watchdog: () => feedStub(env).ensureAlarm(),
    nowcast: () => nowcastStub(env).ensureAlarm(),
    hindcast: () => hindcastStub(env).ensureAlarm(),
    watches: () => Promise.all(SHARDS.map((shard) => watchStub(env, shard).wake())),
    crossCheck: async () => {
      if (hasCrossCheck(env)) await crossCheckStub(env).ensureAlarm();
    },
    metrics: async () => {
      const [status, counts] = await Promise.all([
        feedStub(env).status(),
        outbox.counts(clock.now()).catch(() => null),
      ]);
      env.METRICS?.writeDataPoint(metricsPoint(status, counts));
    },
    outbox: async () => {
      const notifier = notifierOf(
        parseConfig(env),
        { fetch: (...call) => fetch(...call), nowMs: () => clock.now() },
        outbox,
      );
      const delivered = await drainOutbox({ outbox, notifier, clock, random: Math.random, log });
      if (delivered > 0) log('info', 'outbox.drained', { delivered });
    },
    salts: () => forgetSalts(env.OUTBOX_DB, clock.now()),
    walls: async () => {
      const deleted = await new WallTable(env.OUTBOX_DB).tidy(clock.now());
      if (deleted > 0) log('info', 'walls.retention', { deleted });
    },
    outboxRetention: async () => {
      const delivered = await outbox.deleteFinished('delivered', clock.now() - DELIVERED_DAYS * DAY_MS);
      const dead = await outbox.deleteFinished('dead', clock.now() - DEAD_DAYS * DAY_MS);
      if (delivered + dead > 0) log('info', 'outbox.retention', { delivered, dead });
    },
    keys: async () => {
      const beforeMs = clock.now() - KEY_DAYS * DAY_MS;
      const forgotten = await new KeyTable(env.OUTBOX_DB).forget(dayKey(beforeMs), beforeMs);
      if (forgotten > 0) log('info', 'keys.retention', { forgotten });
    },
    counts: async () => {
      const hours = await countHours(env.DB, parseConfig(env).areas.home, clock.now());
      if (hours > 0) log('info', 'archive.counted', { hours });
    },
    days: async () => {
      const { areas, historyDays } = parseConfig(env);
      const days = await packDays(env.DB, areas.home, clock.now(), retainedSinceMs(historyDays, clock.now()));
      if (days > 0) log('info', 'archive.packed', { days });
    },
    retention: async () => {
      const { areas, historyDays, historyMaxRows: maxRows } = parseConfig(env);
      const retention = new ArchiveRetention(env.DB, areas.home);
      await forgetPackedDays(env.DB, retainedSinceMs(historyDays, clock.now()));
      await retention.forgetGaps(retainedSinceMs(historyDays, clock.now()));
      const deleted = await retainArchive(new StrikeArchive(env.DB), retention, { historyDays, maxRows }, clock.now());
      if (deleted === 0) return;
      await forgetCounts(env.DB, retainedSinceMs(historyDays, clock.now()));
      log('info', 'archive.retention', { deleted });
    },
    // They wait long for others.
    ...fireJobs(env, clock),
    // The dearest comes last.
    dayFiles: async () => {
      const { areas, historyDays, publicOrigin, dataSource, sources } = parseConfig(env);
      if (!env.ARCHIVE_BUCKET) return;
      const license = publicOrigin && `${publicOrigin}/terms`;
      const attribution = (atMs: number) => strikesAttribution(sources, atMs) || dataSource;
      const deps = { db: env.DB, bucket: env.ARCHIVE_BUCKET, home: areas.home, attribution, license };
      const { created, deleted, tooLarge } = await makeDayFiles(
        deps,
        clock.now(),
        retainedSinceMs(historyDays, clock.now()),
      );
      if (tooLarge.length > 0) log('warn', 'dayFiles.tooLarge', { days: tooLarge.join(' ') });
      if (created !== undefined || deleted > 0) log('info', 'dayFiles.made', { day: created ?? null, deleted });
    },
  });
}
