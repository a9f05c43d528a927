import { useCallback, useEffect, useState } from 'react';
import { type BBox, bboxUnion, boxAround } from '#shared/geo/BBox.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import { loadGazetteer, loadLandmarks } from './gazetteerStore.ts';
import type { Landmark } from './Landmark.ts';
import { positionIn } from './outlines/readPosition.ts';
import type { Place } from './Place.ts';
import type { PlaceSearch } from './PlaceSearch.ts';

let made: PlaceSearch | undefined;

/** Rejects if names cannot be loaded. */
export async function makePlaceSearch(): Promise<PlaceSearch> {
  const [landmarks, places, module] = await Promise.all([loadLandmarks(), loadGazetteer(), import('./PlaceSearch.ts')]);
  made ??= new module.PlaceSearch([...landmarks, ...places]);
  return made;
}

/** Attributes of a place search field. */
export const PLACE_INPUT = {
  type: 'text',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'search',
  /** Long enough for a map link; names are shorter. */
  maxLength: 500,
} as const;

/** Loads the search once it is `wanted`. `failed` until `retry` succeeds. */
export function usePlaceSearch(wanted = true) {
  const [search, setSearch] = useState(made);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(() => {
    setFailed(false);
    makePlaceSearch().then(setSearch, () => setFailed(true));
  }, []);
  useEffect(() => {
    if (wanted && !made) retry();
  }, [wanted, retry]);
  return { search, failed, retry };
}

export interface SearchAnswer {
  readonly key: string;
  readonly name: string;
  /** Its kind, unless it is a settlement, and its country; empty for coordinates. */
  readonly about: string;
  readonly position: Position;
  /** True if the query is exactly one of its names, or coordinates. */
  readonly isExact: boolean;
  /** For a range or plain: its whole extent. */
  readonly box?: BBox;
}

const MOST_ANSWERS = 8;
const AROUND_AXIS_KM = 8;

/** Returns the position in `query`, or places of that name, best first. Coordinates need no `search`. */
export function findAnswers(
  query: string,
  search: PlaceSearch | undefined,
  { LL, locale }: { readonly LL: Texts; readonly locale: Locale },
  near?: Position,
): SearchAnswer[] {
  const position = positionIn(query);
  if (position) {
    const name = `${position.latitude.toFixed(4)}, ${position.longitude.toFixed(4)}`;
    return [{ key: name, name, about: '', position, isExact: true }];
  }
  const countries = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
  const kindOf = (place: Place | Landmark) => {
    if (!('kind' in place)) return [];
    const kind = LL.place.landmark[place.kind]();
    return place.heightM > 0 ? [kind, LL.place.landmark.height({ metres: String(place.heightM) })] : [kind];
  };
  return (search?.find(query, MOST_ANSWERS, near) ?? []).map((place) => ({
    key: `${place.en}/${place.latitude}/${place.longitude}`,
    name: place[locale],
    about: [...kindOf(place), countries.of(place.country) ?? ''].join(' · '),
    position: { latitude: place.latitude, longitude: place.longitude },
    isExact: search?.isNamed(place, query) ?? false,
    ...('kind' in place && place.axis.length > 0
      ? { box: place.axis.map((at) => boxAround(at, AROUND_AXIS_KM)).reduce(bboxUnion) }
      : {}),
  }));
}
