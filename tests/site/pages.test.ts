import { beforeAll, describe, expect, test } from 'vitest';
import { LOCALES, loadTexts, textsFor } from '#web/kit/i18n/index.ts';
import { PUBLIC_PAGES, parsePath, pathOf } from '#web/kit/routing/routes.ts';
import { siteConfig } from '#web/kit/settings/siteConfig.ts';
import { localesOf } from '#web/site/head/pageAddress.ts';
import { pageHead } from '#web/site/head/pageHead.ts';
import { addressOf, elements, fileAt, fileExists, htmlFiles, readBytes, readText, textOf } from './builtSite.ts';

const { origin } = siteConfig;
const places = htmlFiles.map((file) => {
  const place = parsePath(addressOf(file));
  return { file, place, locale: place.locale ?? ('en' as const), html: readText(file) };
});
const UNLISTED: readonly string[] = ['notFound', 'embed', 'place'];
const indexed = places.filter(({ place }) => !UNLISTED.includes(place.page));
const metaContent = (html: string, key: string) =>
  elements(html, 'meta')
    .filter(({ name, property }) => name === key || property === key)
    .map(({ content }) => content);

beforeAll(async () => {
  for (const locale of LOCALES) await loadTexts(locale, ['descriptions']);
});

test('every public page stands as a file, with and without a language, and so does a 404 page', () => {
  const expected = [
    '/',
    ...PUBLIC_PAGES.filter((page) => page !== 'landing').map((page) => pathOf(page)),
    ...LOCALES.flatMap((locale) => PUBLIC_PAGES.map((page) => pathOf(page, locale))),
    pathOf('embed'),
    ...LOCALES.map((locale) => pathOf('embed', locale)),
    ...LOCALES.map((locale) => pathOf('place', locale)),
    '/404',
    ...LOCALES.map((locale) => `/${locale}/404`),
  ];
  expect(htmlFiles.map(addressOf).sort()).toEqual(expected.sort());
});

describe.each(places)('$file', ({ place, locale, html }) => {
  const expected = () => pageHead(place, locale, textsFor(locale), siteConfig);

  test('is in its language, with one main heading and a title', () => {
    expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${locale}"`));
    expect(elements(html, 'h1')).toHaveLength(1);
    expect(elements(html, 'title')).toHaveLength(1);
    expect(html).toContain(`<title>${expected().title}</title>`);
  });

  test('carries its text without any script', () => {
    expect(textOf(html).length).toBeGreaterThan(['root', 'map', 'embed'].includes(place.page) ? 150 : 300);
    expect(elements(html, 'main')).toHaveLength(1);
    // Only data and modules from our own host: no inline program, no inline style.
    for (const { type, src } of elements(html, 'script')) {
      expect(type === 'application/ld+json' || src?.startsWith('/assets/')).toBe(true);
    }
    expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/);
  });

  test('describes itself and has a preview picture of 1200 × 630', () => {
    expect(metaContent(html, 'description')).toEqual([expected().description]);
    expect(metaContent(html, 'og:title')).toEqual([expected().title]);
    expect(metaContent(html, 'og:locale')).toEqual([expected().ogLocale]);
    expect(metaContent(html, 'og:locale:alternate')).toHaveLength(2);
    const [image = ''] = metaContent(html, 'og:image');
    expect(image).toBe(expected().image);
    const picture = readBytes(image.slice(origin.length + 1));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
  });
});

describe.each(indexed)('$file', ({ place, html }) => {
  test('has one canonical address, which is a page, and names its sisters', () => {
    const links = elements(html, 'link');
    const canonicals = links.filter(({ rel }) => rel === 'canonical');
    expect(canonicals).toHaveLength(1);
    expect(fileAt(canonicals[0]?.href?.slice(origin.length) ?? 'none')).not.toBeNull();
    const languages = links.filter(({ rel }) => rel === 'alternate').map(({ hreflang }) => hreflang);
    const page =
      place.page === 'root' || place.page === 'notFound' || place.page === 'embed' || place.page === 'place'
        ? 'landing'
        : place.page;
    expect(languages).toEqual([...localesOf(page), 'x-default']);
  });

  test('has structured data that names the same address', () => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const graph: { '@type': string; url?: string }[] = JSON.parse(json)['@graph'];
    const canonical = elements(html, 'link').find(({ rel }) => rel === 'canonical')?.href;
    expect(graph.map((node) => node['@type'])).toContain('Organization');
    expect(graph.map((node) => node.url)).toContain(canonical);
  });
});

test('a 404 page and the map for pages of others ask not to be indexed', () => {
  for (const { html } of places.filter(({ place }) => place.page === 'notFound' || place.page === 'embed')) {
    expect(metaContent(html, 'robots')).toEqual(['noindex']);
    expect(elements(html, 'link').filter(({ rel }) => rel === 'canonical')).toEqual([]);
  }
});

test('the sitemaps list every indexed canonical address once, with the same sisters as the page', () => {
  const urls = LOCALES.map((locale) => readText(`sitemap-${locale}.xml`))
    .flatMap((sitemap) => [...sitemap.matchAll(/<loc>(.*?)<\/loc>([\s\S]*?)<\/url>/g)])
    .filter(([, href = '']) => !href.includes('/place/'));
  const listed = urls.map(([, href]) => href);
  const canonicals = indexed
    .filter(({ place }) => place.page !== 'root')
    .map(({ html }) => elements(html, 'link').find(({ rel }) => rel === 'canonical')?.href);
  expect([...listed].sort()).toEqual([...new Set(canonicals)].sort());
  for (const [, href = '', body = ''] of urls) {
    const html = readText(fileAt(href.slice(origin.length)) ?? '');
    const sisters = (text: string, tag: string) =>
      elements(text, tag)
        .filter(({ rel }) => rel === 'alternate')
        .map((link) => [link.hreflang, link.href]);
    expect(sisters(body.replaceAll('/>', '>'), 'xhtml:link')).toEqual(sisters(html, 'link'));
  }
});

test('robots may read everything but the API, and are told of the sitemap', () => {
  expect(readText('robots.txt')).toBe(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
});

test('the manifest names icons that exist and a pages that exist', () => {
  const manifest: {
    start_url: string;
    icons: { src: string }[];
    shortcuts: { url: string }[];
    share_target: { action: string };
  } = JSON.parse(readText('site.webmanifest'));
  const { start_url, shortcuts, share_target } = manifest;
  for (const address of [start_url, share_target.action, ...shortcuts.map(({ url }) => url)])
    expect(fileAt(address.replace(/\?.*/, ''))).not.toBeNull();
  for (const { src } of manifest.icons) expect(fileExists(src.slice(1))).toBe(true);
});
