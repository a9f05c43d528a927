import type { Locale } from '#web/kit/i18n/locales.ts';
import { type PublicPage, pathOf } from '#web/kit/routing/routes.ts';

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
