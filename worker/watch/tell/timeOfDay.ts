import type { QuietHours } from '#shared/watch/RecipientBody.ts';

/** Cached: making a format costs more than the rest of a message. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 200;

/** 24 hours: `14:03`, with seconds `14:03:10`. */
export function timeOfDay(atMs: number, language: string, timeZone: string, withSeconds = false): string {
  return formatOf(language, timeZone, withSeconds).format(atMs);
}

function formatOf(language: string, timeZone: string, withSeconds: boolean): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${withSeconds}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const second = withSeconds ? ({ second: '2-digit' } as const) : {};
  const made = new Intl.DateTimeFormat(language, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    ...second,
    hourCycle: 'h23',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}

/** By the zone's local time at that instant, so also in summer time. Begins with `from` and ends before `to`. */
export function isQuietAt({ from, to }: QuietHours, timeZone: string, atMs: number): boolean {
  const now = timeOfDay(atMs, 'en-GB', timeZone);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
