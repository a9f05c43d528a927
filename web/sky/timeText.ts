import { HOUR_MS } from '#shared/time.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from './Sky.ts';

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
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  formats.set(key, format);
  return format;
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

const DAY_MS = 24 * 60 * 60_000;

/** The time of day of `atMs`, with its date if that is not the same day as `nowMs`: `14:43`, `20 Nov, 14:43`. */
export function clockText(atMs: number, nowMs: number, locale: string): string {
  const sameDay = new Date(atMs).getDate() === new Date(nowMs).getDate() && Math.abs(nowMs - atMs) < DAY_MS;
  const date = sameDay ? {} : ({ day: 'numeric', month: 'short' } as const);
  return dateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit' }).format(atMs);
}

/** The time of day on the visitor's clock, followed by UTC: `14:43 · 12:43 UTC`. */
export function bothClocksText(atMs: number, nowMs: number, locale: string): string {
  const utc = dateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' });
  const own = clockText(atMs, nowMs, locale);
  const inUtc = utc.format(atMs);
  return own.endsWith(inUtc) ? `${own}\u00a0UTC` : `${own} · ${inUtc}\u00a0UTC`;
}

/** When a strike fell: how long ago, or in the past the time of day, because an age would seem relative to now. */
export function whenText(
  atMs: number,
  { viewStatus, nowMs }: Pick<Sky, 'viewStatus' | 'nowMs'>,
  LL: Texts,
  locale: string,
): string {
  if (viewStatus.kind === 'past') return clockText(atMs, nowMs, locale);
  return LL.map.strike.ago({ span: spanText(nowMs - atMs, locale) });
}

/** For a window that is not selectable, the text that none is chosen. */
export function timeFilterText(windowMs: number, LL: Texts): string {
  if (windowMs === HOUR_MS) return LL.map.filter.hour();
  if (windowMs > HOUR_MS) return LL.map.filter.hours({ n: windowMs / HOUR_MS });
  return LL.map.filter.minutes({ n: windowMs / 60_000 });
}
