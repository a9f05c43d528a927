import { type Fire, groupHotspots } from '#shared/fires/attributeFire.ts';
import type { Hotspot } from '#shared/fires/Hotspot.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { Product } from '#tests/support/startProduct.ts';
import { FireTable } from '#worker/features/fires/FireTable.ts';
import { HotspotTable } from '#worker/features/fires/HotspotTable.ts';
import { aHotspot } from './aHotspot.ts';

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
export async function retainSomeFires({ runtime }: Product): Promise<void> {
  const db = await runtime.miniflare.getD1Database('DB');
  await new HotspotTable(db).insert('noaa-20', SPOTS, NOW_MS);
  await new FireTable(db).store(
    FIRES.map((fire) => ({ ...fire, isStatic: false })),
    new Map(),
    0,
    NOW_MS,
  );
}
