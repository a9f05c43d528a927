import { HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import type { SkillView } from '#shared/watch/skillBody.ts';

export type Choice = SkillView['choices'][number];

/** A choice with enough hits for a share, and its position in the picture. */
export interface ChoicePoint {
  readonly choice: Choice;
  readonly isYours: boolean;
  readonly x: number;
  readonly y: number;
}

interface Curve {
  readonly dwellMin: number;
  /** From the smallest ring to the largest. */
  readonly points: readonly ChoicePoint[];
}

interface Tick {
  /** A share, or milliseconds. */
  readonly value: number;
  readonly at: number;
}

interface ChoicePlot {
  /** From the shortest dwell to the longest. */
  readonly curves: readonly Curve[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

export const CHOICE_BOX = { width: 340, height: 300, left: 56, right: 326, top: 32, bottom: 252 } as const;

const NICE_MS = [
  ...[1, 2, 5, 10, 20].map((minutes) => minutes * MINUTE_MS),
  ...[0.5, 1, 2, 4, 8, 24, 48, 96, 192].map((hours) => hours * HOUR_MS),
];
/** Between two adjacent time labels. */
const TICK_GAP = 52;

/** The queried choice, at the sites around: among the thirty or not. */
export function yourChoice({ ringsKm, dwellMin, around }: Pick<SkillView, 'ringsKm' | 'dwellMin' | 'around'>): Choice {
  const { hits, warnedShare, stopMs, sites } = around;
  const warned = warnedShare && { warned: warnedShare };
  return { ringKm: ringsKm[2], dwellMin, hits, stopMsASite: stopMs / Math.max(1, sites), ...warned };
}

export const isSameChoice = (a: Choice, b: Choice): boolean => a.ringKm === b.ringKm && a.dwellMin === b.dwellMin;

/** All choices and yours, by dwell and then by ring. */
export function allChoices(skill: Pick<SkillView, 'choices' | 'ringsKm' | 'dwellMin' | 'around'>): readonly Choice[] {
  const yours = yourChoice(skill);
  const others = skill.choices.filter((choice) => !isSameChoice(choice, yours));
  return [...others, yours].sort((a, b) => a.dwellMin - b.dwellMin || a.ringKm - b.ringKm);
}

/**
 * x: time under stop, on a logarithmic scale, because rings differ by factors; y: unwarned hits, from zero. Undefined
 * if fewer than two choices have a share.
 */
export function choicePlot(
  skill: Pick<SkillView, 'choices' | 'ringsKm' | 'dwellMin' | 'around'>,
): ChoicePlot | undefined {
  const yours = yourChoice(skill);
  const rendered = allChoices(skill).filter(({ warned, stopMsASite }) => warned && stopMsASite > 0);
  if (rendered.length < 2) return undefined;
  const times = rendered.map(({ stopMsASite }) => Math.log(stopMsASite));
  const [low, high] = [Math.min(...times) - 0.1, Math.max(...times) + 0.1];
  const most = Math.max(...rendered.map(unwarnedOf));
  const top = Math.max(0.1, Math.ceil(most * 20 - 1e-9) / 20);
  const { left, right, top: topY, bottom } = CHOICE_BOX;
  const x = (ms: number) => left + ((Math.log(ms) - low) / (high - low)) * (right - left);
  const y = (unwarned: number) => bottom - (unwarned / top) * (bottom - topY);
  const dwells = [...new Set(rendered.map(({ dwellMin }) => dwellMin))];
  const step = top > 0.5 ? 0.2 : top > 0.2 ? 0.1 : 0.05;
  const shares = Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, index) => index * step);
  return {
    curves: dwells.map((dwellMin) => ({
      dwellMin,
      points: rendered
        .filter((choice) => choice.dwellMin === dwellMin)
        .map((choice) => ({
          choice,
          isYours: isSameChoice(choice, yours),
          x: x(choice.stopMsASite),
          y: y(unwarnedOf(choice)),
        })),
    })),
    xTicks: apart(
      NICE_MS.filter((ms) => ms >= Math.exp(low) && ms <= Math.exp(high)).map((value) => ({ value, at: x(value) })),
    ),
    yTicks: shares.map((value) => ({ value, at: y(value) })),
  };
}

function unwarnedOf({ warned }: Choice): number {
  return 1 - (warned?.share ?? 1);
}

function apart(ticks: readonly Tick[]): Tick[] {
  const rendered: Tick[] = [];
  for (const tick of ticks) if (tick.at - (rendered.at(-1)?.at ?? 0) >= TICK_GAP) rendered.push(tick);
  return rendered;
}

/** The next point for an arrow key: along the curve by ring, or to the next curve by dwell. */
export function nextPoint(curves: readonly Curve[], from: Choice, key: string): ChoicePoint | undefined {
  const curveAt = curves.findIndex(({ dwellMin }) => dwellMin === from.dwellMin);
  const pointAt = curves[curveAt]?.points.findIndex(({ choice }) => isSameChoice(choice, from)) ?? -1;
  if (pointAt < 0) return undefined;
  const along = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (along !== undefined) return curves[curveAt]?.points[pointAt + along];
  const across = { ArrowUp: -1, ArrowDown: 1 }[key];
  const points = across === undefined ? [] : (curves[curveAt + across]?.points ?? []);
  const isNearer = (a: ChoicePoint, b: ChoicePoint) =>
    Math.abs(a.choice.ringKm - from.ringKm) < Math.abs(b.choice.ringKm - from.ringKm);
  return points.reduce<ChoicePoint | undefined>((best, one) => (best && !isNearer(one, best) ? best : one), undefined);
}
