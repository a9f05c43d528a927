export const MINUTE_MS = 60_000;
/** How far back a nowcast that begins is fed, and after how long a pause it begins anew. */
export const REPLAY_MINUTES = 30;

/** The whole minute that home was read up to. */
export function readMinuteMs(watermarkMs: number): number {
  return Math.floor(watermarkMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * The minutes to tick after `atMs`, now that home was read up to the watermark; `too-many` if the nowcast must begin anew.
 * No minute is due twice, and none before all of it was read.
 */
export function minutesDue(atMs: number, watermarkMs: number): readonly number[] | 'too-many' {
  const count = Math.max(0, (readMinuteMs(watermarkMs) - atMs) / MINUTE_MS);
  if (count > REPLAY_MINUTES) return 'too-many';
  return Array.from({ length: count }, (_, index) => atMs + (index + 1) * MINUTE_MS);
}
