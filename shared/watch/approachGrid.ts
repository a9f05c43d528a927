import type { GridSlot, NearStrike } from './AreaState.ts';

const SLOT_MS = 30_000;
const SLOTS_A_BIN = 10;
const BINS = 3;
const SLOTS = SLOTS_A_BIN * BINS;
const LEAST_IN_BIN = 3;
const CLOSER_BY_KM = 2;
/** Bits of one number: kilometres 0 to 30, and those from 31 on. */
const BITS = 31;

/** Adds strikes in any order, repeated or not: cells of 30 s × 1 km, of the fifteen minutes up to the newest. */
export function gridWith(
  grid: readonly GridSlot[],
  strikes: readonly Pick<NearStrike, 'atMs' | 'km'>[],
): readonly GridSlot[] {
  const slots = [...grid];
  for (const strike of strikes) if (!isInGrid(slots, strike)) addTo(slots, strike);
  const oldest = (slots.at(-1)?.[0] ?? 0) - SLOTS;
  return slots.filter(([slot]) => slot > oldest);
}

function addTo(slots: GridSlot[], { atMs, km }: Pick<NearStrike, 'atMs' | 'km'>): void {
  const at = Math.floor(atMs / SLOT_MS);
  const row = Math.floor(km);
  const index = slots.findLastIndex(([slot]) => slot <= at);
  const [slot, near, far] = slots[index] ?? [at - 1, 0, 0];
  const [nearBit, farBit] = row < BITS ? [1 << row, 0] : [0, 1 << (row - BITS)];
  if (slot === at) slots[index] = [at, near | nearBit, far | farBit];
  else slots.splice(index + 1, 0, [at, nearBit, farBit]);
}

export function isInGrid(grid: readonly GridSlot[], { atMs, km }: Pick<NearStrike, 'atMs' | 'km'>): boolean {
  const at = Math.floor(atMs / SLOT_MS);
  if (at <= (grid.at(-1)?.[0] ?? Number.NaN) - SLOTS) return true;
  const slot = grid.findLast(([one]) => one === at);
  return slot !== undefined && hasCell(slot, Math.floor(km));
}

/**
 * Strikes come closer: the distance of the nearest tenth of the cells falls by 2 km or more over three bins of five
 * minutes, the last of which ends with the 30 s of `nowMs`. Also true where a bin has fewer than three cells to tell
 * by.
 */
export function isApproaching(grid: readonly GridSlot[], nowMs: number): boolean {
  const end = Math.floor(nowMs / SLOT_MS);
  const nearest = Array.from({ length: BINS }, (_, bin) => {
    const last = end - (BINS - 1 - bin) * SLOTS_A_BIN;
    return nearestTenthKm(grid.filter(([slot]) => slot <= last && slot > last - SLOTS_A_BIN));
  });
  const [first, between, last] = nearest;
  if (first === undefined || between === undefined || last === undefined) return true;
  return first - last >= CLOSER_BY_KM;
}

function nearestTenthKm(slots: readonly GridSlot[]): number | undefined {
  const kms = slots.flatMap((slot) =>
    Array.from({ length: 2 * BITS }, (_, km) => km).filter((km) => hasCell(slot, km)),
  );
  if (kms.length < LEAST_IN_BIN) return undefined;
  return kms.sort((a, b) => a - b)[Math.floor(kms.length / 10)];
}

function hasCell([, near, far]: GridSlot, km: number): boolean {
  return km < BITS ? (near & (1 << km)) !== 0 : (far & (1 << (km - BITS))) !== 0;
}
