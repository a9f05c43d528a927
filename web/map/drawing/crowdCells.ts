import type { AgeClass } from '#shared/ageClass.ts';
import type { MapTheme } from '#shared/picture/colours.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { type CountedCrowds, crowdStep } from '#web/sky/strikes/Crowds.ts';
import { ATLAS_ORDER } from './strikeIcons.tsx';

/** Two integers of position, then four bytes each: the colour; roundness and size. */
export const BYTES_PER_CELL = 16;

/** From a square to a disc. Newer is rounder, like icons; the legend uses it too. */
export const CROWD_ROUNDNESS: Record<AgeClass, number> = { fresh: 1, recent: 0.45, old: 0.2 };

/** Share of its cell that a crowd fills, by step: a second sign of number, with finer edges around a storm. */
export const CROWD_SIZES = [0.7, 0.84, 0.94, 1] as const;
/** The same for counts of an hour that are too low for a crowd. */
export const FEW_SIZE = 0.4;

export function crowdCells(
  crowds: CountedCrowds['crowds'],
  theme: MapTheme,
): { readonly bytes: Uint8Array; readonly count: number } {
  const looks = ATLAS_ORDER.map((age) =>
    mapColours[theme].crowds[age].map((colour, step) => [
      ...channels(colour),
      255,
      Math.round(255 * CROWD_ROUNDNESS[age]),
      Math.round(255 * (CROWD_SIZES[step] ?? 1)),
    ]),
  );
  const bytes = new Uint8Array(crowds.length * BYTES_PER_CELL);
  const places = new Int32Array(bytes.buffer);
  let count = 0;
  crowds.each((x, y, age, { total }) => {
    places.set([x, y], count * 4);
    const step = crowdStep(total);
    bytes.set(looks[age]?.[Math.max(0, step)] ?? [], count * BYTES_PER_CELL + 8);
    if (step < 0) bytes[count * BYTES_PER_CELL + 13] = 255 * FEW_SIZE;
    count += 1;
  });
  return { bytes: bytes.subarray(0, count * BYTES_PER_CELL), count };
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
