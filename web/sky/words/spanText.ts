import { HOUR_MS } from '#shared/time.ts';

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

/** Returns a time span in its two largest units: `1 hr 10 min`, `6 days 4 hr`. */
export function longSpanText(ms: number, locale: string): string {
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [, unitMs] = UNITS[at] ?? ['second', 1_000];
  const rest = ms % unitMs;
  const withRest = at >= 0 && at < UNITS.length - 1 && rest >= (UNITS[at + 1]?.[1] ?? 0);
  return withRest ? `${spanText(ms, locale)} ${spanText(rest, locale)}` : spanText(ms, locale);
}

/** Returns a time span in its largest whole unit, rounded down, short and without line breaks: `12 sec`, `3 мин`. */
export function spanText(ms: number, locale: string): string {
  const [unit, unitMs] = UNITS.find(([, size]) => ms >= size) ?? (['second', 1_000] as const);
  return format(locale, unit)
    .format(Math.max(0, Math.floor(ms / unitMs)))
    .replaceAll(' ', '\u00a0');
}
