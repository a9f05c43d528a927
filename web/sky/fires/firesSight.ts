import type { FiresBody } from '#shared/fires/bodies.ts';
import { satelliteStateAt } from '#shared/fires/satelliteTruth.ts';

/**
 * How far satellites tell what burns. `none`: no satellite was ever read. `fresh`: each is. `part`: some are, or the south is dead. `late`, `dead`:
 * none is, and this is the best of them: that nothing is listed then says nothing.
 */
export type SightKind = 'none' | 'fresh' | 'part' | 'late' | 'dead';

export interface FiresSight {
  readonly kind: SightKind;
  /** The newest row of all satellites: nobody looked later. */
  readonly newestMs: number | undefined;
}

/** How late what tells of fires is. Without `south`: nobody asks about what lies there. */
export type FireSources = Pick<FiresBody, 'sources' | 'south'>;

/** As it is at `nowMs`: it ages by the clock, also while the server does not answer. */
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
