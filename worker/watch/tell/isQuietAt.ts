import type { QuietHours } from '#shared/watch/RecipientBody.ts';
import { localTime } from './localTime.ts';

/**
 * Whether the instant lies within the quiet hours, by the local time of `timeZone` at that very instant, so that they
 * keep their hours through summer time. They begin with `from` and end before `to`.
 */
export function isQuietAt({ from, to }: QuietHours, timeZone: string, atMs: number): boolean {
  const now = localTime(atMs, 'en-GB', timeZone);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
