import type { Locale, Texts } from '#web/kit/i18n/index.ts';
import type { Region } from './regionTable.ts';

/** Names of countries in a language, by code. */
export function countryNames(locale: Locale): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  return (code) => names.of(code) ?? code;
}

/** The region's name; of a country that is one region, that it is all of it. */
export function regionName(region: Region, locale: Locale, LL: Texts): string {
  return region[locale] || LL.analytics.grid.whole({ country: countryNames(locale)(region.country) });
}
