import { distanceKm } from '#shared/geo/geodesy.ts';
import type { Strike } from '#shared/strike.ts';

/** A stroke follows the one before it in the same flash at most so much later … */
const APART_MS = 500;
/** … lies so near the first … */
const APART_KM = 10;
/** … and no flash lasts longer: else in a dense storm one flash would run into the next without end. */
const LONGEST_MS = 1_000;

/**
 * The strikes as flashes, each with its strokes by time; flashes by their first stroke. Of several flashes that a stroke
 * could belong to it joins the one whose first stroke is nearest.
 */
export function flashesOf<Stroke extends Strike>(strikes: readonly Stroke[]): Stroke[][] {
  const flashes: Stroke[][] = [];
  let open: Stroke[][] = [];
  for (const stroke of strikes.toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))) {
    open = open.filter((flash) => stroke.atMs - (flash.at(-1)?.atMs ?? 0) <= APART_MS);
    const flash = nearestFlash(open, stroke);
    if (flash) flash.push(stroke);
    else {
      const begun = [stroke];
      flashes.push(begun);
      open.push(begun);
    }
  }
  return flashes;
}

function nearestFlash<Stroke extends Strike>(open: readonly Stroke[][], stroke: Stroke): Stroke[] | undefined {
  let nearest: Stroke[] | undefined;
  let leastKm = APART_KM;
  for (const flash of open) {
    const [first] = flash;
    if (!first || stroke.atMs - first.atMs > LONGEST_MS) continue;
    const km = distanceKm(first, stroke);
    if (km > leastKm) continue;
    leastKm = km;
    nearest = flash;
  }
  return nearest;
}
