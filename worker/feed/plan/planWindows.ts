import type { StrikeWindow } from '#worker/sources/port/StrikeSource.ts';

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Strikes per planned window, of an answer that holds `maxRows`: so far below that a burst rarely truncates it. */
export function targetStrikes(maxRows: number): number {
  return Math.floor((maxRows * 2) / 3);
}
/** Planned windows are no shorter; a truncated answer may still split them. */
const MIN_WINDOW_MS = 1_000;

/**
 * Cuts `span` into windows of about `target` expected strikes each, newest first, so that one call can read each completely.
 * `knownAtMs` are the times of strikes seen there, ascending. The unseen part after `seenUntilMs` is assumed to be as
 * busy as the half minute before it.
 */
export function planWindows(
  span: TimeSpan,
  knownAtMs: readonly number[],
  seenUntilMs: number,
  target: number,
): TimeSpan[] {
  const rateFromMs = seenUntilMs - 30_000;
  const lately = knownAtMs.filter((atMs) => atMs > rateFromMs && atMs <= seenUntilMs).length;
  const unseenMs = Math.max(0, span.toMs - Math.max(seenUntilMs, span.fromMs));
  const expected = Math.round((lately / 30_000) * unseenMs);
  const firstUnseenMs = span.toMs - unseenMs;
  const times = knownAtMs.filter((atMs) => atMs >= span.fromMs && atMs < span.toMs);
  for (let index = 0; index < expected; index += 1) times.push(firstUnseenMs + ((index + 0.5) / expected) * unseenMs);
  times.sort((a, b) => a - b);

  const windows: TimeSpan[] = [];
  let toMs = span.toMs;
  for (let held = target; held < times.length; held += target) {
    const cutMs = Math.floor(times[times.length - held] ?? span.fromMs);
    if (toMs - cutMs < MIN_WINDOW_MS || cutMs - span.fromMs < MIN_WINDOW_MS) continue;
    windows.push({ fromMs: cutMs, toMs });
    toMs = cutMs;
  }
  windows.push({ fromMs: span.fromMs, toMs });
  return windows;
}

/** About 100 m. A truncated answer for one second of a box this small can only be repeated rows. */
const MIN_DEGREES = 0.001;

/**
 * The parts of a window whose answer was truncated, newest first: halves of its time if it is longer than a second,
 * otherwise quarters of its box. Empty if it cannot be split further.
 */
export function splitWindow({ bbox, fromMs, toMs }: StrikeWindow): StrikeWindow[] {
  if (toMs - fromMs > MIN_WINDOW_MS) {
    const middleMs = Math.floor((fromMs + toMs) / 2);
    return [
      { bbox, fromMs: middleMs, toMs },
      { bbox, fromMs, toMs: middleMs },
    ];
  }
  const { west, south, east, north } = bbox;
  if (east - west <= MIN_DEGREES && north - south <= MIN_DEGREES) return [];
  const middleX = (west + east) / 2;
  const middleY = (south + north) / 2;
  return [
    { west, south: middleY, east: middleX, north },
    { west: middleX, south: middleY, east, north },
    { west, south, east: middleX, north: middleY },
    { west: middleX, south, east, north: middleY },
  ].map((quarter) => ({ bbox: quarter, fromMs, toMs }));
}
