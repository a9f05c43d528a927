import { type ChanceSums, chanceSkill } from '#shared/nowcast/grade/ChanceSums.ts';
import type { DaySums, PositionSums } from '#shared/nowcast/grade/DaySums.ts';
import type { ChanceProof, GradeBody, PositionProof } from '#shared/nowcast/ProofBody.ts';

export function gradesOf({ within30, within60, arrivals, in15, in30, approaching, others }: DaySums): GradeBody {
  const { cases, held, widthMinutes } = arrivals;
  return {
    chance30: chanceOf(within30),
    chance60: chanceOf(within60),
    eta: { cases, held, widthMin: meanOf(widthMinutes, cases) },
    position15: positionOf(in15),
    position30: positionOf(in30),
    states: { approaching, others },
  };
}

function chanceOf(sums: ChanceSums): ChanceProof {
  const { cases, hits, brier, overBaseRate, overDistance, bins } = chanceSkill(sums);
  return { cases, hits, brier, overBaseRate, overDistance, bins: [...bins] };
}

function positionOf({ cases, errorKm, stayingKm }: PositionSums): PositionProof {
  return { cases, errorKm: meanOf(errorKm, cases), stayingKm: meanOf(stayingKm, cases) };
}

function meanOf(sum: number, cases: number): number | null {
  return cases === 0 ? null : sum / cases;
}
