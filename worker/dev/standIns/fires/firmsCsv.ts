import type { FireSatellite, Hotspot } from '#shared/fires/Hotspot.ts';

/** As the files of the last days are written, or the answers of the area API. */
export type FirmsLayout = 'file' | 'area';

const SATELLITE_NAME: Readonly<Record<FireSatellite, string>> = {
  'suomi-npp': 'N',
  'noaa-20': 'N20',
  'noaa-21': 'N21',
  modis: 'Terra',
};
const PERCENT: Readonly<Record<Hotspot['confidence'], number>> = { low: 15, nominal: 55, high: 90 };

/** Hotspots of one product as FIRMS writes them, columns in its order. */
export function firmsCsv(hotspots: readonly Hotspot[], satellite: FireSatellite, layout: FirmsLayout): string {
  const rows = hotspots.map((hotspot) => rowOf(hotspot, satellite, layout));
  const header = Object.keys(rows[0] ?? rowOf(NO_HOTSPOT, satellite, layout)).join(',');
  return `${[header, ...rows.map((row) => Object.values(row).join(','))].join('\n')}\n`;
}

const NO_HOTSPOT: Hotspot = {
  ...{ satellite: 'modis', latitude: 0, longitude: 0, atMs: 0, scanKm: 1, trackKm: 1 },
  ...{ kelvin4: 300, kelvin11: 300, frpMw: 0, confidence: 'low', isDay: true },
};

function rowOf(hotspot: Hotspot, satellite: FireSatellite, layout: FirmsLayout): Record<string, string> {
  const isModis = satellite === 'modis';
  const iso = new Date(hotspot.atMs).toISOString();
  const time = `${iso.slice(11, 13)}${iso.slice(14, 16)}`;
  const word = hotspot.confidence;
  return {
    latitude: hotspot.latitude.toFixed(5),
    longitude: hotspot.longitude.toFixed(5),
    [isModis ? 'brightness' : 'bright_ti4']: hotspot.kelvin4.toFixed(2),
    scan: hotspot.scanKm.toFixed(2),
    track: hotspot.trackKm.toFixed(2),
    acq_date: iso.slice(0, 10),
    acq_time: layout === 'file' ? time : String(Number(time)),
    satellite: SATELLITE_NAME[satellite],
    ...(layout === 'area' ? { instrument: isModis ? 'MODIS' : 'VIIRS' } : {}),
    confidence: isModis ? String(PERCENT[word]) : layout === 'file' ? word : word.slice(0, 1),
    version: isModis ? '6.1NRT' : '2.0NRT',
    [isModis ? 'bright_t31' : 'bright_ti5']: hotspot.kelvin11.toFixed(2),
    frp: hotspot.frpMw.toFixed(2),
    daynight: hotspot.isDay ? 'D' : 'N',
  };
}
