import { beforeAll, expect, test } from 'vitest';
import { NAMED_PLACES } from '#shared/places/NamedPlaces.ts';
import { LOCALES, type Locale, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { countryLists } from '#web/site/places/countryLists.ts';

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['places']);
});

const listsIn = (locale: Locale) =>
  countryLists(NAMED_PLACES, locale, (country) => textsFor(locale).places.country[country]());

test('each town and peak stands once in the list of its country, in every language', () => {
  for (const locale of LOCALES) {
    const listed = listsIn(locale).flatMap(({ country, towns, peaks }) => {
      for (const place of [...towns, ...peaks]) expect(place.country).toBe(country);
      return [...towns, ...peaks].map(({ slug }) => slug);
    });
    expect(listed.toSorted()).toEqual(NAMED_PLACES.map(({ slug }) => slug).toSorted());
  }
});

test('countries and places follow the alphabet of the language', () => {
  const countries = (locale: Locale) => listsIn(locale).map(({ country }) => country);
  expect(countries('en').slice(0, 4)).toEqual(['AL', 'AT', 'BA', 'BG']);
  expect(countries('ru').slice(0, 4)).toEqual(['AT', 'AL', 'BG', 'BA']);
  const romania = listsIn('en').find(({ country }) => country === 'RO');
  const names = romania?.towns.map(({ names: { en } }) => en) ?? [];
  // A letter with a mark stands beside the one without.
  expect(names.indexOf('Șimleu Silvaniei')).toBeLessThan(names.indexOf('Slatina'));
  const bulgaria = listsIn('bg').find(({ country }) => country === 'BG');
  expect(bulgaria?.towns.at(0)?.names.bg).toBe('Айтос');
  expect(bulgaria?.towns.at(-1)?.names.bg).toBe('Ямбол');
});
