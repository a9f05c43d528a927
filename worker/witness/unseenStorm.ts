import { blockOf, cellCentre, type SlotCell } from './slotCells.ts';

/** With so many strikes expected, none at all comes by chance in e⁻⁵, 0.7 % (Poisson). */
const LEAST_EXPECTED = 5;
/** Before enough is known of the two sources, so that 50 flashes are needed. */
const FIRST_PER_FLASH = 0.1;
/** Strikes come in groups, so that many per flash make silence no less likely than one. */
const MOST_PER_FLASH = 1;
/** A source that sees almost nothing of what the witness sees must not make the alarm impossible. */
const LEAST_PER_FLASH = 0.02;
/** Slots of a fortnight with storms on some afternoons. */
const ENOUGH_SLOTS = 100;

/** How likely a source that tells `expected` strikes on average tells none. */
export function chanceOfNone(expected: number): number {
  return Math.exp(-expected);
}

/** Strikes to be expected for each flash: the lower quartile of what slots had, 0.1 while they are few. */
export function usualPerFlash(slotRatios: readonly number[]): number {
  if (slotRatios.length < ENOUGH_SLOTS) return FIRST_PER_FLASH;
  const sorted = [...slotRatios].sort((a, b) => a - b);
  const quartile = sorted[Math.floor((sorted.length - 1) / 4)] ?? FIRST_PER_FLASH;
  return Math.min(MOST_PER_FLASH, Math.max(LEAST_PER_FLASH, quartile));
}

export interface UnseenStorm {
  /** Middle of three by three cells. */
  readonly latitude: number;
  readonly longitude: number;
  /** Of the two slots. */
  readonly flashes: number;
  readonly expected: number;
}

/**
 * The place where the witness saw most in both of two slots that follow each other, while the primary source told no
 * strike in three by three cells there although five or more were to be expected. Both slots were compared.
 */
export function unseenStorm(
  before: readonly SlotCell[],
  now: readonly SlotCell[],
  perFlash: number,
): UnseenStorm | undefined {
  const slots = [before, now].map((cells) => new Map(cells.map((counts) => [counts.cell, counts])));
  const centres = new Set([...before, ...now].map(({ cell }) => cell));
  let most: UnseenStorm | undefined;
  for (const centre of centres) {
    const [first = NOTHING, second = NOTHING] = slots.map((cells) => blockSums(centre, cells));
    if (first.strikes + second.strikes > 0 || first.flashes === 0 || second.flashes === 0) continue;
    const flashes = first.flashes + second.flashes;
    const expected = flashes * perFlash;
    if (expected < LEAST_EXPECTED || flashes <= (most?.flashes ?? 0)) continue;
    most = { ...cellCentre(centre), flashes, expected };
  }
  return most;
}

const NOTHING = { flashes: 0, strikes: 0 };

function blockSums(centre: number, cells: ReadonlyMap<number, SlotCell>) {
  return blockOf(centre)
    .map((cell) => cells.get(cell) ?? NOTHING)
    .reduce(
      (sum, { flashes, strikes }) => ({ flashes: sum.flashes + flashes, strikes: sum.strikes + strikes }),
      NOTHING,
    );
}
