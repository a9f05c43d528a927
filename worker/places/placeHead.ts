import { distanceKm, type Position } from '#shared/geo/geodesy.ts';
import type { Language } from '#shared/languages.ts';
import { NAMED_PLACES, placesNear } from '#shared/places/NamedPlaces.ts';
import { placePath } from '#shared/places/placePath.ts';
import { fill } from '#shared/verdict/sayVerdict.ts';
import { placePicturePath } from '#shared/wire/apiPaths.ts';
import { placePageTexts } from '#texts/placePageTexts.ts';
import { nameAfterNear, type PlacePage, placeWords } from './PlacePage.ts';
import { placeTimeText, zoneOfCountry } from './placeClock.ts';

export interface PlaceHead {
  readonly title: string;
  readonly description: string;
  /** Absolute. */
  readonly image: string;
  /** schema.org data: the page, what it is about, and the list that leads to it. */
  readonly jsonLd: string;
}

/** Says nothing of the sky: a search result or a preview may be weeks old. */
export function placeHead(
  { place, language, sky }: Pick<PlacePage, 'place' | 'language' | 'sky'>,
  origin: string,
): PlaceHead {
  const { title: titleText, description: descriptionText, heading, places } = placeWords({ language, sky });
  const of = nameAfterNear(place, language);
  const [title, description] = [fill(titleText, { of }), fill(descriptionText[place.kind], { of })];
  const url = origin + placePath(place.slug, language);
  const image = origin + placePicturePath(place);
  const { latitude, longitude, country, names } = place;
  const about = {
    '@type': place.kind === 'town' ? 'City' : 'Mountain',
    name: names[language],
    geo: { '@type': 'GeoCoordinates', latitude, longitude },
    // Not a country by ISO 3166.
    ...(country === 'XK' ? {} : { address: { '@type': 'PostalAddress', addressCountry: country } }),
  };
  const trail = [
    { '@type': 'ListItem', position: 1, name: places, item: `${origin}/${language}/places` },
    { '@type': 'ListItem', position: 2, name: fill(heading, { of }), item: url },
  ];
  const page = {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: language,
    primaryImageOfPage: image,
    about,
    breadcrumb: { '@type': 'BreadcrumbList', itemListElement: trail },
  };
  // A closing tag inside a text must not end the script element.
  return { title, description, image, jsonLd: JSON.stringify(page).replaceAll('<', '\\u003c') };
}

/** A strike further from every named place lies near none. */
const NEAR_PLACE_KM = 40;

/** Returns what a shared strike is called, by the clock of the place, or undefined where no named place is near. */
export function strikeTitle(at: Position, atMs: number, language: Language): string | undefined {
  const [place] = placesNear(NAMED_PLACES, at, 1);
  if (!place || distanceKm(place, at) > NEAR_PLACE_KM) return undefined;
  const time = placeTimeText(atMs, 'dayAndTime', zoneOfCountry(place.country), language);
  return fill(placePageTexts[language].strike, { of: nameAfterNear(place, language), time });
}
