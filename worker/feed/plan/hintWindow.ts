import type { StrikeHint } from '#shared/strike.ts';
import type { StrikeWindow } from '#worker/provider/StrikeProvider.ts';

const AROUND_MS = 5_000;
const AROUND_DEGREES = 0.05;

/** The window to ask the provider for when looking for one strike: 5 s and 0.05° either side of the hint. */
export function hintWindow({ atMs, latitude, longitude }: StrikeHint): StrikeWindow {
  return {
    bbox: {
      west: Math.max(-180, longitude - AROUND_DEGREES),
      south: Math.max(-90, latitude - AROUND_DEGREES),
      east: Math.min(180, longitude + AROUND_DEGREES),
      north: Math.min(90, latitude + AROUND_DEGREES),
    },
    fromMs: atMs - AROUND_MS,
    toMs: atMs + AROUND_MS,
  };
}
