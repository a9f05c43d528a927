import { FIRES_A_PAGE, FIRMS_DISCLAIMER } from '#shared/fires/bodies.ts';
import { hotspotKey } from '#shared/fires/Hotspot.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { MAX_PAGE_ROWS } from '#shared/limits.ts';
import { isoMillis } from '#shared/time.ts';
import {
  type DatedFeature,
  type Feature,
  type HistoryCollection,
  type HistoryReader,
  instant,
  real,
  word,
  yesNo,
} from '#worker/archive/HistoryCollection.ts';
import { parseConfig } from '#worker/http/config.ts';
import type { Env } from '#worker/http/Env.ts';
import { FireTable, gapShareBody, reportedFire, reportedPower, type StoredFire } from './FireTable.ts';
import { CACHE_FIRES, firesContext } from './fireRoutes.ts';
import { HotspotTable, hotspotByKey, hotspotWindow, NO_SOURCES, type StoredHotspot } from './HotspotTable.ts';

const simulatedOnly = (simulated: boolean) => (simulated ? { simulated } : {});

export function fireFeature(fire: StoredFire, simulated: boolean): Feature {
  const [best] = fire.candidates;
  const { latitude, longitude, frpMw } = reportedFire(fire);
  return {
    type: 'Feature',
    id: fire.id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ firstSeen: isoMillis(fire.firstSeenMs), lastSeen: isoMillis(fire.lastSeenMs) },
      ...{ static: fire.isStatic, frpMw, state: fire.state, chance: fire.chance },
      ...gapShareBody(fire),
      ...(best
        ? {
            ...{ strikeId: best.strikeId, strikeAt: best.timestamp },
            ...{ strikeKm: best.distanceKm, strikeShare: best.share },
          }
        : {}),
      ...simulatedOnly(simulated),
    },
  };
}

export function hotspotFeature(hotspot: StoredHotspot, simulated: boolean): Feature {
  const { longitude, latitude, atMs, satellite, scanKm, trackKm, frpMw, confidence, isDay, fire, withdrawn } = hotspot;
  return {
    type: 'Feature',
    id: hotspotKey(hotspot),
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...{ at: isoMillis(atMs), satellite, scanKm, trackKm, frpMw: reportedPower(frpMw), confidence, day: isDay },
      ...(fire === null ? {} : { fire }),
      withdrawn,
      ...simulatedOnly(simulated),
    },
  };
}

const FIRMS = `NASA FIRMS (${FIRMS_DISCLAIMER})`;
const DISCLAIMER = { href: FIRMS_DISCLAIMER, title: 'Disclaimer of NASA FIRMS' };
const NO_FIRES =
  'No fires does not mean nothing is burning: satellites pass a few times a day, clouds hide fires, and `sources` shows their delay.';
const NO_PROTECTION = 'Not for the protection of life or property.';
const SIMULATED = yesNo('Simulated; absent from real data');

async function readContext(env: Env, nowMs: number) {
  const config = parseConfig(env);
  return firesContext(config.fires ? await new HotspotTable(env.DB).sources() : NO_SOURCES, config, nowMs);
}

function openFires(env: Env): HistoryReader {
  const table = new FireTable(env.DB);
  const simulated = parseConfig(env).source === 'simulated';
  const dated = (fire: StoredFire): DatedFeature => ({ atMs: fire.lastSeenMs, feature: fireFeature(fire, simulated) });
  return {
    readContext: (nowMs) => readContext(env, nowMs),
    window: async ({ bbox, ...query }, walkRows) => {
      const looked = await table.window({ ...query, area: bbox && { bbox } }, walkRows);
      return { ...looked, rows: looked.rows.map(dated) };
    },
    byId: async (id) => {
      const fire = await table.byId(id);
      return fire && dated(fire);
    },
  };
}

function openHotspots(env: Env): HistoryReader {
  const { areas, source } = parseConfig(env);
  const dated = (spot: StoredHotspot): DatedFeature => ({
    atMs: spot.atMs,
    feature: hotspotFeature(spot, source === 'simulated'),
  });
  return {
    readContext: (nowMs) => readContext(env, nowMs),
    window: async (query, walkRows) => {
      const looked = await hotspotWindow(env.DB, query, walkRows);
      return { ...looked, rows: looked.rows.map(dated) };
    },
    byId: async (id) => {
      const spot = await hotspotByKey(env.DB, id);
      return spot && bboxContains(areas.home, spot.longitude, spot.latitude) ? dated(spot) : undefined;
    },
  };
}

/** Fires and their hotspots for GIS, newest first. */
export const fireCollections: readonly HistoryCollection[] = [
  {
    id: 'fires',
    title: 'Fires detected by satellites',
    description: `Hotspot groups in home, last seen first, with possible ignition strikes; a hotspot may be an industrial heat source. \`datetime\` filters by last detection. ${NO_FIRES} A probability is not proof of cause: of those rated likely, about 4 in 10 are not. ${NO_PROTECTION}`,
    geometry: 'Point',
    fields: {
      firstSeen: instant('First detection, not ignition'),
      lastSeen: instant('Latest detection'),
      static: yesNo('Hot on 5 of 30 days without growing: industrial heat source or a stationary fire'),
      frpMw: real('Total radiative power at the latest detection, MW'),
      state: word(
        'likely, possible or unlikely, by probability; none: no lightning within 10 km in the previous 14 days; incomplete: too much data is missing, the probability is a minimum',
      ),
      chance: real('Probability of lightning ignition, 0 to 1'),
      gapShare: real(
        'Share of possible ignition flashes in intervals without data, 0 to 1: the probability is a minimum; absent if data is complete',
      ),
      strikeId: word('Id of the best-fitting strike; absent if there is none'),
      strikeAt: instant('Time of that strike'),
      strikeKm: real('Distance from the centre of the first detection’s pixels'),
      strikeShare: real('Its share of all expected ignitions at that place and time, 0 to 1'),
      simulated: SIMULATED,
    },
    reach: 'kept',
    time: ['lastSeen', 'lastSeen'],
    credit: { textWith: (strikes) => `${FIRMS}; lightning: ${strikes}`, disclaimer: DISCLAIMER },
    cacheControl: CACHE_FIRES,
    mostAPage: FIRES_A_PAGE,
    open: openFires,
  },
  {
    id: 'hotspots',
    title: 'Satellite hotspots',
    description: `Satellite hotspots in home, newest first. ${NO_FIRES} ${NO_PROTECTION}`,
    geometry: 'Point',
    fields: {
      at: instant('Time of the satellite pass, to the minute'),
      satellite: word('suomi-npp, noaa-20, noaa-21, or modis: Terra and Aqua'),
      scanKm: real('Pixel size across track; the fire may be anywhere in the pixel'),
      trackKm: real('Pixel size along track'),
      frpMw: real('Radiative power, megawatts'),
      confidence: word('low, nominal or high'),
      day: yesNo('Seen by day'),
      fire: word('Id of its fire; absent for the first minutes'),
      withdrawn: yesNo('Removed in a later file'),
      simulated: SIMULATED,
    },
    reach: 'kept',
    time: ['at', 'at'],
    credit: { textWith: () => FIRMS, disclaimer: DISCLAIMER },
    cacheControl: CACHE_FIRES,
    mostAPage: MAX_PAGE_ROWS,
    open: openHotspots,
  },
];
