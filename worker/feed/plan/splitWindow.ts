import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';

/** A window no longer than this is quartered in space instead of halved in time. */
const MIN_WINDOW_MS = 1_000;
/** About 100 m. A truncated answer for one second of a box this small can only be repeated rows. */
const MIN_DEGREES = 0.001;

/**
 * The parts to read in place of a window whose answer was truncated, newest first: halves of its time if it is longer
 * than a second, otherwise quarters of its box. Empty if the window cannot be split any further.
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
