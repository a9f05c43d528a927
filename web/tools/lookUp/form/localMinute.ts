const LOCAL_MINUTE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

const two = (value: number) => String(value).padStart(2, '0');

/** The local date and time of this device as a field of the type `datetime-local` holds it: `2026-07-01T14:05`. */
export function formatLocalMinute(atMs: number): string {
  const at = new Date(atMs);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Reads it again, seconds left out; undefined if it is none. Of an hour that comes twice in a year, the first. */
export function parseLocalMinute(text: string): number | undefined {
  const [, year, month, day, hour, minute] = LOCAL_MINUTE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const at = new Date(year, month - 1, day, hour, minute);
  return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : undefined;
}
