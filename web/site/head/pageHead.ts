import { DEFAULT_LOCALE, type Locale } from '#web/kit/i18n/locales.ts';
import type { Texts } from '#web/kit/i18n/texts.ts';
import { type Place, type PublicPage, pathOf } from '#web/kit/routing/routes.ts';
import { jsonLd } from './jsonLd.ts';
import { canonicalOf, localesOf } from './pageAddress.ts';
import { pageTitle } from './pageTitle.ts';

/** Everything a page says about itself to browsers, crawlers and link previews. */
export interface PageHead {
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

const ogLocales: Record<Locale, string> = { en: 'en_GB', ru: 'ru_RU', bg: 'bg_BG' };

export const otherOgLocales = (ogLocale: string) => Object.values(ogLocales).filter((other) => other !== ogLocale);

/** For prerendering: a page that is shown later gets its title and address by `applyHead`. Takes the area `descriptions`. */
export function pageHead(
  place: Place,
  locale: Locale,
  LL: Texts,
  site: { readonly origin: string; readonly name: string },
): PageHead {
  const page = place.page === 'root' ? 'landing' : place.page;
  const shared = {
    title: pageTitle(page, LL, site.name),
    description: page === 'map' ? LL.head.map.description() : LL.descriptions.of[page](),
    image: `${site.origin}/og/${locale}.png`,
    imageAlt: LL.descriptions.imageAlt(),
    ogLocale: ogLocales[locale],
  };
  const canonical = canonicalOf(place, locale, site.origin);
  if (page === 'notFound' || page === 'embed' || canonical === undefined)
    return { ...shared, alternates: [], robots: 'noindex' };
  // Of a page that exists in English only, the data are those of the English one.
  const described = localesOf(page).includes(locale) ? locale : DEFAULT_LOCALE;
  return {
    ...shared,
    canonical,
    alternates: alternates(page, site.origin),
    jsonLd: jsonLd({ page, locale: described, canonical, ...shared }, site),
    robots: 'index, follow',
  };
}

/** Returns a page's addresses; `x-default` is the default language's, or for the landing page the neutral page. */
export function alternates(page: PublicPage, origin: string): PageHead['alternates'] {
  const neutral = page === 'landing' ? '/' : pathOf(page, DEFAULT_LOCALE);
  return [
    ...localesOf(page).map((locale) => ({ hreflang: locale, href: origin + pathOf(page, locale) })),
    { hreflang: 'x-default', href: origin + neutral },
  ];
}
