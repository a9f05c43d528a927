import { foldName } from './foldName.ts';
import type { NamedPlace } from './NamedPlaces.ts';

/** Below this fraction of common letter pairs two names count as different. */
const LEAST_ALIKE = 0.45;
/** Longer names do not exist; this bounds the work. */
const MOST_LETTERS = 80;

/**
 * The places whose slug or name in any language is most similar to an unknown slug, most similar first: misspelt, in
 * Cyrillic, or with an extra word. Empty if none is similar.
 */
export function nearestNames(slug: string, places: readonly NamedPlace[], count: number): NamedPlace[] {
  const wanted = pairsOf(slug.slice(0, MOST_LETTERS));
  return places
    .map((place) => ({ place, alike: Math.max(...namesOf(place).map((pairs) => likeness(pairs, wanted))) }))
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
