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
