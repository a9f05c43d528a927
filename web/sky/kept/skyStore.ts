import { inDatabase } from '#web/kit/browser/inDatabase.ts';
import { type CachedSky, type PackedSky, unpackSky } from '#web/sky/strikes/CachedSky.ts';

const DATABASE = 'sky';
const KEY = 'newest';

/** Undefined if nothing is kept, it is too old, or storage refuses. `nowMs` is this device's time. */
export async function loadSky(nowMs: number): Promise<CachedSky | undefined> {
  const stored = await inDatabase(DATABASE, (store) => store.get(KEY)).catch(() => undefined);
  return unpackSky(stored, nowMs);
}

/** Replaces the kept sky. If storage refuses, the map has nothing offline. */
export async function saveSky(packed: PackedSky): Promise<void> {
  await inDatabase(DATABASE, (store) => store.put(packed, KEY)).catch(() => undefined);
}
