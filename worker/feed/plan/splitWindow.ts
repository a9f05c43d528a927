import type { StrikeWindow } from '../../provider/StrikeProvider.ts';

/** Below this a window is no longer halved in time but quartered in space. */
const SHORTEST_MS = 1_000;
/** About 100 m. A box this small with a full answer for one second holds nothing but repeated rows. */
const SMALLEST_DEGREES = 0.001;

/**
 * The parts to read in place of a window whose answer was truncated, newest first: halves of time while it is longer
 * than a second, quarters of the box below. Empty where the window cannot be split any more.
 */
export function splitWindow({ bbox, fromMs, toMs }: StrikeWindow): StrikeWindow[] {
  if (toMs - fromMs > SHORTEST_MS) {
    const middleMs = Math.floor((fromMs + toMs) / 2);
    return [
      { bbox, fromMs: middleMs, toMs },
      { bbox, fromMs, toMs: middleMs },
    ];
  }
  const { west, south, east, north } = bbox;
  if (east - west <= SMALLEST_DEGREES && north - south <= SMALLEST_DEGREES) return [];
  const middleX = (west + east) / 2;
  const middleY = (south + north) / 2;
  return [
    { west, south: middleY, east: middleX, north },
    { west: middleX, south: middleY, east, north },
    { west, south, east: middleX, north: middleY },
    { west: middleX, south, east, north: middleY },
  ].map((quarter) => ({ bbox: quarter, fromMs, toMs }));
}
