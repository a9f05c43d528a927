import { expect, test } from 'vitest';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { eventPath, inLanguage, PUBLIC_PAGES, parsePath, pathOf } from '#web/kit/routing/routes.ts';

const BOOK = { id: '0123456789abcdef0123456789abcdef', area: '5d2c3a52-6a57-4f4e-9a8f-0a9c2f0d7a11' };

test.each([
  ['/', { page: 'root' }],
  ['/en', { page: 'landing', locale: 'en' }],
  ['/ru/', { page: 'landing', locale: 'ru' }],
  ['/map', { page: 'map' }],
  ['/map/abc%2F1', { page: 'map', eventId: 'abc/1' }],
  ['/bg/map/42', { page: 'map', eventId: '42', locale: 'bg' }],
  ['/watch', { page: 'watch' }],
  [`/watch/${BOOK.id}/${BOOK.area}`, { page: 'watch', book: BOOK }],
  [`/bg/watch/${BOOK.id}/${BOOK.area}/`, { page: 'watch', book: BOOK, locale: 'bg' }],
  ['/bg/analytics', { page: 'analytics', locale: 'bg' }],
  ['/ru/proof', { page: 'proof', locale: 'ru' }],
  ['/fires', { page: 'fires' }],
  ['/bg/fires', { page: 'fires', locale: 'bg' }],
  ['/look-up', { page: 'lookUp' }],
  ['/bg/report', { page: 'report', locale: 'bg' }],
  ['/ru/look-up', { page: 'lookUp', locale: 'ru' }],
  ['/contact', { page: 'contact' }],
  ['/api', { page: 'api' }],
  ['/ru/api', { page: 'api', locale: 'ru' }],
  ['/privacy', { page: 'privacy' }],
  ['/terms', { page: 'terms' }],
  ['/sensor-infrastructure', { page: 'sensors' }],
  ['/about', { page: 'about' }],
  ['/bg/places', { page: 'places', locale: 'bg' }],
  ['/ru/embed', { page: 'embed', locale: 'ru' }],
])('%s is a page of the specification', (path, place) => {
  expect(parsePath(path)).toEqual(place);
});

test.each([
  '/de',
  '/english',
  '/map/a/b',
  '/en/nope',
  '/map/%E0%A4%A',
  '/contact/me',
  '/EN',
  '/watch/1',
  '/watch/1/2',
  `/watch/${BOOK.id}`,
])('%s is not found rather than guessed at', (path) => {
  expect(parsePath(path).page).toBe('notFound');
});

test('every page has an address in every language, and the address leads back to it', () => {
  for (const page of PUBLIC_PAGES) {
    for (const locale of LOCALES) expect(parsePath(pathOf(page, locale))).toEqual({ page, locale });
  }
});

test('an event id survives its address whatever characters it has', () => {
  for (const eventId of ['42', 'a/b', 'ä?#%', '..']) expect(parsePath(eventPath(eventId, 'en')).eventId).toBe(eventId);
});

test('changing the language keeps the page and the strike, and leaves a missing page for the landing page', () => {
  expect(inLanguage({ page: 'contact', locale: 'en' }, 'ru')).toBe('/ru/contact');
  expect(inLanguage({ page: 'map', eventId: '7' }, 'bg')).toBe('/bg/map/7');
  expect(inLanguage({ page: 'watch', book: BOOK }, 'ru')).toBe(`/ru/watch/${BOOK.id}/${BOOK.area}`);
  expect(inLanguage({ page: 'notFound' }, 'bg')).toBe('/bg');
});
