/** Least-squares slope of the points, in y per x; NaN of fewer than two. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

/**
 * By how many strikes the screen differs from the truth. The hour on the screen is counted once a second, so that a
 * strike may leave it between two looks: any count from `truthNow` to `truthBefore`, a look earlier, is right.
 */
export function screenDrift(onScreen: number, truthNow: number, truthBefore: number): number {
  const least = Math.min(truthNow, truthBefore);
  const most = Math.max(truthNow, truthBefore);
  return onScreen - Math.max(least, Math.min(most, onScreen));
}
