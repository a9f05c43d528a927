import type { Position } from '#shared/geo/geodesy.ts';
import type { ReportQuestion } from '#web/kit/addresses/reportAddress.ts';
import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Texts } from '#web/kit/i18n/index.ts';
import { coordinatesText } from '#web/kit/places/takenPlaceText.ts';
import type { DaySum, ReportRow } from './reportRows.ts';

export function reportPlaceText(
  { position, name }: { readonly position: Position; readonly name: string },
  locale: string,
) {
  return [name, coordinatesText(position, locale)].filter((part) => part !== '').join(' · ');
}

export function reportDayText(day: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** An instant in a time zone, to the second. */
export function zonedClockText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(atMs);
}

function timeText(atMs: number, zone: string, locale: string): string {
  return dateTimeFormat(locale, { timeStyle: 'medium', timeZone: zone }).format(atMs);
}

export function zonedAndUtcText(atMs: number, zone: string, LL: Texts, locale: string): string {
  const local = zonedClockText(atMs, zone, locale);
  return zone === 'UTC' ? local : `${local} (${LL.report.utc({ time: zonedClockText(atMs, 'UTC', locale) })})`;
}

/** To 10 m; whole kilometres without decimals. */
export function reportKmText(km: number, LL: Texts, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(km);
  return LL.report.km({ km: number }).replaceAll(' ', '\u00a0');
}

/** Reports "no strokes" only for a day with complete data. */
export function foundText(
  { day, radiusKm, zone }: Pick<ReportQuestion, 'day' | 'radiusKm' | 'zone'>,
  sums: readonly DaySum[],
  rows: readonly ReportRow[],
  LL: Texts,
  locale: string,
): string {
  const words = LL.report.found;
  const said = { km: reportKmText(radiusKm, LL, locale), day: reportDayText(day, locale) };
  const own = sums.find((sum) => sum.day === day);
  const nearest = rows.find(({ atMs }) => own && atMs >= own.fromMs && atMs < own.toMs);
  if (own && nearest) {
    const time = timeText(nearest.atMs, zone, locale);
    return words.some({ ...said, count: own.strokes, nearest: reportKmText(nearest.km, LL, locale), time });
  }
  if (!own || own.observedMs === 0) return words.nothing({ day: said.day });
  return own.observedMs < own.toMs - own.fromMs ? words.part(said) : words.all(said);
}
