import type { FireBody, FiresBody } from '#shared/fires/FiresBody.ts';
import { satelliteStateAt } from '#shared/fires/satelliteTruth.ts';
import { sightingsOf } from '#shared/fires/sightings.ts';
import type { WholeFireBody } from '#shared/fires/WholeFireBody.ts';
import { isoSeconds } from '#shared/time/isoTime.ts';
import type { KeptFire } from '#worker/fires/FireTable.ts';
import { SOUTHERN_LATITUDE } from '#worker/fires/firms/FireSource.ts';
import { firmsRegions } from '#worker/fires/firms/FirmsClient.ts';
import type { KeptHotspot, SourceRows } from '#worker/fires/HotspotTable.ts';
import { LIST_KEPT_S } from '#worker/fires/planFires.ts';
import { toldFire, toldPower, toldUnread } from '#worker/fires/toldFire.ts';
import type { Config } from '#worker/settings/config.ts';

/** How long what is told of fires may be kept: files change every hour or so. */
export const CACHE_FIRES = `public, max-age=${LIST_KEPT_S}`;

const simulatedMember = (source: Config['source']) => (source === 'simulated' ? ({ simulated: true } as const) : {});

/** A fire as the API tells it. */
export function fireBody(fire: KeptFire): FireBody {
  const { id, isStatic, state, chance, candidates } = fire;
  return { id, ...toldFire(fire), static: isStatic, state, chance, ...toldUnread(fire), candidates: [...candidates] };
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
      ...{ at: isoSeconds(atMs), satellite, hotspots: pixels, frpMw: toldPower(frpMw) },
    })),
    hotspots: told.map(({ latitude, longitude, atMs, satellite, scanKm, trackKm, frpMw, ...spot }) => ({
      ...{ latitude, longitude, at: isoSeconds(atMs), satellite, scanKm, trackKm, frpMw: toldPower(frpMw) },
      ...{ confidence: spot.confidence, day: spot.isDay, withdrawn: spot.withdrawn },
    })),
    cut: hotspots.length > most,
    ...simulatedMember(source),
  };
}

/** What is said once, beside fires: how late each satellite is, and the south, and whether all of it is made. */
export function firesContext(
  { satellites, southMs }: SourceRows,
  { source, fires: access, areas: { home } }: Pick<Config, 'source' | 'fires' | 'areas'>,
  nowMs: number,
): Omit<FiresBody, 'fires'> {
  const newestRow = (newestMs: number | null) => ({
    newest: newestMs === null ? null : isoSeconds(newestMs),
    state: satelliteStateAt(newestMs ?? undefined, nowMs),
  });
  const hasSouth = access && firmsRegions(access, home).includes('africa');
  return {
    sources: satellites.map(({ satellite, newestMs }) => ({ satellite, ...newestRow(newestMs) })),
    ...(hasSouth ? { south: { below: SOUTHERN_LATITUDE, ...newestRow(southMs) } } : {}),
    ...simulatedMember(source),
  };
}
