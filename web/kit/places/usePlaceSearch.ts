import { useCallback, useEffect, useState } from 'react';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Locale } from '#web/kit/i18n/index.ts';
import { loadGazetteer } from './gazetteerStore.ts';
import type { PlaceSearch } from './PlaceSearch.ts';
import { parseCoordinates } from './parseCoordinates.ts';

let made: PlaceSearch | undefined;

async function makePlaceSearch(): Promise<PlaceSearch> {
  const [places, module] = await Promise.all([loadGazetteer(), import('./PlaceSearch.ts')]);
  made ??= new module.PlaceSearch(places);
  return made;
}

/** The field of a search for places. */
export const PLACE_INPUT = {
  type: 'text',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
  maxLength: 60,
} as const;

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

export interface SearchAnswer {
  readonly key: string;
  readonly name: string;
  /** The country of a place; empty for coordinates. */
  readonly about: string;
  readonly position: Position;
}

const MOST_ANSWERS = 8;

/** Returns the position that `query` gives, or places of that name. Coordinates need no `search`. */
export function findAnswers(query: string, search: PlaceSearch | undefined, locale: Locale): SearchAnswer[] {
  const position = parseCoordinates(query);
  if (position) {
    const name = `${position.latitude.toFixed(4)}, ${position.longitude.toFixed(4)}`;
    return [{ key: name, name, about: '', position }];
  }
  const countries = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  return (search?.find(query, MOST_ANSWERS) ?? []).map((place) => ({
    key: `${place.en}/${place.latitude}/${place.longitude}`,
    name: place[locale],
    about: countries.of(place.country) ?? '',
    position: { latitude: place.latitude, longitude: place.longitude },
  }));
}
