import { DAY_MS } from './hourKey.ts';

/** The number of the UTC day that contains `atMs`, counted from the Unix epoch. */
export function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** Start of the UTC day that contains `atMs`. */
export function dayStartMs(atMs: number): number {
  return utcDay(atMs) * DAY_MS;
}

/** `YYYY-MM-DD` of the UTC day that contains `atMs`. */
export function dayKey(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Start of the UTC day that `key` names; undefined if it names none. */
export function parseDayKey(key: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(key)) return undefined;
  const atMs = Date.parse(`${key}T00:00:00.000Z`);
  return Number.isNaN(atMs) || dayKey(atMs) !== key ? undefined : atMs;
}

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return parseDayKey(text) !== undefined;
}

/** The day that comes `days` after this one, or before it if negative. */
export function dayAfter(key: string, days = 1): string {
  return dayKey(Date.parse(`${key}T00:00:00Z`) + days * DAY_MS);
}
