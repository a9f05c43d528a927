import { DAY_MS } from './time.ts';

/** Days since the Unix epoch. */
export function utcDay(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

export function dayStartMs(atMs: number): number {
  return utcDay(atMs) * DAY_MS;
}

/** `YYYY-MM-DD` in UTC. */
export function dayKey(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Undefined if `key` is no day of the calendar. */
export function parseDayKey(key: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(key)) return undefined;
  const atMs = Date.parse(`${key}T00:00:00.000Z`);
  return Number.isNaN(atMs) || dayKey(atMs) !== key ? undefined : atMs;
}

export function isDay(text: string): boolean {
  return parseDayKey(text) !== undefined;
}

/** Before this day if `days` is negative. */
export function dayAfter(key: string, days = 1): string {
  return dayKey(Date.parse(`${key}T00:00:00Z`) + days * DAY_MS);
}
