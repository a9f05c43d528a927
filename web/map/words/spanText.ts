import { HOUR_MS } from '#shared/time/hourKey.ts';

type SpanUnit = 'second' | 'minute' | 'hour' | 'day';

const UNITS: readonly (readonly [SpanUnit, number])[] = [
  ['day', 24 * HOUR_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
];

const formats = new Map<string, Intl.NumberFormat>();

function format(locale: string, unit: SpanUnit): Intl.NumberFormat {
  const key = `${locale}/${unit}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  formats.set(key, made);
  return made;
}

/** Returns a time span in its largest whole unit, rounded down, short and without line breaks: `12 sec`, `3 мин`. */
export function spanText(ms: number, locale: string): string {
  const [unit, unitMs] = UNITS.find(([, size]) => ms >= size) ?? (['second', 1_000] as const);
  return format(locale, unit)
    .format(Math.max(0, Math.floor(ms / unitMs)))
    .replaceAll(' ', '\u00a0');
}
