import type { Language } from '#shared/languages.ts';
import type { NamedPlace } from '#shared/places/NamedPlaces.ts';
import { russianGenitive } from '#shared/places/russianGenitive.ts';
import type { SkyFacts } from '#shared/verdict/SkyFacts.ts';
import { saidDistance } from '#shared/verdict/sayVerdict.ts';
import { flashPlotWords, latePlaceWords } from '#texts/otherSources/servedWords.ts';
import { type PlacePageWords, placePageTexts } from '#texts/placePageTexts.ts';
import { verdictTexts } from '#texts/verdictTexts.ts';
import type { HomeSky } from './homeSky.ts';
import type { PlaceCounts } from './placeCounts.ts';

/** All that a page of a place is made from. */
export interface PlacePage {
  readonly place: NamedPlace;
  readonly language: Language;
  /** The instant that the page is of: the sky's, or where none is known the Worker's. */
  readonly nowMs: number;
  /** What the verdict rests on. */
  readonly facts: SkyFacts;
  /** Undefined if home is not known at present. */
  readonly sky: HomeSky | undefined;
  /** Undefined if the archive could not be read. */
  readonly counts: PlaceCounts | undefined;
  readonly neighbours: readonly NamedPlace[];
}

/** The page's words, as they are true of the source that fills the map; as ever where that is not known. */
export function placeWords({ language, sky }: Pick<PlacePage, 'language' | 'sky'>): PlacePageWords {
  const words = placePageTexts[language];
  if (!sky?.primary) return words;
  const { kind, guards } = sky.primary;
  return {
    ...words,
    ...(guards ? {} : latePlaceWords[language]),
    ...(kind === 'cg-stroke' ? {} : { plots: { ...words.plots, ...flashPlotWords[language] } }),
  };
}

/** The name as it stands after "near" or "of". */
export function nameAfterNear({ names, kind }: NamedPlace, language: Language): string {
  const name = names[language];
  const { peak } = placePageTexts[language];
  if (kind === 'peak') return peak === '' || name.toLowerCase().includes(peak) ? name : `${peak}\u00a0${name}`;
  return language === 'ru' ? (russianGenitive(name) ?? `города\u00a0${name}`) : name;
}

export function kmText(km: number, language: Language): string {
  return saidDistance(km, { words: verdictTexts[language], language });
}

/** Of a page, what its program renews; no search result may quote what is true for a moment only. */
export function livePart(name: string, content: string): string {
  return `<section data-live="${name}" data-nosnippet>${content}</section>`;
}
