import type { Parameters } from '@luma.gl/core';
import { FRESH_WITHIN_MS, RECENT_WITHIN_MS } from '#shared/limits.ts';
import { DRAWN_TIME_UNIT_MS } from '#web/sky/strikes/StrikeStore.ts';

/** Lower than any age: strikes may seem to come from the future, by as much as two clocks differ. */
const NO_YOUNGEST = -(2 ** 31);
/** Strikes of the newest minute are always drawn, even in crowds. */
const WHOLE_WITHIN_MS = 60_000;

export interface DrawnWindow {
  /** The server's time. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Strikes from here on are hidden; infinity hides none. */
  readonly toMs: number;
  readonly picked: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/** Window and age bounds for shader and count, in the unit of the store's drawn times. */
export function drawnScope({ nowMs, windowMs, picked, toMs }: DrawnWindow, epochMs: number) {
  const hiddenFromMs = picked?.toMs ?? toMs;
  const units = (ms: number) => Math.floor(ms / DRAWN_TIME_UNIT_MS);
  return {
    now: units(nowMs - epochMs),
    window: units(picked ? nowMs - picked.fromMs : windowMs),
    youngest: hiddenFromMs === Number.POSITIVE_INFINITY ? NO_YOUNGEST : units(nowMs - hiddenFromMs) + 1,
    fresh: units(FRESH_WITHIN_MS),
    recent: units(RECENT_WITHIN_MS),
    range: units(windowMs),
    whole: units(WHOLE_WITHIN_MS),
  };
}

/** Parameters of a layer whose light adds up, whatever lies deeper. */
export const ADDED: Parameters = {
  depthCompare: 'always',
  depthWriteEnabled: false,
  blend: true,
  blendColorOperation: 'add',
  blendColorSrcFactor: 'one',
  blendColorDstFactor: 'one',
  blendAlphaOperation: 'add',
  blendAlphaSrcFactor: 'one',
  blendAlphaDstFactor: 'one',
};

const WORLD_UNITS = 2 ** 32;
const COMMON_SIZE = 512;

/**
 * Returns the matrix for offsets from a mercator-fixed `origin`: `viewProjection` (column-major, absolute positions in
 * a world 512 wide, y northwards, to clip space) moved there. In doubles, because the absolute positions need them.
 */
export function offsetsToClip(viewProjection: ArrayLike<number>, origin: readonly [number, number]): number[] {
  const x = ((origin[0] >>> 0) / WORLD_UNITS) * COMMON_SIZE;
  const y = COMMON_SIZE - ((origin[1] >>> 0) / WORLD_UNITS) * COMMON_SIZE;
  const at = (index: number) => viewProjection[index] ?? 0;
  const moved = Array.from({ length: 16 }, (_, index) => at(index));
  for (let row = 0; row < 4; row += 1) moved[12 + row] = at(row) * x + at(4 + row) * y + at(12 + row);
  return moved;
}
