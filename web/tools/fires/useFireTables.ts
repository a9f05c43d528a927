import { useEffect, useState } from 'react';
import type { RegionTable } from '#shared/regions/regionTable.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { loadRegions } from '#web/tools/analytics/loadAnalytics.ts';

/** Names of places and districts, once they have loaded. Without them fires have coordinates. */
export function useFireTables() {
  const places = useNearestPlaces();
  const [districts, setDistricts] = useState<RegionTable>();
  useEffect(() => {
    const leaving = new AbortController();
    void loadNearestPlaces();
    void loadRegions(leaving.signal).then((asked) => {
      if (asked.ok && !leaving.signal.aborted) setDistricts(asked.value);
    });
    return () => leaving.abort();
  }, []);
  return { places, districts };
}

export type FireTables = ReturnType<typeof useFireTables>;
