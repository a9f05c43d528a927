import type { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { satelliteStateAt } from '#shared/fires/satelliteTruth.ts';
import { sightingsOf } from '#shared/fires/sightings.ts';
import type { WholeFireBody } from '#shared/fires/WholeFireBody.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import type { KeptHotspot, SourceRow } from '#worker/fires/HotspotTable.ts';
import type { Config } from '#worker/settings/config.ts';

const power = (frpMw: number) => Number(frpMw.toFixed(2));
const simulatedMember = (source: Config['source']) => (source === 'simulated' ? ({ simulated: true } as const) : {});

/** A fire as the API tells it. */
export function fireBody({ id, latitude, longitude, isStatic, frpMw, ...fire }: KeptFire): FireBody {
  return {
    ...{ id, latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) },
    ...{ firstSeen: isoSeconds(fire.firstSeenMs), lastSeen: isoSeconds(fire.lastSeenMs) },
    ...{ static: isStatic, frpMw: power(frpMw) },
    ...{ state: fire.state, chance: fire.chance, candidates: [...fire.candidates] },
  };
}

/** The fire with the newest `most` of its hotspots; there may be more in `hotspots`. */
export function wholeFireBody(
  fire: KeptFire,
  hotspots: readonly KeptHotspot[],
  most: number,
  source: Config['source'],
): WholeFireBody {
  const told = hotspots.slice(0, most);
  return {
    ...fireBody(fire),
    sightings: sightingsOf(told).map(({ satellite, atMs, hotspots: pixels, frpMw }) => ({
      ...{ at: isoSeconds(atMs), satellite, hotspots: pixels, frpMw: power(frpMw) },
    })),
    hotspots: told.map(({ latitude, longitude, atMs, satellite, scanKm, trackKm, frpMw, ...spot }) => ({
      ...{ latitude, longitude, at: isoSeconds(atMs), satellite, scanKm, trackKm, frpMw: power(frpMw) },
      ...{ confidence: spot.confidence, day: spot.isDay, withdrawn: spot.withdrawn },
    })),
    cut: hotspots.length > most,
    ...simulatedMember(source),
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
    ...simulatedMember(source),
  };
}
