import { type Fire, groupHotspots } from '#shared/fires/attributeFire.ts';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { KM_PER_DEGREE } from '#shared/geo/geodesy.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Product } from '#tests/support/startProduct.ts';
import { FireTable } from '#worker/fires/FireTable.ts';
import { HotspotTable } from '#worker/fires/HotspotTable.ts';

export const SEEN_MS = Date.UTC(2026, 6, 20, 12);
const PLACE = { latitude: 42, longitude: 24 };
const KM_EAST = KM_PER_DEGREE * Math.cos((PLACE.latitude * Math.PI) / 180);

/** So many km from the place, as a pixel of 0.4 km. */
export function aHotspot(eastKm = 0, northKm = 0, hours = 0, satellite: Hotspot['satellite'] = 'noaa-20'): Hotspot {
  return {
    satellite,
    atMs: SEEN_MS + hours * HOUR_MS,
    scanKm: 0.4,
    trackKm: 0.4,
    latitude: PLACE.latitude + northKm / KM_PER_DEGREE,
    longitude: PLACE.longitude + eastKm / KM_EAST,
    kelvin4: 340,
    kelvin11: 295,
    frpMw: 5,
    confidence: 'nominal',
    isDay: true,
  };
}

export function aFire(...hotspots: Hotspot[]): Fire {
  const [fire] = groupHotspots(hotspots);
  if (!fire) throw new RangeError('no hotspot');
  return fire;
}

const NOW_MS = Date.now();
/** A pixel an hour, the last 10 hours ago: five fires of three pixels each, 3 km apart, eastwards of 42° N, 24° E. */
export const SPOTS = Array.from({ length: 15 }, (_, index) => ({
  ...aHotspot(3 * (index % 5)),
  atMs: Math.floor(NOW_MS / MINUTE_MS) * MINUTE_MS - (24 - index) * HOUR_MS,
}));
export const FIRES = groupHotspots(SPOTS);

/** Puts them into the archive, as read and gathered, but not joined. */
export async function keepSomeFires({ runtime }: Product): Promise<void> {
  const db = await runtime.miniflare.getD1Database('DB');
  await new HotspotTable(db).insert('noaa-20', SPOTS, NOW_MS);
  await new FireTable(db).keep(
    FIRES.map((fire) => ({ ...fire, isStatic: false })),
    new Map(),
    0,
    NOW_MS,
  );
}
