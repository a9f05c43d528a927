/** Whole hours of this device's time zone; the end is exclusive, and may be on the next day. */
export type NightHours = readonly [from: number, to: number];

export const DEFAULT_NIGHT: NightHours = [22, 6];

/** True if it is night in this device's time zone; with null never. */
export function isNight(atMs: number, hours: NightHours | null = DEFAULT_NIGHT): boolean {
  if (hours === null) return false;
  const [from, to] = hours;
  const hour = new Date(atMs).getHours();
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
