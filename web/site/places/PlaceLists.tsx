import { NAMED_PLACES, type NamedPlace } from '#shared/geo/NamedPlaces.ts';
import { placePath } from '#shared/http.ts';
import { type Locale, type Texts, useTexts } from '#web/kit/i18n/index.ts';
import styles from './PlaceLists.module.css';

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

/** A separate chunk: the names are as large as the rest of the page, and its HTML already contains them. */
export default function PlaceLists() {
  const { LL, locale } = useTexts();
  const texts = LL.places;
  const lists = countryLists(NAMED_PLACES, locale, (country) => texts.country[country]());
  return (
    <>
      <nav aria-labelledby="countries">
        <h2 id="countries" className="visually-hidden">
          {texts.countries()}
        </h2>
        <ul className={styles.countries}>
          {lists.map(({ country }) => (
            <li key={country}>
              <a href={`#${country}`}>{texts.country[country]()}</a>
            </li>
          ))}
        </ul>
      </nav>
      {lists.map(({ country, towns, peaks }) => (
        <section key={country} aria-labelledby={country} className={styles.country}>
          <h2 id={country}>{texts.country[country]()}</h2>
          <PlaceList title={texts.towns()} places={towns} />
          <PlaceList title={texts.peaks()} places={peaks} />
        </section>
      ))}
    </>
  );
}

function PlaceList({ title, places }: { readonly title: string; readonly places: readonly NamedPlace[] }) {
  const { locale } = useTexts();
  if (places.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.places}>
        {places.map(({ slug, names }) => (
          // Plain links, because the Worker renders each page's HTML.
          <li key={slug}>
            <a href={placePath(slug, locale)}>{names[locale]}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
