const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError for a zone that this runtime does not know */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
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
  formats.set(zone, format);
  return format;
}

/** The zone's wall clock, written as if it were UTC. */
function visibleMs(atMs: number, zone: string): number {
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
  const minutes = zonedOffsetMin(atMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return new Date(visibleMs(atMs, zone)).toISOString().replace('Z', offset);
}

/** How far the zone's clocks are ahead of UTC. */
export function zonedOffsetMin(atMs: number, zone: string): number {
  return Math.round((visibleMs(atMs, zone) - atMs) / 60_000);
}

/** As a field of the type `datetime-local` holds it: `2026-07-01T14:05`. */
export function zonedMinute(atMs: number, zone: string): string {
  return new Date(visibleMs(atMs, zone)).toISOString().slice(0, 16);
}

const DAY_MS = 86_400_000;
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * When the zone's clocks show this minute, the earliest first: once, twice where clocks go back, and never where they skip it.
 * Undefined if the text is no date and time as `zonedMinute` writes it; seconds after it are left out.
 */
export function zonedInstants(text: string, zone: string): readonly number[] | undefined {
  const minute = MINUTE.exec(text)?.[0] ?? '';
  const wallMs = Date.parse(`${minute}Z`);
  // An invalid date, such as the 30th of February, may be read as another.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 16) !== minute) return undefined;
  const offsetsMin = new Set([wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => zonedOffsetMin(atMs, zone)));
  return [...offsetsMin]
    .map((offsetMin) => wallMs - offsetMin * 60_000)
    .filter((atMs) => visibleMs(atMs, zone) === wallMs)
    .sort((a, b) => a - b);
}

/** `YYYY-MM-DD`. */
export function zonedDay(atMs: number, zone: string): string {
  return new Date(visibleMs(atMs, zone)).toISOString().slice(0, 10);
}

/** @param day `YYYY-MM-DD` */
export function zonedDayStartMs(day: string, zone: string): number {
  const [first] = zonedInstants(`${day}T00:00`, zone) ?? [];
  if (first !== undefined) return first;
  // Where clocks skip midnight, the day begins when they do.
  const midnightMs = Date.parse(`${day}T00:00:00Z`);
  return midnightMs - zonedOffsetMin(midnightMs - DAY_MS, zone) * 60_000;
}

export function isTimeZone(name: string): boolean {
  try {
    // Not cached: names are user input, and there are many ways to write each.
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
