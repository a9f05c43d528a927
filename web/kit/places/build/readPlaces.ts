import { foldName } from '#shared/geo/foldName.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { readNames } from '#shared/languages.ts';
import { groupBy } from '#web/kit/places/NearestPlaces.ts';
import type { Place } from '#web/kit/places/Place.ts';
import { type HandName, handNames, handPlaces } from './handPlaces.ts';
import { bulgarianToLatin, bulgarianToRussian, type Catalogues, namesOf } from './namesOf.ts';
import type { GeonamesRow } from './readGeonames.ts';

export interface GazetteerPlace extends Place {
  readonly capital: boolean;
  /** Seat of a region or municipality. */
  readonly seat: boolean;
}

/** 13 to 31° E, 34 to 48° N, and half a degree around it. */
const BOUNDS = { west: 12.5, east: 31.5, south: 33.5, north: 48.5 };
const SAME_PLACE_KM = 15;
/** GeoNames has some places twice, a little apart. */
const TWICE_KM = 4;
/** Around the Balkans villages are left out, because there are too many places. */
const AROUND = new Set(['AT', 'CZ', 'DE', 'HU', 'IT', 'SK', 'UA']);
const FEWEST_AROUND = 800;

/** Returns the region's places, by population. */
export function readPlaces(rows: readonly GeonamesRow[], catalogues: Catalogues): GazetteerPlace[] {
  const used = new Map<string, HandName>();
  for (const hand of handNames) {
    const same = rowOf(hand, rows);
    if (!same) throw new Error(`GeoNames has no place for the name set by hand: ${hand[0]}`);
    used.set(same.id, hand);
  }
  const inBounds = ({ latitude, longitude }: GeonamesRow) =>
    longitude >= BOUNDS.west && longitude <= BOUNDS.east && latitude >= BOUNDS.south && latitude <= BOUNDS.north;
  const isIncluded = (row: GeonamesRow) =>
    inBounds(row) && row.feature !== 'PPLX' && (!AROUND.has(row.country) || row.population >= FEWEST_AROUND);
  const places = rows
    .filter((row) => used.has(row.id) || isIncluded(row))
    .map((row) => placeOf(row, used.get(row.id), catalogues))
    .concat(placesByHand());
  return onceOnly(places.toSorted((a, b) => b.population - a.population || (a.en < b.en ? -1 : 1)));
}

function onceOnly(places: readonly GazetteerPlace[]): GazetteerPlace[] {
  const byName = groupBy(places, ({ en }) => foldName(en));
  return places.filter((place) => {
    const first = byName.get(foldName(place.en))?.find((other) => distanceKm(other, place) < TWICE_KM);
    return first === place;
  });
}

function placesByHand(): GazetteerPlace[] {
  return handPlaces.map(([bg, latitude, longitude, ru = bulgarianToRussian(bg)]) => ({
    ...readNames([bulgarianToLatin(bg), ru, bg]),
    also: [],
    latitude,
    longitude,
    country: 'BG',
    population: 0,
    capital: false,
    seat: false,
  }));
}

/** The row of a name set by hand: the largest place around it with that name. */
function rowOf([en, ru, bg, longitude, latitude]: HandName, rows: readonly GeonamesRow[]): GeonamesRow | undefined {
  const requested = new Set([en, ru, bg].map(foldName));
  const near = rows.filter((row) => distanceKm(row, { latitude, longitude }) < SAME_PLACE_KM);
  return near
    .filter((row) => [row.name, ...row.alternates].some((name) => requested.has(foldName(name))))
    .reduce<GeonamesRow | undefined>(
      (best, row) => (best && best.population >= row.population ? best : row),
      undefined,
    );
}

function placeOf(row: GeonamesRow, hand: HandName | undefined, catalogues: Catalogues): GazetteerPlace {
  const found = namesOf(row, catalogues);
  const names = readNames(hand ? [hand[0], hand[1], hand[2]] : [found.en, found.ru, found.bg]);
  const known = new Set([names.en, names.ru, names.bg].map(foldName));
  const also = [...new Set([row.name, found.en, found.ru, found.bg, ...(hand?.[5] ? [hand[5]] : [])])].filter(
    (name) => !known.has(foldName(name)),
  );
  return {
    ...names,
    also,
    latitude: Number(row.latitude.toFixed(3)),
    longitude: Number(row.longitude.toFixed(3)),
    country: row.country,
    population: row.population && Number(row.population.toPrecision(2)),
    capital: row.feature === 'PPLC',
    seat: /^PPLA/.test(row.feature),
  };
}
