import { HOUR_MS } from '#shared/time/hourKey.ts';
import { parseIsoInstant } from '#shared/time/isoTime.ts';
import type { AddressPart } from '#web/ground/view/AddressPart.ts';

/** Windows of the past on offer. */
export const PAST_WINDOWS_MS = [10 * 60_000, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const DEFAULT_PAST_WINDOW_MS = HOUR_MS;

/** Which moment one looks at. */
export interface Moment {
  /** The end of the window, a whole minute; undefined is now. */
  readonly atMs: number | undefined;
  /** How far back from there. */
  readonly windowMs: number;
}

/** `t=2026-11-20T14:30Z&w=60`: the end of the window in UTC, its length in minutes. Nothing while one looks at now. */
export const timelineAddress: AddressPart<Moment> = {
  names: ['t', 'w'],
  parse(parameters) {
    const atMs = parseIsoInstant(parameters.get('t') ?? '');
    const minutes = Number(parameters.get('w') ?? '');
    return {
      atMs: atMs === undefined ? undefined : wholeMinute(atMs),
      windowMs: PAST_WINDOWS_MS.find((offeredMs) => offeredMs === minutes * 60_000) ?? DEFAULT_PAST_WINDOW_MS,
    };
  },
  format: ({ atMs, windowMs }) =>
    atMs === undefined ? [] : [`t=${new Date(atMs).toISOString().slice(0, 16)}Z`, `w=${windowMs / 60_000}`],
};

/** The start of the minute that contains `atMs`. */
export function wholeMinute(atMs: number): number {
  return Math.floor(atMs / 60_000) * 60_000;
}
