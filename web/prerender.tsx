import { StrictMode } from 'react';
import { prerender } from 'react-dom/static.edge';
import { NAMED_PLACES } from '#shared/geo/NamedPlaces.ts';
import { placePath } from '#shared/http.ts';
import { escapeHtml } from './kit/browser/escapeHtml.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale, loadTexts, type Texts, textsFor } from './kit/i18n/index.ts';
import { PUBLIC_PAGES, parsePath, pathOf } from './kit/routing/routes.ts';
import { siteConfig } from './kit/settings/siteConfig.ts';
import { App } from './site/app/App.tsx';
import { loadPage, pageFileOf, textAreasOf } from './site/app/pages.ts';
import type { PrerenderedPage } from './site/build/prerenderPlugin.ts';
import { headersFile, robotsTxt, type SitemapEntry, sitemapIndexXml, sitemapXml } from './site/build/siteFiles.ts';
import { alternates, headHtml, pageHead, sisters } from './site/head/pageHead.ts';
import { localesOf } from './site/head/pageTitle.ts';
import { PREVIEW_ID } from './sky/previewElement.ts';

/** Renders every address that is served as a file. `en/contact.html` is served at `/en/contact`. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const paths = [
    '/',
    ...PUBLIC_PAGES.filter((page) => page !== 'landing').map((page) => pathOf(page)),
    ...LOCALES.flatMap((locale) => PUBLIC_PAGES.map((page) => pathOf(page, locale))),
    pathOf('embed'),
    ...LOCALES.map((locale) => pathOf('embed', locale)),
    ...LOCALES.map((locale) => pathOf('place', locale)),
    '/404',
    ...LOCALES.map((locale) => `/${locale}/404`),
  ];
  const pages: PrerenderedPage[] = [];
  for (const path of paths) pages.push(await prerenderPage(path));
  return pages;
}

export function siteFiles(): Record<string, string> {
  const { origin } = siteConfig;
  const sitemaps = LOCALES.map(
    (locale) => [`sitemap-${locale}.xml`, sitemapXml(sitemapEntries(locale, origin))] as const,
  );
  return {
    'sitemap.xml': sitemapIndexXml(sitemaps.map(([name]) => `${origin}/${name}`)),
    ...Object.fromEntries(sitemaps),
    'robots.txt': robotsTxt(origin),
    _headers: headersFile({ turnstile: siteConfig.turnstileSiteKey !== undefined, ownTiles: siteConfig.ownTiles }),
  };
}

/** The pages that exist in a language, and its place pages, which the Worker fills. */
function sitemapEntries(locale: Locale, origin: string): SitemapEntry[] {
  const pages = PUBLIC_PAGES.filter((page) => localesOf(page).includes(locale));
  return [
    ...pages.map((page) => ({ href: origin + pathOf(page, locale), alternates: alternates(page, origin) })),
    ...NAMED_PLACES.map(({ slug }) => {
      const hrefIn = (language: Locale) => origin + placePath(slug, language);
      return { href: hrefIn(locale), alternates: sisters(LOCALES, hrefIn) };
    }),
  ];
}

async function prerenderPage(path: string): Promise<PrerenderedPage> {
  const route = parsePath(path);
  const locale = route.locale ?? DEFAULT_LOCALE;
  await loadPage(route.page, locale);
  await loadTexts(locale, ['descriptions']);
  const { prelude } = await prerender(
    <StrictMode>
      <App initial={{ route, locale }} ssrPath={path} />
    </StrictMode>,
    // Beyond 12.5 kB React would move later content to the end, for a script to put back.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return {
    fileName: path === '/' ? 'index.html' : `${path.slice(1)}.html`,
    page: route.page,
    file: pageFileOf(route.page),
    locale,
    view: `${locale}/${route.page}`,
    textAreas: textAreasOf(route.page),
    head: headHtml(pageHead(route, locale, textsFor(locale), siteConfig), siteConfig.name),
    body: await new Response(prelude).text(),
    beside: route.page === 'map' ? previewHtml(textsFor(locale)) : '',
  };
}

/** The element of the map's preview, with all its texts. Assistive technology reads the page's bar instead. */
function previewHtml(LL: Texts): string {
  const texts = [
    `<span data-connecting>${escapeHtml(LL.map.truth.connecting())}</span>`,
    `<span data-offline>${escapeHtml(LL.map.truth.offline())}</span>`,
    '<span data-at></span>',
    `<span data-simulated>${escapeHtml(LL.map.simulated())}</span>`,
  ];
  return `<div id="${PREVIEW_ID}" hidden inert aria-hidden="true"><p>${texts.join('')}</p></div>`;
}
