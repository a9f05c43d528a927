import type { BBox } from '#shared/geo/BBox.ts';
import type { SkyFlash } from '#worker/dev/standIns/sources/mtgLi/mtgLiProducts.ts';
import { startMtgLi } from '#worker/dev/standIns/sources/mtgLi/startMtgLi.ts';
import { MtgLiClient } from '#worker/sources/mtgLi/MtgLiClient.ts';

/** The full disc, so that no flash is left out for its place. */
export const DISC: BBox = { west: -65, south: -65, east: 65, north: 65 };
export const NOON = Date.UTC(2026, 6, 1, 12);

const EVERY_MS = 20_000;

/** A flash each 20 s, on a line through the Balkans. */
export function steadySky(fromMs: number, toMs: number): SkyFlash[] {
  const first = Math.ceil(fromMs / EVERY_MS);
  const last = Math.ceil(toMs / EVERY_MS) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const atMs = (first + index) * EVERY_MS;
    const along = ((first + index) % 100) / 100;
    return { atMs, latitude: 38 + 8 * along, longitude: 20 + 6 * along };
  });
}

type StoreOptions = Partial<Parameters<typeof startMtgLi>[0]>;

/** A stand-in for the store at noon, and a client of it. `pass` moves the clock of both. */
export async function aStore(options: StoreOptions = {}, access: { readonly secret?: string } = {}) {
  let nowMs = NOON;
  const clock = { now: () => nowMs };
  const store = await startMtgLi({ clock, sky: steadySky, ...options });
  const { url: baseUrl, key, secret } = store;
  const client = new MtgLiClient({ baseUrl, key, secret, ...access }, { fetch, clock });
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { store, client, clock, pass };
}
