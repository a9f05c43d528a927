import type { OddsFit } from '#shared/nowcast/place/chanceOf.ts';
import { MINUTE_MS } from '#shared/time/hourKey.ts';
import type { ForecastBook } from './ForecastBook.ts';
import { addCase, emptyOddsBins, fade, type OddsBins, shiftOf } from './OddsBins.ts';

/** What is learnt fades to 1/e in three hours: some days' storms grow, others' die. */
const FADES_MINUTES = 180;
/** Neighbouring places and minutes share a storm: so many cases tell as much as one. */
const ALIKE = 25;
/** Weight of the assumption that today is like other days, in cases. */
const PRIOR = 4;

export interface DriftMemory {
  readonly within30: OddsBins;
  readonly within60: OddsBins;
}

/** How much more, or less, often the storms of the last hours strike than those that the odds were fitted on. */
export class Drift {
  readonly memory: DriftMemory;
  private shift: readonly [number, number] = [0, 0];

  constructor(memory?: DriftMemory) {
    this.memory = memory ?? { within30: emptyOddsBins(), within60: emptyOddsBins() };
    this.learn();
  }

  /** `fit`: the odds' correction without this drift. */
  advance(nowMs: number, stepMs: number, book: ForecastBook, [a30, s30, a60, s60]: OddsFit): void {
    const { within30, within60 } = this.memory;
    const factor = Math.exp(-stepMs / (FADES_MINUTES * MINUTE_MS));
    fade(within30, factor);
    fade(within60, factor);
    for (const { forecast, hit } of book.lately(nowMs, stepMs, 30))
      addCase(within30, a30 + s30 * forecast.odds[0], hit);
    for (const { forecast, hit } of book.lately(nowMs, stepMs, 60))
      addCase(within60, a60 + s60 * forecast.odds[1], hit);
    this.learn();
  }

  over([a30, s30, a60, s60]: OddsFit): OddsFit {
    return [a30 + this.shift[0], s30, a60 + this.shift[1], s60];
  }

  private learn(): void {
    const { within30, within60 } = this.memory;
    this.shift = [shiftOf(within30, ALIKE, PRIOR), shiftOf(within60, ALIKE, PRIOR)];
  }
}
