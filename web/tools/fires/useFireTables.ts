import { useEffect, useMemo } from 'react';
import { useQuery } from '#web/kit/http/useQuery.ts';
import { loadNearestPlaces, useNearestPlaces } from '#web/kit/places/useNearestPlaces.ts';
import { loadRegions } from '#web/tools/analytics/loadAnalytics.ts';

/** Names of places and districts, once loaded; the same object until then. Without them fires have coordinates. */
export function useFireTables() {
  const places = useNearestPlaces();
  const asked = useQuery('regions', loadRegions);
  const districts = asked.kind === 'known' ? asked.value : undefined;
  useEffect(() => {
    void loadNearestPlaces();
  }, []);
  return useMemo(() => ({ places, districts }), [places, districts]);
}

export type FireTables = ReturnType<typeof useFireTables>;
