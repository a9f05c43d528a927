import { bboxContains, HOME_BOX } from '#shared/geo/BBox.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { type NamedPlace, placesNear } from '#shared/geo/NamedPlaces.ts';
import { inEachLanguage } from '#shared/languages.ts';
import type { Landmark } from '#web/kit/places/Landmark.ts';
import type { Place } from '#web/kit/places/Place.ts';

const FEWEST_PEOPLE = 15_000;
/** A place matches at the same position, or with the same name within this distance. */
const MOVED_KM = 10;

type Candidate = Omit<NamedPlace, 'slug'>;

/** Towns in the home area that are large enough, by population, then its peaks. */
function candidatesOf(places: readonly Place[], landmarks: readonly Landmark[]): Candidate[] {
  const described = ({ country, latitude, longitude, ...place }: Place) => {
    return { names: inEachLanguage((language) => place[language]), country, latitude, longitude };
  };
  const towns = places.filter(({ population }) => population >= FEWEST_PEOPLE);
  const peaks = landmarks.filter(({ kind }) => kind === 'peak');
  const all: Candidate[] = [
    ...towns.map((town) => ({ ...described(town), kind: 'town' as const, population: town.population })),
    ...peaks.map((peak) => ({ ...described(peak), kind: 'peak' as const, heightM: peak.heightM })),
  ];
  return all.filter(({ latitude, longitude }) => bboxContains(HOME_BOX, longitude, latitude));
}

/**
 * The next version of the committed table. Slugs and their order are permanent, also for places that no longer qualify;
 * names and figures follow the sources; new places come last.
 */
export function growTable(
  table: readonly NamedPlace[],
  places: readonly Place[],
  landmarks: readonly Landmark[],
): NamedPlace[] {
  const candidates = new Set(candidatesOf(places, landmarks));
  const accept = (isIt: (candidate: Candidate) => boolean): Candidate | undefined => {
    const found = [...candidates].find(isIt);
    if (found) candidates.delete(found);
    return found;
  };
  const sameAs = (one: Candidate) => (other: Candidate) =>
    one.kind === other.kind && one.latitude === other.latitude && one.longitude === other.longitude;
  const movedFrom = (one: Candidate) => (other: Candidate) =>
    one.kind === other.kind && one.names.en === other.names.en && distanceKm(one, other) < MOVED_KM;
  const retained = table.map((place) => ({ place, source: accept(sameAs(place)) }));
  const grown: NamedPlace[] = retained.map(({ place, source }) => ({
    ...place,
    ...(source ?? accept(movedFrom(place))),
    slug: place.slug,
  }));
  const used = new Set(grown.map(({ slug }) => slug));
  for (const candidate of candidates) {
    const slug = freeSlug(candidate, grown, used);
    used.add(slug);
    grown.push({ slug, ...candidate });
  }
  return grown;
}

/** The name alone, or with a distinguishing suffix: kind, country, a larger town near it, or finally a number. */
function freeSlug(place: Candidate, table: readonly NamedPlace[], used: ReadonlySet<string>): string {
  const name = slugOf(place.names.en);
  if (!used.has(name)) return name;
  const namesakes = table.filter(({ names }) => slugOf(names.en) === name);
  const suffixes: string[] = [];
  if (namesakes.every(({ kind }) => kind !== place.kind)) suffixes.push(place.kind);
  if (namesakes.every(({ country }) => country !== place.country)) suffixes.push(englishCountry(place.country));
  const larger = table.filter(
    ({ population = 0, names }) => population > 2 * (place.population ?? 0) && slugOf(names.en) !== name,
  );
  suffixes.push(...placesNear(larger, place, 3).map(({ names }) => names.en), '2', '3');
  const free = suffixes.map((suffix) => `${name}-${slugOf(suffix)}`).find((slug) => !used.has(slug));
  if (free === undefined) throw new Error(`There is no slug left for ${place.names.en}`);
  return free;
}

function englishCountry(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
}

/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'dj',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** Slug of a name in Latin letters: `Hajdúböszörmény` becomes hajduboszormeny, `L'Aquila` l-aquila. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[đħıłøßæœ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/[\p{M}’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
