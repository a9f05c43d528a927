import type { FormattersInitializer } from 'typesafe-i18n';
import type { Formatters, Locales } from './i18n-types.ts';

/** Numbers in texts: `{count|number}`. */
export const initFormatters: FormattersInitializer<Locales, Formatters> = (locale) => {
  const number = new Intl.NumberFormat(locale);
  return { number: (value: unknown) => (typeof value === 'number' ? number.format(value) : String(value)) };
};
