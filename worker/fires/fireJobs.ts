import type { Clock } from '#shared/time/Clock.ts';
import { StrikeArchive } from '#worker/archive/StrikeArchive.ts';
import { log } from '#worker/observability/log.ts';
import { parseConfig } from '#worker/settings/config.ts';
import type { Env } from '#worker/settings/Env.ts';
import { forgetFireNews } from './FireNews.ts';
import { FIRES_KEPT_MS, FireTable } from './FireTable.ts';
import { FirmsClient } from './firms/FirmsClient.ts';
import { HotspotTable } from './HotspotTable.ts';
import { joinFires } from './joinFires.ts';
import { readFires } from './readFires.ts';

/**
 * The minute's jobs on fires: what is due is read and gathered, then joined, and what is old is deleted. Each asks nothing of
 * the Feed, and does nothing where nobody tells of hotspots.
 */
export function fireJobs(env: Env, clock: Clock): Readonly<Record<string, () => Promise<void>>> {
  const hotspots = new HotspotTable(env.DB);
  const fires = new FireTable(env.DB);
  return {
    fires: async () => {
      const {
        fires: access,
        areas: { home },
      } = parseConfig(env);
      if (!access) return;
      const source = new FirmsClient(access, home, { fetch: (...call) => fetch(...call), clock });
      await readFires({ source, hotspots, fires, home, clock, log });
    },
    fireJoins: async () => {
      const {
        fires: access,
        areas: { home },
        historyDays,
        sources,
      } = parseConfig(env);
      if (!access) return;
      const { errorKm, ellipseShare } = sources[0].traits;
      const archive = new StrikeArchive(env.DB);
      const accuracy = { typicalErrorKm: errorKm.typical, ellipseShare };
      const deps = { archive, hotspots, fires, home, historyDays, accuracy, clock };
      const beganMs = clock.now();
      const joined = await joinFires(deps);
      if (joined > 0) log('info', 'fires.joined', { joined, ms: clock.now() - beganMs });
    },
    fireRetention: async () => {
      const beforeMs = clock.now() - FIRES_KEPT_MS;
      const deleted = (await hotspots.deleteOlderThan(beforeMs)) + (await fires.deleteOlderThan(beforeMs));
      await forgetFireNews(env.DB, clock.now());
      if (deleted > 0) log('info', 'fires.retention', { deleted });
    },
  };
}
