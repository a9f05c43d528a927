/**
 * By how many strikes the screen differs from the truth. The hour on the screen is counted once a second, so that a
 * strike may leave it between two looks: any count from `truthNow` to `truthBefore`, a look earlier, is right.
 */
export function screenDrift(onScreen: number, truthNow: number, truthBefore: number): number {
  const least = Math.min(truthNow, truthBefore);
  const most = Math.max(truthNow, truthBefore);
  return onScreen - Math.max(least, Math.min(most, onScreen));
}
