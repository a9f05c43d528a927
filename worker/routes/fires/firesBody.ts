import type { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { satelliteStateAt } from '#shared/fires/satelliteTruth.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import type { SourceRow } from '#worker/fires/HotspotTable.ts';
import type { Config } from '#worker/settings/config.ts';

/** A fire as the API tells it. */
export function fireBody({ id, latitude, longitude, isStatic, frpMw, ...fire }: KeptFire): FireBody {
  return {
    ...{ id, latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) },
    ...{ firstSeen: isoSeconds(fire.firstSeenMs), lastSeen: isoSeconds(fire.lastSeenMs) },
    ...{ static: isStatic, frpMw: Number(frpMw.toFixed(2)) },
    ...{ state: fire.state, chance: fire.chance, candidates: [...fire.candidates] },
  };
}

/** What is said once, beside fires: how late each satellite is, and whether all of it is made. */
export function firesContext(
  rows: readonly SourceRow[],
  source: Config['source'],
  nowMs: number,
): Omit<FiresBody, 'fires'> {
  return {
    sources: rows.map(({ satellite, newestMs }) => ({
      satellite,
      newest: newestMs === null ? null : isoSeconds(newestMs),
      state: satelliteStateAt(newestMs ?? undefined, nowMs),
    })),
    ...(source === 'simulated' ? { simulated: true } : {}),
  };
}
