import { FLASH_WINDOW_MS } from '#shared/nowcast/cells/FlashWindow.ts';
import type { RunningNowcast } from '#shared/nowcast/createNowcast.ts';
import type { Strike } from '#shared/strike.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { Gap } from '#shared/watch/Pulse.ts';

/** History for a nowcast that begins; after a longer pause it begins anew. */
export const REPLAY_MINUTES = 30;

export function readMinuteMs(watermarkMs: number): number {
  return Math.floor(watermarkMs / MINUTE_MS) * MINUTE_MS;
}

/**
 * The minutes to tick after `atMs`, now that home was read up to the watermark; `too-many` if the nowcast must begin
 * anew. No minute is due twice, and none before all of it was read.
 */
export function minutesDue(atMs: number, watermarkMs: number): readonly number[] | 'too-many' {
  const minutes = minutesBetween(atMs, readMinuteMs(watermarkMs));
  return minutes.length > REPLAY_MINUTES ? 'too-many' : minutes;
}

/** The minutes after `atMs` up to `toMs`, both whole ones. */
export function minutesBetween(atMs: number, toMs: number): readonly number[] {
  const count = Math.max(0, (toMs - atMs) / MINUTE_MS);
  return Array.from({ length: count }, (_, index) => atMs + (index + 1) * MINUTE_MS);
}

/** Ticks the nowcast at each minute's end with the strikes before it. Returns those that are younger than the last. */
export function tickMinutes<S extends Pick<Strike, 'atMs' | 'latitude' | 'longitude'>>(
  nowcast: Pick<RunningNowcast, 'tick'>,
  minutes: readonly number[],
  strikes: readonly S[],
  ticked: (minuteMs: number) => void = () => undefined,
): readonly S[] {
  let later = strikes;
  for (const minuteMs of minutes) {
    nowcast.tick(
      minuteMs,
      later.filter(({ atMs }) => atMs < minuteMs),
    );
    later = later.filter(({ atMs }) => atMs >= minuteMs);
    ticked(minuteMs);
  }
  return later;
}

const LEAST_MS = 10_000;
/** For a poll under way at the minute's end. */
const GRACE_MS = 2_000;

/**
 * The wait before the Feed is asked again: until it should have read the minute after `atMs`, at least 10 s. Null:
 * nothing is known yet.
 */
export function nextAskMs(heard: { readonly atMs: number; readonly watermarkMs: number } | null): number {
  if (!heard) return LEAST_MS;
  const untilReadMs = heard.atMs + MINUTE_MS - heard.watermarkMs + GRACE_MS;
  return Math.min(MINUTE_MS, Math.max(LEAST_MS, untilReadMs));
}

/** Whether some of the ten minutes before `atMs` was not read. Untold gaps are older than told ones. */
export function isPartial(gaps: readonly Gap[], atMs: number): boolean {
  return gaps.some(([, , , , fromMs, toMs]) => fromMs < atMs && toMs > atMs - FLASH_WINDOW_MS);
}
