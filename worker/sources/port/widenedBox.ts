import type { BBox } from '#shared/geo/BBox.ts';

/** Rounds outwards to 1e-5 degrees: few digits for a query, but never a smaller box. */
export function widenedBox({ west, south, east, north }: BBox): BBox {
  const down = (degrees: number) => Math.floor(degrees * 1e5) / 1e5;
  const up = (degrees: number) => Math.ceil(degrees * 1e5) / 1e5;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}
