import { HOUR_MS } from '#shared/time/hourKey.ts';
import { dateTimeFormat, type Locale } from '#web/kit/i18n/index.ts';
import type { Bin, HourCounts } from '#web/tools/analytics/count/HourCounts.ts';
import { dayBins, hourOfDayBins, monthBins } from '#web/tools/analytics/count/localBins.ts';
import { localTime } from '#web/tools/analytics/count/localTime.ts';
import type { NamedBin } from './BinFigure.tsx';

/** Days are named as such, in no zone. */
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns a day of the calendar in words. */
export function dayText(day: string, locale: Locale, form: 'long' | 'short' = 'long'): string {
  const options =
    form === 'long'
      ? ({ day: 'numeric', month: 'long', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'numeric' } as const);
  return dateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(utc(day));
}

export function namedDays(counts: HourCounts, locale: Locale): NamedBin[] {
  return dayBins(counts).map((bin) => ({
    ...bin,
    label: dayText(bin.key, locale, 'short'),
    name: dayText(bin.key, locale),
  }));
}

export function namedMonths(counts: HourCounts, locale: Locale): NamedBin[] {
  const long = dateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const short = dateTimeFormat(locale, { timeZone: 'UTC', month: 'numeric', year: '2-digit' });
  return monthBins(counts).map((bin) => {
    const atMs = utc(`${bin.key}-01`);
    return { ...bin, label: short.format(atMs), name: long.format(atMs) };
  });
}

/** `14:00`, beside it what that is in UTC: one hour in winter, another in summer, both if the time has both. */
export function namedHours(counts: HourCounts): NamedBin[] {
  const utcHours = new Map<number, Set<number>>();
  for (let hourMs = counts.fromMs; hourMs < counts.toMs; hourMs += HOUR_MS) {
    const { hour } = localTime(hourMs);
    const known = utcHours.get(hour) ?? new Set();
    utcHours.set(hour, known.add(new Date(hourMs).getUTCHours()));
  }
  return hourOfDayBins(counts).map((bin: Bin) => ({
    ...bin,
    label: bin.key,
    name: clock(Number(bin.key)),
    utc: [...(utcHours.get(Number(bin.key)) ?? [])].map(clock).join(' / '),
  }));
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
