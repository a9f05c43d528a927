import type { FiresBody } from '#shared/fires/bodies.ts';
import { satelliteStateAt } from '#shared/fires/Hotspot.ts';

/**
 * How current the satellite fire data is. `none`: no satellite was ever read. `fresh`: all are current. `part`: some
 * are, or the south is dead. `late`, `dead`: none is; this is the best of them, and an empty list then means nothing.
 */
export type SightKind = 'none' | 'fresh' | 'part' | 'late' | 'dead';

export interface FiresSight {
  readonly kind: SightKind;
  /** The newest row of all satellites, so nothing was observed later. */
  readonly newestMs: number | undefined;
}

/** The age of each fire data source. `south` is absent if the area there was not requested. */
export type FireSources = Pick<FiresBody, 'sources' | 'south'>;

/** The state at `nowMs`: it ages with the clock, also while the server does not respond. */
export function agedSources({ sources, south }: FireSources, nowMs: number): FireSources {
  const aged = <Source extends { readonly newest: string | null }>(source: Source) => ({
    ...source,
    state: satelliteStateAt(source.newest === null ? undefined : Date.parse(source.newest), nowMs),
  });
  return { sources: sources.map(aged), ...(south ? { south: aged(south) } : {}) };
}

export function firesSight({ sources, south }: FireSources): FiresSight {
  const newest = sources.flatMap(({ newest: at }) => (at === null ? [] : [Date.parse(at)]));
  if (newest.length === 0) return { kind: 'none', newestMs: undefined };
  const has = (state: FiresBody['sources'][number]['state']) => sources.some((source) => source.state === state);
  const isFresh = south?.state !== 'dead' && sources.every(({ state }) => state === 'fresh');
  const kind = isFresh ? 'fresh' : has('fresh') ? 'part' : has('late') ? 'late' : 'dead';
  return { kind, newestMs: Math.max(...newest) };
}
