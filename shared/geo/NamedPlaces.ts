import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { type Names, readNames, writeNames } from '#shared/languages.ts';
import { foldName } from './foldName.ts';
import table from './placeTable.json';

const PLACE_KINDS = ['town', 'peak'] as const;

/** A town or peak of home that has its own page. */
export interface NamedPlace extends Position {
  /** Last part of its page's URL, permanent: small Latin letters, digits and single hyphens. */
  readonly slug: string;
  readonly names: Names;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  readonly kind: (typeof PLACE_KINDS)[number];
  /** Population of a town; two significant digits. */
  readonly population?: number;
  /** Elevation of a peak, in metres above sea level. */
  readonly heightM?: number;
}

const CELL = '|';

/**
 * Writes a line of placeTable.json: slug, country, kind, population of a town or metres of a peak, latitude, longitude,
 * and the names in the order of `LANGUAGES`.
 */
export function formatNamedPlace({ slug, names, country, kind, ...place }: NamedPlace): string {
  const size = place.population ?? place.heightM ?? '';
  return [slug, country, kind, size, place.latitude, place.longitude, ...writeNames(names)].join(CELL);
}

/** Parses a line of `formatNamedPlace`. @throws for any other text */
export function parseNamedPlaces(lines: readonly string[]): readonly NamedPlace[] {
  return lines.map((line) => {
    const [slug = '', country = '', word, size, latitude, longitude, ...names] = line.split(CELL);
    const kind = PLACE_KINDS.find((known) => known === word);
    const at = { latitude: Number(latitude), longitude: Number(longitude) };
    if (!kind || !Number.isFinite(at.latitude + at.longitude)) throw new Error(`This line is no place: ${line}`);
    const measure = kind === 'town' ? { population: Number(size) } : { heightM: Number(size) };
    return { slug, names: readNames(names), country, kind, ...measure, ...at };
  });
}

/** All places, in the order of the table: towns with most people first, then peaks, then later additions. */
export const NAMED_PLACES = parseNamedPlaces(table);

const bySlug: ReadonlyMap<string, NamedPlace> = new Map(NAMED_PLACES.map((place) => [place.slug, place]));

export function placeOfSlug(slug: string): NamedPlace | undefined {
  return bySlug.get(slug);
}

/** The `count` places nearest to a position, nearest first; never one exactly there. */
export function placesNear<P extends Position>(places: readonly P[], at: Position, count: number): P[] {
  return places
    .map((place) => ({ place, km: distanceKm(place, at) }))
    .filter(({ km }) => km > 0)
    .sort((a, b) => a.km - b.km)
    .slice(0, count)
    .map(({ place }) => place);
}

/** Below this fraction of common letter pairs two names count as different. */
const LEAST_ALIKE = 0.45;
/** Longer names do not exist; this bounds the work. */
const MOST_LETTERS = 80;

/**
 * The places whose slug or name in any language is most similar to an unknown slug, most similar first: misspelt, in
 * Cyrillic, or with an extra word. Empty if none is similar.
 */
export function nearestNames(slug: string, places: readonly NamedPlace[], count: number): NamedPlace[] {
  const pairsOfSlug = pairsOf(slug.slice(0, MOST_LETTERS));
  return places
    .map((place) => ({ place, alike: Math.max(...namesOf(place).map((pairs) => likeness(pairs, pairsOfSlug))) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, count)
    .map(({ place }) => place);
}

type Pairs = ReadonlySet<string>;

const known = new WeakMap<NamedPlace, readonly Pairs[]>();

/** Cached for each place, because folding is most of the work. */
function namesOf(place: NamedPlace): readonly Pairs[] {
  const before = known.get(place);
  if (before) return before;
  const { slug, names } = place;
  const folded = [...new Set([slug, ...Object.values(names)])].map(pairsOf);
  known.set(place, folded);
  return folded;
}

/** Pairs of neighbouring letters. Each word has a border on both sides, so that its first and last letter count. */
function pairsOf(name: string): Pairs {
  const framed = foldName(name.replaceAll('-', ' '))
    .split(/ +/)
    .map((word) => ` ${word} `)
    .join('');
  return new Set(Array.from(framed.slice(1), (letter, index) => framed.charAt(index) + letter));
}

/** Sørensen–Dice coefficient: 0 for names without a common pair, 1 for names with the same pairs. */
function likeness(one: Pairs, other: Pairs): number {
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}
