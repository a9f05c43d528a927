import { ogLocales } from '#shared/languages.ts';
import { escapeHtml } from '#web/kit/browser/escapeHtml.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#web/kit/i18n/locales.ts';
import type { Texts } from '#web/kit/i18n/texts.ts';
import { type PublicPage, pathOf, type Route } from '#web/kit/routing/routes.ts';
import { builtSources } from '#web/kit/settings/namedParties.ts';
import { canonicalOf, localesOf, pageTitle } from './pageTitle.ts';

interface PageHead {
  readonly title: string;
  readonly description: string;
  /** Absolute; missing on pages that should not be indexed. */
  readonly canonical?: string;
  /** Absolute addresses by hreflang, including itself and `x-default`. */
  readonly alternates: readonly { readonly hreflang: string; readonly href: string }[];
  readonly image: string;
  readonly imageAlt: string;
  /** In Open Graph's spelling, for example `en_GB`. */
  readonly ogLocale: string;
  readonly jsonLd?: string;
  readonly robots: 'index, follow' | 'noindex';
}

const otherOgLocales = (ogLocale: string) => Object.values(ogLocales).filter((other) => other !== ogLocale);

/** For prerendering; after navigation `applyHead` sets title and address. Needs the texts `descriptions`. */
export function pageHead(
  route: Route,
  locale: Locale,
  LL: Texts,
  site: { readonly origin: string; readonly name: string },
): PageHead {
  const page = route.page === 'root' ? 'landing' : route.page;
  const shared = {
    title: pageTitle(page, LL, site.name),
    description: page === 'map' ? LL.head.map.description() : LL.descriptions.of[page](),
    // The images with text claim a warning before the storm.
    image: `${site.origin}/og/${builtSources.mayWarn ? locale : 'name'}.png`,
    imageAlt: builtSources.mayWarn ? LL.descriptions.imageAlt() : site.name,
    ogLocale: ogLocales[locale],
  };
  const canonical = canonicalOf(route, locale, site.origin);
  if (page === 'place') {
    // The Worker adds the place, and removes `noindex`.
    const [here, robots] = [site.origin + pathOf('place', locale), 'noindex'] as const;
    return {
      ...shared,
      canonical: here,
      alternates: sisters(LOCALES, (each) => site.origin + pathOf('place', each)),
      jsonLd: '{}',
      robots,
    };
  }
  if (page === 'notFound' || page === 'embed' || canonical === undefined)
    return { ...shared, alternates: [], robots: 'noindex' };
  const described = localesOf(page).includes(locale) ? locale : DEFAULT_LOCALE;
  return {
    ...shared,
    canonical,
    alternates: alternates(page, site.origin),
    jsonLd: jsonLd({ page, locale: described, canonical, ...shared }, site),
    robots: 'index, follow',
  };
}

/** `x-default` is the default language's address, or for the landing page the neutral page. */
export function alternates(page: PublicPage, origin: string): PageHead['alternates'] {
  const neutral = page === 'landing' ? `${origin}/` : undefined;
  return sisters(localesOf(page), (locale) => origin + pathOf(page, locale), neutral);
}

/** A page's addresses by hreflang. */
export function sisters(
  locales: readonly Locale[],
  hrefIn: (locale: Locale) => string,
  neutral = hrefIn(DEFAULT_LOCALE),
): PageHead['alternates'] {
  return [
    ...locales.map((locale) => ({ hreflang: locale, href: hrefIn(locale) })),
    { hreflang: 'x-default', href: neutral },
  ];
}

interface Described {
  readonly page: PublicPage;
  readonly locale: Locale;
  readonly canonical: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

const pageTypes: Partial<Record<PublicPage, string>> = { contact: 'ContactPage', about: 'AboutPage' };

/** Returns the page as schema.org data: organisation and page, with the site on the landing page, else a breadcrumb. */
export function jsonLd(described: Described, site: { readonly origin: string; readonly name: string }): string {
  const home = site.origin + pathOf('landing', described.locale);
  const organisation = {
    '@type': 'Organization',
    '@id': `${site.origin}/#organisation`,
    name: site.name,
    url: `${site.origin}/`,
    logo: `${site.origin}/icons/icon-512.png`,
  };
  const page = {
    '@type': pageTypes[described.page] ?? 'WebPage',
    '@id': described.canonical,
    url: described.canonical,
    name: described.title,
    description: described.description,
    inLanguage: described.locale,
    primaryImageOfPage: described.image,
    publisher: { '@id': organisation['@id'] },
  };
  const graph =
    described.page === 'landing'
      ? [
          organisation,
          { '@type': 'WebSite', name: site.name, url: `${site.origin}/`, inLanguage: described.locale },
          page,
        ]
      : [organisation, { ...page, breadcrumb: breadcrumb(home, site.name, described) }];
  // A closing tag inside a text must not end the script element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

function breadcrumb(home: string, homeName: string, described: Described) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: homeName, item: home },
      { '@type': 'ListItem', position: 2, name: described.title, item: described.canonical },
    ],
  };
}

export function headHtml(head: PageHead, siteName: string): string {
  const link = (rel: string, href: string, more = '') => `<link rel="${rel}"${more} href="${escapeHtml(href)}" />`;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`;
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('description', head.description),
    meta('robots', head.robots),
    ...(head.canonical ? [link('canonical', head.canonical), property('og:url', head.canonical)] : []),
    ...head.alternates.map(({ hreflang, href }) => link('alternate', href, ` hreflang="${hreflang}"`)),
    property('og:type', 'website'),
    property('og:site_name', siteName),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:image', head.image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', head.imageAlt),
    property('og:locale', head.ogLocale),
    ...otherOgLocales(head.ogLocale).map((other) => property('og:locale:alternate', other)),
    meta('twitter:card', 'summary_large_image'),
    ...(head.jsonLd ? [`<script type="application/ld+json">${head.jsonLd}</script>`] : []),
  ].join('\n    ');
}
