/**
 * The instant as CAP 1.2 writes it (3.3.2): to the second, local time of `timeZone` and its offset, which for UTC is
 * `-00:00` and never `Z`.
 */
export function capTime(atMs: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(atMs);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offsetMin = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (offsetMin === 0) return `${new Date(atMs).toISOString().slice(0, 19)}-00:00`;
  const offsetMs = (sign === '-' ? -1 : 1) * offsetMin * 60_000;
  return `${new Date(atMs + offsetMs).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`;
}
