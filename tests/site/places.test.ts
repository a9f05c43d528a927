import { gzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { NAMED_PLACES } from '#shared/places/NamedPlaces.ts';
import { placePath } from '#shared/places/placePath.ts';
import { LOCALES } from '#web/kit/i18n/locales.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { elements, readBytes, readText } from './builtSite.ts';

const { origin } = siteConfig;
/** Of the sitemaps' protocol. */
const MOST_ADDRESSES = 50_000;
const MOST_BYTES = 50_000_000;

const hrefsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, href = '']) => href);
const isWellFormed = (xml: string) => expect(() => new SaxesParser({ xmlns: true }).write(xml).close()).not.toThrow();

test('the sitemap names one for each language, within the limits of sitemaps', () => {
  const names = LOCALES.map((locale) => `sitemap-${locale}.xml`);
  isWellFormed(readText('sitemap.xml'));
  expect(hrefsIn(readText('sitemap.xml'))).toEqual(names.map((name) => `${origin}/${name}`));
  for (const name of names) {
    isWellFormed(readText(name));
    expect(hrefsIn(readText(name)).length).toBeLessThan(MOST_ADDRESSES);
    expect(readBytes(name).length).toBeLessThan(MOST_BYTES);
  }
});

test.each(LOCALES)('the sitemap in %s has every place once, with its sisters', (locale) => {
  const urls = [...readText(`sitemap-${locale}.xml`).matchAll(/<loc>(.*?)<\/loc>([\s\S]*?)<\/url>/g)];
  const places = urls.filter(([, href = '']) => href.includes('/place/'));
  expect(places.map(([, href]) => href)).toEqual(NAMED_PLACES.map(({ slug }) => origin + placePath(slug, locale)));
  const [, , body = ''] = places[0] ?? [];
  const sisters = elements(body.replaceAll('/>', '>'), 'xhtml:link').map(({ hreflang, href }) => [hreflang, href]);
  const { slug = '' } = NAMED_PLACES[0] ?? {};
  const expected = LOCALES.map((language) => [language, origin + placePath(slug, language)]);
  expect(sisters).toEqual([...expected, ['x-default', origin + placePath(slug, 'en')]]);
});

test.each(LOCALES)('the list in %s leads to the page of every place, without a script', (locale) => {
  const html = readText(`${locale}/places.html`);
  const linked = elements(html, 'a').flatMap(({ href = '' }) => (href.includes('/place/') ? href : []));
  expect(linked.toSorted()).toEqual(NAMED_PLACES.map(({ slug }) => placePath(slug, locale)).toSorted());
  process.stdout.write(`${locale}/places: ${(gzipSync(html).length / 1_000).toFixed(1)} kB\n`);
});
