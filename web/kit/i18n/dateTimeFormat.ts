/** English dates are European here: day before month, 24 hours. */
const DATE_LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** To make one takes longer than to use it fifty times. */
const made = new Map<string, Intl.DateTimeFormat>();

/** Returns a format for dates and times in a language of the site: the only place that makes one. */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(DATE_LOCALES[locale] ?? locale, options);
  made.set(key, format);
  return format;
}

/** The time zone that this browser is set to, by its IANA name. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
