import { HOUR_MS } from '#shared/time.ts';
import { dateTimeFormat, type Texts } from '#web/kit/i18n/index.ts';
import type { Sky } from '#web/sky/shown/Sky.ts';
import { spanText } from './spanText.ts';

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
  { truth, nowMs }: Pick<Sky, 'truth' | 'nowMs'>,
  LL: Texts,
  locale: string,
): string {
  if (truth.kind === 'past') return clockText(atMs, nowMs, locale);
  return LL.map.strike.ago({ span: spanText(nowMs - atMs, locale) });
}

/** For a window that is not selectable, the text that none is chosen. */
export function timeFilterText(windowMs: number, LL: Texts): string {
  if (windowMs === HOUR_MS) return LL.map.filter.hour();
  if (windowMs > HOUR_MS) return LL.map.filter.hours({ n: windowMs / HOUR_MS });
  return LL.map.filter.minutes({ n: windowMs / 60_000 });
}
