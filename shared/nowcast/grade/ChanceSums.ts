import { addCase, addOddsBins, emptyOddsBins, type OddsBins } from './OddsBins.ts';

/** Lower edges of the bins by what was said; the last ends at 1. */
export const SAID_EDGES = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7] as const;
const NEAREST_KM = 10;
const RING_KM = 5;
const RINGS = 14;

/** Sums over answers of one kind: "lightning within so many minutes". Plain data; sums of two days can be added. */
export interface ChanceSums {
  readonly cases: number;
  readonly hits: number;
  /** Sum of the squares of what was said less what came. */
  readonly squares: number;
  /** By what was said: cases, the sum of it, how many came true. */
  readonly said: readonly (readonly [number, number, number])[];
  /** By the distance of the nearest flash, in rings of 5 km from 10 km on: cases, how many came true. */
  readonly rings: readonly (readonly [number, number])[];
  readonly odds: OddsBins;
}

export function emptyChanceSums(): ChanceSums {
  return {
    cases: 0,
    hits: 0,
    squares: 0,
    said: SAID_EDGES.map(() => [0, 0, 0] as const),
    rings: Array.from({ length: RINGS }, () => [0, 0] as const),
    odds: emptyOddsBins(),
  };
}

export interface ChanceCase {
  readonly said: number;
  readonly odds: number;
  readonly nearestKm: number;
  readonly hit: boolean;
}

export function chanceSumsOf(cases: readonly ChanceCase[]): ChanceSums {
  const said = SAID_EDGES.map((): [number, number, number] => [0, 0, 0]);
  const rings = Array.from({ length: RINGS }, (): [number, number] => [0, 0]);
  const odds = emptyOddsBins();
  let [hits, squares] = [0, 0];
  for (const one of cases) {
    const hit = Number(one.hit);
    hits += hit;
    squares += (one.said - hit) ** 2;
    const bin = said[SAID_EDGES.findLastIndex((edge) => one.said >= edge)];
    const ring = rings[Math.min(RINGS - 1, Math.max(0, Math.floor((one.nearestKm - NEAREST_KM) / RING_KM)))];
    for (const [column, value] of [1, one.said, hit].entries()) if (bin) bin[column] = (bin[column] ?? 0) + value;
    for (const [column, value] of [1, hit].entries()) if (ring) ring[column] = (ring[column] ?? 0) + value;
    addCase(odds, one.odds, one.hit);
  }
  return { cases: cases.length, hits, squares, said, rings, odds };
}

export function addChanceSums(a: ChanceSums, b: ChanceSums): ChanceSums {
  return {
    cases: a.cases + b.cases,
    hits: a.hits + b.hits,
    squares: a.squares + b.squares,
    said: a.said.map(([cases, sum, hits], i) => {
      const [moreCases, moreSum, moreHits] = b.said[i] ?? [0, 0, 0];
      return [cases + moreCases, sum + moreSum, hits + moreHits];
    }),
    rings: a.rings.map(([cases, hits], i) => [cases + (b.rings[i]?.[0] ?? 0), hits + (b.rings[i]?.[1] ?? 0)]),
    odds: addOddsBins(a.odds, b.odds),
  };
}

export interface SaidBin {
  readonly from: number;
  readonly to: number;
  readonly cases: number;
  /** Means over the cases; null without any. */
  readonly said: number | null;
  readonly came: number | null;
}

/** A skill is the share by which the squared error is less than a rival's; null without cases. */
export interface ChanceSkill {
  readonly cases: number;
  readonly hits: number;
  readonly brier: number | null;
  readonly overBaseRate: number | null;
  readonly overDistance: number | null;
  readonly bins: readonly SaidBin[];
  /** The widest gap between said and came among bins of enough cases; null if there are none. */
  readonly worstGap: number | null;
}

export const ENOUGH_CASES = 300;

export function chanceSkill({ cases, hits, squares, said, rings }: ChanceSums): ChanceSkill {
  const bins = said.map(([count, sum, came], i) => ({
    from: SAID_EDGES[i] ?? 0,
    to: SAID_EDGES[i + 1] ?? 1,
    cases: count,
    said: count === 0 ? null : sum / count,
    came: count === 0 ? null : came / count,
  }));
  const gaps = bins.flatMap((bin) => (bin.cases < ENOUGH_CASES ? [] : [Math.abs((bin.said ?? 0) - (bin.came ?? 0))]));
  return {
    cases,
    hits,
    brier: cases === 0 ? null : squares / cases,
    overBaseRate: skill(squares, spread(cases, hits)),
    overDistance: skill(
      squares,
      rings.reduce((sum, [count, came]) => sum + spread(count, came), 0),
    ),
    bins,
    worstGap: gaps.length === 0 ? null : Math.max(...gaps),
  };
}

/** The sum of squared errors of always saying the share of hits. */
function spread(cases: number, hits: number): number {
  return cases === 0 ? 0 : hits * (1 - hits / cases);
}

function skill(own: number, rival: number): number | null {
  return rival === 0 ? null : 1 - own / rival;
}
