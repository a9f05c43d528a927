import type { NearStrike } from './AreaState.ts';

const BIN_MS = 5 * 60_000;
const BINS = 3;
/** Fewer in a bin say nothing. */
const LEAST_IN_BIN = 3;
const CLOSER_BY_KM = 2;

/** How far back strikes tell whether they come closer. */
export const APPROACH_WITHIN_MS = BINS * BIN_MS;

/**
 * Whether strikes come closer: the distance of the nearest tenth falls by 2 km or more over three bins of five minutes,
 * the last of which ends at `nowMs`. Where a bin has fewer than three strikes, nobody can say that they do not.
 */
export function isApproaching(strikes: readonly Pick<NearStrike, 'atMs' | 'km'>[], nowMs: number): boolean {
  const bins = Array.from({ length: BINS }, (_, index) => {
    const toMs = nowMs - (BINS - 1 - index) * BIN_MS;
    return strikes.filter(({ atMs }) => atMs <= toMs && atMs > toMs - BIN_MS).map(({ km }) => km);
  });
  if (bins.some((bin) => bin.length < LEAST_IN_BIN)) return true;
  const [first = 0, , last = 0] = bins.map(nearestTenthKm);
  return first - last >= CLOSER_BY_KM;
}

function nearestTenthKm(kms: readonly number[]): number {
  return [...kms].sort((a, b) => a - b)[Math.floor(kms.length / 10)] ?? 0;
}
