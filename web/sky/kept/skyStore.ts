import { inDatabase } from '#web/kit/browser/inDatabase.ts';
import { type KeptSky, type PackedSky, unpackSky } from '#web/sky/strikes/KeptSky.ts';

const DATABASE = 'sky';
const KEY = 'newest';

/** Reads the sky that this device kept; undefined if there is none, it is too old, or storage refuses. `nowMs` is its time. */
export async function loadSky(nowMs: number): Promise<KeptSky | undefined> {
  const stored = await inDatabase(DATABASE, (store) => store.get(KEY)).catch(() => undefined);
  return unpackSky(stored, nowMs);
}

/** Keeps it instead of what was kept before. A storage that refuses is no trouble: the map then has nothing offline. */
export async function saveSky(packed: PackedSky): Promise<void> {
  await inDatabase(DATABASE, (store) => store.put(packed, KEY)).catch(() => undefined);
}
