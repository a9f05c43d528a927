import { FIRE_SATELLITES, type Hotspot } from '#shared/fires/Hotspot.ts';
import type { Position } from '#shared/geo/geodesy.ts';
import { landNear } from '#shared/picture/land.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/hourKey.ts';
import { between, hash32, hashText, poisson, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import type { SimulatedSource } from '#worker/dev/simulator/sky/simulatedSource.ts';
import { birthplace } from '#worker/dev/simulator/sky/stormRegions.ts';
import { seenOfFire, seenOfFlash } from './burn.ts';

/** So that a demonstration has some; satellites see one for each 5,000 strokes. */
const FIRES_A_STROKE = 1 / 1_500;
const OTHERS_A_DAY = 60;
const KEPT_DAYS = 9;
const STEP_MS = HOUR_MS;

/**
 * Fires that fit a simulated sky: some of its strokes light one, and people light others. The same sky gives the same fires.
 * The past is made step by step, because a fortnight of strokes takes seconds; until then there are none.
 */
export class SimulatedFires {
  private readonly sky: SimulatedSource;
  private readonly now: () => number;
  private made: Hotspot[] = [];
  private told: readonly Hotspot[] = [];
  /** All steps before it are made. */
  private step: number;

  constructor(sky: SimulatedSource, now: () => number) {
    this.sky = sky;
    this.now = now;
    this.step = this.stepAt(now() - KEPT_DAYS * DAY_MS);
  }

  /** Makes what is missing up to now, with a pause after each step. */
  async catchUp(pause: () => Promise<void>): Promise<void> {
    while (this.step < this.stepAt(this.now())) {
      this.made.push(...this.firesOf(this.step));
      this.step += 1;
      await pause();
    }
    const keptMs = this.now() - KEPT_DAYS * DAY_MS;
    this.told = this.told.concat(this.made).filter(({ atMs }) => atMs >= keptMs);
    this.made = [];
  }

  /** None until the past is made. */
  hotspots(): readonly Hotspot[] {
    return this.told;
  }

  private stepAt(atMs: number): number {
    return Math.floor(atMs / STEP_MS);
  }

  private firesOf(step: number): Hotspot[] {
    const [fromMs, toMs] = [step * STEP_MS, (step + 1) * STEP_MS];
    const lit = this.sky
      .strikesBetween(fromMs, toMs)
      .filter((strike) => hashText(1, strike.id) / 2 ** 32 < FIRES_A_STROKE && isOnLand(strike))
      .flatMap((strike) => seenOfFlash(strike, seededRandom(hashText(2, strike.id))));
    const random = seededRandom(hash32(3, step));
    const others = Array.from({ length: poisson(random, (OTHERS_A_DAY * STEP_MS) / DAY_MS) }, () =>
      seenOfFire(birthplace(random, true), between(random, fromMs, toMs), random),
    ).flat();
    return [...lit, ...others, ...farFlares(fromMs, toMs)];
  }
}

/** A flare in the west that every satellite sees each hour: their files are of all Europe, so their newest row is never old. */
function farFlares(fromMs: number, toMs: number): Hotspot[] {
  const hours = Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => fromMs + hour * HOUR_MS);
  return hours.flatMap((atMs) =>
    FIRE_SATELLITES.map((satellite) => ({
      ...{ satellite, atMs, latitude: 37.2, longitude: -6.9, scanKm: 1, trackKm: 1, kelvin4: 320, kelvin11: 295 },
      ...{ frpMw: 4, confidence: 'nominal', isDay: true },
    })),
  );
}

/** Whether an odd number of coasts lies to the east. */
function isOnLand({ latitude, longitude }: Position): boolean {
  const here = { west: longitude - 1e-6, east: longitude + 1e-6, south: latitude - 1e-6, north: latitude + 1e-6 };
  let isLand = false;
  for (const { corners } of landNear(here)) {
    for (let at = 0; at < corners.length; at += 2) {
      const next = (at + 2) % corners.length;
      const [x, y, toX, toY] = [corners[at], corners[at + 1], corners[next], corners[next + 1]] as [
        number,
        number,
        number,
        number,
      ];
      if (y > latitude !== toY > latitude && longitude < x + ((latitude - y) / (toY - y)) * (toX - x)) isLand = !isLand;
    }
  }
  return isLand;
}
