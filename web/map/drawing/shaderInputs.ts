import type { Parameters } from '@luma.gl/core';
import { DRAWN_TIME_UNIT_MS } from '#web/sky/strikes/StrikeStore.ts';

/** Lower than any age: strikes may seem to come from the future, by as much as two clocks differ. */
const NO_YOUNGEST = -(2 ** 31);

export interface DrawnWindow {
  /** The server's time. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Strikes from here on are hidden; infinity hides none. */
  readonly toMs: number;
  readonly picked: { readonly fromMs: number; readonly toMs: number } | undefined;
}

/** Bounds of age for shader and counts, in the unit of the store's drawn times. */
export interface DrawnAges {
  readonly now: number;
  readonly window: number;
  readonly youngest: number;
}

export function drawnAges({ nowMs, windowMs, picked, toMs }: DrawnWindow, epochMs: number): DrawnAges {
  const hiddenFromMs = picked?.toMs ?? toMs;
  const units = (ms: number) => Math.floor(ms / DRAWN_TIME_UNIT_MS);
  return {
    now: units(nowMs - epochMs),
    window: units(picked ? nowMs - picked.fromMs : windowMs),
    youngest: hiddenFromMs === Number.POSITIVE_INFINITY ? NO_YOUNGEST : units(nowMs - hiddenFromMs) + 1,
  };
}

/** Clouds join by the greater of two, so that they never grow denser than their peak. */
export const JOINED: Parameters = {
  depthCompare: 'always',
  depthWriteEnabled: false,
  blend: true,
  blendColorOperation: 'max',
  blendColorSrcFactor: 'one',
  blendColorDstFactor: 'one',
  blendAlphaOperation: 'max',
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
