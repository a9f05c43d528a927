/** English dates are European here: day before month, 24 hours. */
const DATE_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** Creating a format takes longer than using it fifty times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The only place that creates formats of dates and times. */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(DATE_LOCALES[locale] ?? locale, options);
  formats.set(key, format);
  return format;
}

/** The browser's time zone, by its IANA name. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
