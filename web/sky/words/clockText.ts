import { dateTimeFormat } from '#web/kit/i18n/index.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The time of day of `atMs`, with its date if that is not the same day as `nowMs`: `14:43`, `20 Nov, 14:43`. */
export function clockText(atMs: number, nowMs: number, locale: string): string {
  const sameDay = new Date(atMs).getDate() === new Date(nowMs).getDate() && Math.abs(nowMs - atMs) < DAY_MS;
  const date = sameDay ? {} : ({ day: 'numeric', month: 'short' } as const);
  return dateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit' }).format(atMs);
}
