import { useCallback, useEffect, useState } from 'react';
import { loadGazetteer } from '#web/kit/places/gazetteerStore.ts';
import type { PlaceSearch } from '#web/kit/places/PlaceSearch.ts';

/** Made once; it holds for as long as the page does. */
let made: PlaceSearch | undefined;

async function makePlaceSearch(): Promise<PlaceSearch> {
  const [places, module] = await Promise.all([loadGazetteer(), import('#web/kit/places/PlaceSearch.ts')]);
  made ??= new module.PlaceSearch(places);
  return made;
}

/** Loads the search on first use. `failed` until `retry` succeeds. */
export function usePlaceSearch() {
  const [search, setSearch] = useState(made);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    makePlaceSearch().then(setSearch, () => setFailed(true));
  }, []);
  useEffect(() => {
    if (!made) retry();
  }, [retry]);
  return { search, failed, retry };
}
