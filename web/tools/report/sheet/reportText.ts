import type { Position } from '#shared/geo/geodesy.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/coordinatesText.ts';

/** A place by its name, if it has one, and its coordinates. */
export function placeText({ position, name }: { readonly position: Position; readonly name: string }, locale: string) {
  return [name, coordinatesText(position, locale)].filter((part) => part !== '').join(' · ');
}

/** A day `YYYY-MM-DD` as the language writes it. */
export function dayText(day: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** An instant by a zone's clock, to the second. */
export function clockText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(atMs);
}

/** The time of day by a zone's clock, to the second. */
export function timeText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { timeStyle: 'medium', timeZone: zone }).format(atMs);
}

/** An instant by a zone's clock and in UTC. */
export function bothClocks(atMs: number, zone: string, LL: Texts, locale: string): string {
  const local = clockText(atMs, zone, locale);
  return zone === 'UTC' ? local : `${local} (${LL.report.utc({ time: clockText(atMs, 'UTC', locale) })})`;
}

/** Kilometres to 10 m, or as whole ones where they are. */
export function kmText(km: number, LL: Texts, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(km);
  return LL.report.km({ km: number }).replaceAll(' ', '\u00a0');
}
