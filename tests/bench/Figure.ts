import type { Table } from '#tests/report/RunResult.ts';

/** What a figure must keep: a bound on ours, or on ours divided by the baseline; `nothing` where it is only shown. */
export interface Budget {
  readonly of: 'ours' | 'ratio' | 'nothing';
  readonly most?: number;
  readonly least?: number;
}

/** A figure's budget; a short run on a busy machine has another one. */
interface Held {
  readonly budget: Budget;
  readonly shortBudget: Budget;
}

/** One measured row: ours and, where there is one, what somebody would build instead, measured in the same run. */
export interface Figure extends Held {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly baseline?: number;
}

export type EvaluatedFigure = Figure & { readonly ratio: number | undefined; readonly pass: boolean };

const held = (budget: Budget, shortBudget = budget): Held => ({ budget, shortBudget });

/** A row that is only shown. */
export const VISIBLE = held({ of: 'nothing' });

/** Ours is counted: bytes, calls, frames. Hardly depends on the machine. */
export const countAtMost = (most: number) => held({ of: 'ours', most });

/** Ours divided by the baseline. Timed alternately in one process, so noise hits both: a short run may have twice as much. */
export const ratioAtMost = (most: number, shortMost = 2 * most) =>
  held({ of: 'ratio', most }, { of: 'ratio', most: shortMost });

/** Ours as a time, or another absolute figure of processes. */
export const timeAtMost = (most: number, shortMost = most) =>
  held({ of: 'ours', most }, { of: 'ours', most: shortMost });

/** Ours as a rate of processes. */
export const rateAtLeast = (least: number, shortLeast: number) =>
  held({ of: 'ours', least }, { of: 'ours', least: shortLeast });

/** The figure with its ratio and whether it keeps its budget. What could not be measured keeps none. */
export function evaluateFigure(figure: Figure): EvaluatedFigure {
  const { ours, baseline, budget } = figure;
  const { of, most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = budget;
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const value = of === 'ours' ? ours : (ratio ?? Number.NaN);
  return { ...figure, ratio, pass: of === 'nothing' || (value <= most && value >= least) };
}

/** The figure with the budget of a short run. */
export const inShort = (figure: Figure): Figure => ({ ...figure, budget: figure.shortBudget });

/** Three significant digits, or all before the point. */
function shortNumber(value: number | undefined): string {
  if (value === undefined) return '';
  if (!Number.isFinite(value)) return 'unknown';
  return value.toLocaleString('en', value >= 100 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 });
}

function budgetText({ of, most, least }: Budget): string {
  if (of === 'nothing') return '';
  return `${of === 'ratio' ? 'ratio ' : ''}${most === undefined ? `≥ ${shortNumber(least)}` : `≤ ${shortNumber(most)}`}`;
}

export function figureTable(title: string, figures: readonly EvaluatedFigure[]): Table {
  return {
    title,
    columns: ['figure', 'ours', 'baseline', 'unit', 'ratio', 'budget', 'verdict'],
    rows: figures.map(({ group, name, ours, baseline, unit, ratio, budget, pass }) => [
      `${group}: ${name}`,
      shortNumber(ours),
      shortNumber(baseline),
      unit,
      shortNumber(ratio),
      budgetText(budget),
      budget.of === 'nothing' ? 'info' : pass ? 'pass' : 'falls short',
    ]),
  };
}
