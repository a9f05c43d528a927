import { DEFAULT_LOCALE, LOCALES, type Locale } from '#web/i18n/locales.ts';
import type { Texts } from '#web/i18n/texts.ts';
import { type Place, type PublicPage, pathOf } from '#web/routing/routes.ts';
import { jsonLd } from './jsonLd.ts';

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

/** Pages that exist in English only. */
const ENGLISH_ONLY: readonly Place['page'][] = ['privacy', 'terms'];

export function localesOf(page: PublicPage): readonly Locale[] {
  return ENGLISH_ONLY.includes(page) ? [DEFAULT_LOCALE] : LOCALES;
}

export const otherOgLocales = (ogLocale: string) => Object.values(ogLocales).filter((other) => other !== ogLocale);

export function pageHead(
  place: Place,
  locale: Locale,
  LL: Texts,
  site: { readonly origin: string; readonly name: string },
): PageHead {
  const page = place.page;
  const own = page === 'root' ? LL.head.landing : LL.head[page];
  const shared = {
    title: page === 'landing' || page === 'root' ? own.title() : `${own.title()} · ${site.name}`,
    description: own.description(),
    image: `${site.origin}/og/${locale}.png`,
    imageAlt: LL.head.imageAlt(),
    ogLocale: ogLocales[locale],
  };
  if (page === 'notFound') return { ...shared, alternates: [], robots: 'noindex' };
  if (page === 'root') {
    const canonical = `${site.origin}/`;
    return {
      ...shared,
      canonical,
      alternates: alternates('landing', site.origin),
      jsonLd: jsonLd({ page: 'landing', locale, canonical, ...shared }, site),
      robots: 'index, follow',
    };
  }
  const canonicalLocale = localesOf(page).includes(locale) ? locale : DEFAULT_LOCALE;
  const canonical = site.origin + pathOf(page, canonicalLocale);
  return {
    ...shared,
    canonical,
    alternates: alternates(page, site.origin),
    jsonLd: jsonLd({ page, locale: canonicalLocale, canonical, ...shared }, site),
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
