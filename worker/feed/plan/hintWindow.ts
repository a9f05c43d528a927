import type { StrikeHint } from '#shared/strike.ts';
import type { StrikeWindow } from '../../provider/StrikeProvider.ts';

const AROUND_MS = 5_000;
const AROUND_DEGREES = 0.05;

/** The window in which the provider is asked for a strike that the archive does not have. */
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
