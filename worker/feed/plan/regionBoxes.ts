import type { BBox } from '#shared/geo/BBox.ts';
import type { Region } from './planRegions.ts';
import { TARGET_STRIKES } from './planWindows.ts';

/**
 * The boxes to read for a region. One with a hole is read as a whole while the hole is quiet, since one call costs less
 * than four; once the `strikesInHole` would fill half an answer, as the strips around the hole.
 */
export function regionBoxes({ bbox, without }: Region, strikesInHole: number): BBox[] {
  if (!without || strikesInHole < TARGET_STRIKES / 2) return [bbox];
  return [
    { ...bbox, south: without.north },
    { ...bbox, north: without.south },
    { west: bbox.west, east: without.west, south: without.south, north: without.north },
    { west: without.east, east: bbox.east, south: without.south, north: without.north },
  ].filter(({ west, south, east, north }) => west < east && south < north);
}
