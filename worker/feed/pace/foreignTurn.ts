import type { Region } from '#worker/feed/plan/planRegions.ts';

/** The region that was called longest ago, by `calledMs`; one that never was comes first. */
export function foreignTurn(regions: readonly Region[], calledMs: ReadonlyMap<string, number>): Region | undefined {
  const called = ({ key }: Region) => calledMs.get(key) ?? Number.NEGATIVE_INFINITY;
  return regions.reduce<Region | undefined>(
    (first, region) => (first === undefined || called(region) < called(first) ? region : first),
    undefined,
  );
}
