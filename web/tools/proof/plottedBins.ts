import { ENOUGH_CASES } from '#shared/nowcast/grades.ts';
import type { ReliabilityBin } from '#shared/wire/VerificationBody.ts';

const [LEAST_RADIUS, MOST_RADIUS] = [4, 13];

/** In the units of the drawing: y grows downwards. */
export interface PlotSquare {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

interface PlottedBin {
  readonly bin: ReliabilityBin;
  readonly x: number;
  readonly y: number;
  /** The area is proportional to the cases, but never too small to see. */
  readonly radius: number;
  readonly isEnough: boolean;
}

export function isEnough({ cases }: { readonly cases: number }): boolean {
  return cases >= ENOUGH_CASES;
}

export function onAxes({ left, top, size }: PlotSquare): {
  readonly x: (share: number) => number;
  readonly y: (share: number) => number;
} {
  return { x: (share) => left + share * size, y: (share) => top + (1 - share) * size };
}

/** Bins with cases, largest first, so that no dot hides a smaller one. */
export function plottedBins(bins: readonly ReliabilityBin[], square: PlotSquare): PlottedBin[] {
  const most = Math.max(1, ...bins.map(({ cases }) => cases));
  const { x, y } = onAxes(square);
  return bins
    .filter(({ forecast, observed }) => forecast !== null && observed !== null)
    .sort((a, b) => b.cases - a.cases)
    .map((bin) => ({
      bin,
      x: x(bin.forecast ?? 0),
      y: y(bin.observed ?? 0),
      radius: Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(bin.cases / most)),
      isEnough: isEnough(bin),
    }));
}

export function binOf(bins: readonly ReliabilityBin[], chance: number): ReliabilityBin | undefined {
  return bins.find(({ from, to }) => chance >= from && chance < to);
}
