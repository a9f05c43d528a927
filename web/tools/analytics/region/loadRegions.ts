import { type Asked, ask } from '#web/kit/http/ask.ts';
import regionsUrl from './data/regions.txt?url';
import { parseRegions, type RegionTable } from './regionTable.ts';

/** Loads the table of regions, 10 kB compressed, from our own address. */
export async function loadRegions(signal: AbortSignal): Promise<Asked<RegionTable>> {
  return ask(regionsUrl, async (response) => parseRegions(await response.text()), { signal });
}
