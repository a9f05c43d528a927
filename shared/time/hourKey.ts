export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function hourStartMs(atMs: number): number {
  return Math.floor(atMs / HOUR_MS) * HOUR_MS;
}

/** `YYYYMMDDHH` in UTC: the name of an hourly slice. */
export function hourKey(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 13).replace(/[-T]/g, '');
}

export function parseHourKey(key: string): number | undefined {
  if (!/^\d{10}$/.test(key)) return undefined;
  const iso = `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}T${key.slice(8, 10)}:00:00.000Z`;
  const atMs = Date.parse(iso);
  return Number.isNaN(atMs) || hourKey(atMs) !== key ? undefined : atMs;
}
