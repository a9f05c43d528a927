import type { NamedPlace } from '#shared/places/NamedPlaces.ts';
import type { Locale, Texts } from '#web/kit/i18n/index.ts';

type Country = keyof Texts['places']['country'];

export interface CountryList {
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: Country;
  readonly towns: readonly NamedPlace[];
  readonly peaks: readonly NamedPlace[];
}

const COUNTRIES: readonly Country[] = [
  'AL',
  'AT',
  'BA',
  'BG',
  'GR',
  'HR',
  'HU',
  'IT',
  'MD',
  'ME',
  'MK',
  'MT',
  'RO',
  'RS',
  'SI',
  'SK',
  'TR',
  'UA',
  'XK',
];

/** The places of each country; countries and places in the language's alphabetical order. */
export function countryLists(
  places: readonly NamedPlace[],
  locale: Locale,
  nameOf: (country: Country) => string,
): CountryList[] {
  const { compare } = new Intl.Collator(locale);
  const sorted = places.toSorted((a, b) => compare(a.names[locale], b.names[locale]));
  return COUNTRIES.toSorted((a, b) => compare(nameOf(a), nameOf(b))).map((country) => {
    const own = sorted.filter((place) => place.country === country);
    return {
      country,
      towns: own.filter(({ kind }) => kind === 'town'),
      peaks: own.filter(({ kind }) => kind === 'peak'),
    };
  });
}
