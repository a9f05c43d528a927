import { PASS_MS } from './attributeFire.ts';
import type { FireSatellite, Hotspot } from './Hotspot.ts';

/** A fire's detection in one satellite overpass. */
export interface PassSighting {
  readonly satellite: FireSatellite;
  /** Time of its first pixel, to the minute. */
  readonly atMs: number;
  readonly hotspots: number;
  /** Sum of all its pixels. */
  readonly frpMw: number;
}

/** The overpasses of these hotspots, newest first. The order of the hotspots has no effect. */
export function sightingsOf(hotspots: readonly Pick<Hotspot, 'satellite' | 'atMs' | 'frpMw'>[]): PassSighting[] {
  const newest = new Map<FireSatellite, number>();
  const passes: PassSighting[] = [];
  for (const { satellite, atMs, frpMw } of hotspots.toSorted((a, b) => a.atMs - b.atMs)) {
    const at = newest.get(satellite) ?? -1;
    const pass = passes[at];
    if (pass && atMs - pass.atMs <= PASS_MS) {
      passes[at] = { ...pass, hotspots: pass.hotspots + 1, frpMw: pass.frpMw + frpMw };
    } else newest.set(satellite, passes.push({ satellite, atMs, hotspots: 1, frpMw }) - 1);
  }
  return passes.sort((a, b) => b.atMs - a.atMs);
}
