import { dateTimeFormat } from '#web/kit/i18n/dateTimeFormat.ts';
import type { Texts } from '#web/kit/i18n/index.ts';

/** An instant by this device's clock. */
export function localText(atMs: number, locale: string, seconds = false): string {
  return dateTimeFormat(locale, { dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short' }).format(atMs);
}

/** An instant by this device's clock, and the same in UTC: by its time alone where the day is the same. */
export function bothClocks(atMs: number, LL: Texts, locale: string, seconds = false): string {
  const timeStyle = seconds ? 'medium' : 'short';
  const dayOf = (zone: { timeZone?: string }) => dateTimeFormat(locale, { dateStyle: 'short', ...zone }).format(atMs);
  const sameDay = dayOf({}) === dayOf({ timeZone: 'UTC' });
  const time = dateTimeFormat(locale, { ...(sameDay ? {} : { dateStyle: 'medium' }), timeStyle, timeZone: 'UTC' });
  return `${localText(atMs, locale, seconds)} (${LL.lookUp.utc({ time: time.format(atMs) })})`;
}
