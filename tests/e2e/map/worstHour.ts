import { bboxContains } from '#shared/geo/BBox.ts';
import type { NumberedStrike } from '#shared/strike.ts';
import { HOUR_MS } from '#shared/time.ts';
import { REGION_BOX } from '#web/ground/view/mapQuery.ts';
import { stormModel } from '#worker/dev/simulator/stormModel.ts';

/** Strikes of the worst hour that was ever counted on the wall. */
const WORST = 23_720;
/** An afternoon in July, when storms are at their most. */
const AFTERNOON_MS = Date.UTC(2026, 6, 14, 16);

/** The worst hour over the Balkans, moved to end at `endMs`: as many skies over each other as it takes. */
export function worstHour(endMs: number): NumberedStrike[] {
  const strikes: NumberedStrike[] = [];
  for (let seed = 1; strikes.length < WORST; seed += 1) {
    const sky = stormModel(seed).strikesBetween(AFTERNOON_MS - HOUR_MS, AFTERNOON_MS);
    for (const { id, latitude, longitude, atMs } of sky) {
      if (strikes.length === WORST || !bboxContains(REGION_BOX, longitude, latitude)) continue;
      strikes.push({ id: `${seed}-${id}`, ordinal: 0, latitude, longitude, atMs: endMs - AFTERNOON_MS + atMs });
    }
  }
  return strikes.sort((a, b) => a.atMs - b.atMs).map((strike, index) => ({ ...strike, ordinal: index + 1 }));
}
