import type { Language } from '#shared/languages.ts';

/** One clock for each country of home. */
const ZONES: Readonly<Record<string, string>> = {
  AL: 'Europe/Tirane',
  AT: 'Europe/Vienna',
  BA: 'Europe/Sarajevo',
  BG: 'Europe/Sofia',
  GR: 'Europe/Athens',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IT: 'Europe/Rome',
  MD: 'Europe/Chisinau',
  ME: 'Europe/Podgorica',
  MK: 'Europe/Skopje',
  MT: 'Europe/Malta',
  RO: 'Europe/Bucharest',
  RS: 'Europe/Belgrade',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  TR: 'Europe/Istanbul',
  UA: 'Europe/Kyiv',
  XK: 'Europe/Belgrade',
};

/** The time zone of a country of home, by its two letters; UTC for any other. */
export function zoneOfCountry(country: string): string {
  return ZONES[country] ?? 'UTC';
}

const STYLES = {
  time: { hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  dayAndTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  full: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** An instant on a zone's clock. Formats are kept: there are as many as languages, zones and styles. */
export function placeTimeText(atMs: number, style: keyof typeof STYLES, zone: string, language: Language): string {
  const key = `${style} ${zone} ${language}`;
  const kept = formats.get(key);
  const format =
    kept ??
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
      ...STYLES[style],
      timeZone: zone,
      hourCycle: 'h23',
    });
  if (!kept) formats.set(key, format);
  return format.format(atMs);
}
