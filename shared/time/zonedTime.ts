const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that this runtime does not know */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** The zone's wall clock, written as if it were UTC. */
function shownMs(atMs: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((atMs % 1000) + 1000) % 1000);
}

/** An IANA zone's time with its offset: `2026-07-01T14:03:22.123+03:00`. */
export function zonedIso(atMs: number, zone: string): string {
  const local = shownMs(atMs, zone);
  const minutes = Math.round((local - atMs) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return new Date(local).toISOString().replace('Z', offset);
}

/** `YYYY-MM-DD`. */
export function zonedDay(atMs: number, zone: string): string {
  return new Date(shownMs(atMs, zone)).toISOString().slice(0, 10);
}

/** @param day `YYYY-MM-DD` */
export function zonedDayStartMs(day: string, zone: string): number {
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  // Twice: the first guess may have the offset of the other side of a change of clocks.
  const first = midnightMs - (shownMs(midnightMs, zone) - midnightMs);
  const second = midnightMs - (shownMs(first, zone) - first);
  // Where clocks skip midnight, the day begins when they do.
  return zonedDay(second, zone) < day ? first : second;
}

export function isTimeZone(name: string): boolean {
  try {
    // Not cached: names are user input, and there are many ways to write each.
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
