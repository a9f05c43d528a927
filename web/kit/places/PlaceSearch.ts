import uFuzzy from '@leeoniya/ufuzzy';
import { foldName } from './foldName.ts';
import type { Place } from './Place.ts';

/** Shorter words have too many neighbours at one letter's distance. */
const FEWEST_LETTERS_TO_ERR = 4;
/** With this many answers, the query is taken to be spelled as meant. */
const FEW = 3;

const typos = new uFuzzy({ intraMode: 1, interLft: 2 });

/**
 * Finds places by name in any language of the site, in Latin or Cyrillic, with or without accents. Order: the whole
 * name, the first word typed, the first word begun, another word begun; if that gives few, names that differ by one
 * letter a word. Within each, places with more people come first.
 */
export class PlaceSearch {
  readonly #places: readonly Place[];
  readonly #names: string[] = [];
  readonly #owners: number[] = [];

  /** @param places with most people first */
  constructor(places: readonly Place[]) {
    this.#places = places;
    for (const [owner, { en, ru, bg, also }] of places.entries()) {
      const names = ru === en && bg === en ? [en, ...also] : [en, ru, bg, ...also];
      for (const name of new Set(names.map(foldName))) {
        this.#names.push(name);
        this.#owners.push(owner);
      }
    }
  }

  /** Returns at most `limit` places; none for a query without letters or digits. */
  find(query: string, limit: number): Place[] {
    const wanted = foldName(query);
    if (wanted === '') return [];
    const exact = new Set<number>();
    const word = new Set<number>();
    const first = new Set<number>();
    const inside = new Set<number>();
    for (const [index, name] of this.#names.entries()) {
      const at = name.indexOf(wanted);
      if (at === -1) continue;
      const owner = this.#owners[index] ?? 0;
      if (name === wanted) exact.add(owner);
      else if (at === 0 && name.charAt(wanted.length) === ' ') word.add(owner);
      else if (at === 0) first.add(owner);
      else if (name.includes(` ${wanted}`)) inside.add(owner);
    }
    const found = new Set([...exact, ...word, ...first, ...inside]);
    if (found.size < FEW && wanted.length >= FEWEST_LETTERS_TO_ERR) {
      for (const owner of this.#misspelt(wanted)) found.add(owner);
    }
    return [...found].slice(0, limit).flatMap((owner) => this.#places[owner] ?? []);
  }

  #misspelt(wanted: string): number[] {
    return (typos.filter(this.#names, wanted) ?? []).map((index) => this.#owners[index] ?? 0);
  }
}
