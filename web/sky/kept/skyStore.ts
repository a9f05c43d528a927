import { inDatabase } from '#web/kit/browser/inDatabase.ts';
import { type CachedSky, type PackedSky, unpackSky } from '#web/sky/strikes/CachedSky.ts';

const DATABASE = 'sky';
const KEY = 'newest';

/** Undefined if nothing is cached, it is too old, or storage fails. `nowMs` is this device's time. */
export async function loadSky(nowMs: number): Promise<CachedSky | undefined> {
  const stored = await inDatabase(DATABASE, (store) => store.get(KEY)).catch(() => undefined);
  return unpackSky(stored, nowMs);
}

/** Replaces the cached sky. If storage fails, the map has no offline data. */
export async function saveSky(packed: PackedSky): Promise<void> {
  await inDatabase(DATABASE, (store) => store.put(packed, KEY)).catch(() => undefined);
}
