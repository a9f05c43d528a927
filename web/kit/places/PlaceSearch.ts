import uFuzzy from '@leeoniya/ufuzzy';
import { HOME_COUNTRY, HOME_TOWN } from '#shared/geo/BBox.ts';
import { foldName } from '#shared/geo/foldName.ts';
import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import { LANGUAGES } from '#shared/languages.ts';
import type { Landmark } from './Landmark.ts';
import type { Place } from './Place.ts';

/** Shorter words have too many neighbours at one letter's distance. */
const FEWEST_LETTERS_TO_ERR = 4;
/** With this many results, the query counts as spelled correctly. */
const FEW = 3;
/** At this distance a place counts with half its population. */
const NEAR_KM = 70;
/** Prefer domestic places over foreign villages of the same name. */
const ABROAD = { village: 0.05, town: 0.5 };
const VILLAGE_PEOPLE = 20_000;
/** Bonus for the match, in powers of ten of population: a full name typed is rarely part of a longer one. */
const WHOLE = 2.5;
const WORD = 1;
const BEGINNING = 0.5;
const INSIDE = 0;
const MISSPELT = -1;

const typos = new uFuzzy({ intraMode: 1, interLft: 2 });

const namesOf = (place: Place): string[] => [...LANGUAGES.map((language) => place[language]), ...place.also];

/**
 * Finds places and landmarks by name in any language of the site, in Latin or Cyrillic, with or without accents; if
 * that gives few results, also names that differ by one letter a word. The order weighs how well the name fits, the
 * population, and the distance from the visitor's view.
 */
export class PlaceSearch {
  readonly #places: readonly (Place | Landmark)[];
  readonly #names: string[] = [];
  readonly #owners: number[] = [];

  constructor(places: readonly (Place | Landmark)[]) {
    this.#places = places;
    for (const [owner, place] of places.entries()) {
      for (const name of new Set([...new Set(namesOf(place))].map(foldName))) {
        this.#names.push(name);
        this.#owners.push(owner);
      }
    }
  }

  /** Returns at most `limit` places; none for a query without letters or digits. */
  find(query: string, limit: number, near: Position = HOME_TOWN): (Place | Landmark)[] {
    const folded = foldName(query);
    if (folded === '') return [];
    const fits = new Map<number, number>();
    for (const [index, name] of this.#names.entries()) {
      const fit = fitOf(name, folded);
      if (fit === undefined) continue;
      const owner = this.#owners[index] ?? 0;
      fits.set(owner, Math.max(fit, fits.get(owner) ?? MISSPELT));
    }
    if (fits.size < FEW && folded.length >= FEWEST_LETTERS_TO_ERR) {
      for (const owner of this.#misspelt(folded)) if (!fits.has(owner)) fits.set(owner, MISSPELT);
    }
    return [...fits]
      .flatMap(([owner, fit]) => {
        const place = this.#places[owner];
        return place ? [{ place, score: fit + Math.log10(weightOf(place, near)) }] : [];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ place }) => place);
  }

  isNamed(place: Place | Landmark, query: string): boolean {
    const folded = foldName(query);
    return namesOf(place).some((name) => foldName(name) === folded);
  }

  #misspelt(folded: string): number[] {
    return (typos.filter(this.#names, folded) ?? []).map((index) => this.#owners[index] ?? 0);
  }
}

function fitOf(name: string, folded: string): number | undefined {
  const at = name.indexOf(folded);
  if (at === -1) return undefined;
  if (name === folded) return WHOLE;
  if (at === 0) return name.charAt(folded.length) === ' ' ? WORD : BEGINNING;
  return name.includes(` ${folded}`) ? INSIDE : undefined;
}

function weightOf(place: Place, near: Position): number {
  const { population, country } = place;
  const share = country === HOME_COUNTRY ? 1 : population < VILLAGE_PEOPLE ? ABROAD.village : ABROAD.town;
  return ((population + 100) * share) / (1 + (distanceKm(place, near) / NEAR_KM) ** 2);
}
