import type { Table } from '#tests/report/RunResult.ts';

/** What a figure must keep: a bound on ours, or on ours divided by the baseline; `nothing` where it is only shown. */
export interface Budget {
  readonly of: 'ours' | 'ratio' | 'nothing';
  readonly most?: number;
  readonly least?: number;
}

interface Measured {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly baseline?: number;
}

/**
 * How a figure is measured, which says what a short run on a busy machine may hold it to:
 * - `count`: bytes, calls, frames. Hardly depends on the machine: the full budget.
 * - `same-process ratio`: both sides in turns in one process, so noise hits both: twice the full budget.
 * - `across processes`: absolute times, or processes against each other. No factor fits: each states its short budget.
 * - `info`: shown and held to nothing.
 *
 * A figure that is another one at the sizes of a short run states a short budget whatever its kind.
 */
type Held =
  | { readonly kind: 'count' | 'same-process ratio' | 'info'; readonly budget: Budget; readonly shortBudget?: Budget }
  | { readonly kind: 'across processes'; readonly budget: Budget; readonly shortBudget: Budget };

/** One measured row: ours and, where there is one, what somebody would build instead, measured in the same run. */
export type Figure = Measured & Held;

export type JudgedFigure = Figure & {
  readonly ratio: number | undefined;
  readonly pass: boolean;
};

const SAME_PROCESS_FACTOR = 2;

/** A row that is only shown. */
export const SHOWN = { kind: 'info', budget: { of: 'nothing' } } as const satisfies Held;

/** Ours is counted. */
export const countAtMost = (most: number) => ({ kind: 'count', budget: { of: 'ours', most } }) as const satisfies Held;

/** Ours divided by the baseline, both timed in turns in one process. */
export const ratioAtMost = (most: number) =>
  ({ kind: 'same-process ratio', budget: { of: 'ratio', most } }) as const satisfies Held;

/** Ours as a time, or another absolute figure of processes. */
export const timeAtMost = (most: number, shortMost = most) =>
  acrossProcesses({ of: 'ours', most }, { of: 'ours', most: shortMost });

/** Ours as a rate of processes. */
export const rateAtLeast = (least: number, shortLeast = least) =>
  acrossProcesses({ of: 'ours', least }, { of: 'ours', least: shortLeast });

export const acrossProcesses = (budget: Budget, shortBudget: Budget) =>
  ({ kind: 'across processes', budget, shortBudget }) as const satisfies Held;

/** The figure with its ratio and whether it keeps its budget. What could not be measured keeps none. */
export function judgeFigure(figure: Figure): JudgedFigure {
  const { ours, baseline, budget } = figure;
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const value = budget.of === 'ours' ? ours : (ratio ?? Number.NaN);
  const within =
    value <= (budget.most ?? Number.POSITIVE_INFINITY) && value >= (budget.least ?? Number.NEGATIVE_INFINITY);
  return { ...figure, ratio, pass: budget.of === 'nothing' || within };
}

/** The figure with the budget of a short run. */
export function inShort(figure: Figure): Figure {
  return { ...figure, budget: shortBudgetOf(figure) };
}

function shortBudgetOf({ kind, budget, shortBudget }: Figure): Budget {
  if (shortBudget) return shortBudget;
  return kind === 'same-process ratio' ? loosened(budget, SAME_PROCESS_FACTOR) : budget;
}

/** The budget with room for a noisy machine: every bound `factor` times as far away. */
function loosened(budget: Budget, factor: number): Budget {
  return {
    of: budget.of,
    ...(budget.most === undefined ? {} : { most: budget.most * factor }),
    ...(budget.least === undefined ? {} : { least: budget.least / factor }),
  };
}

/** Three significant digits, without an exponent. */
export function shortNumber(value: number | undefined): string {
  if (value === undefined) return '';
  if (!Number.isFinite(value)) return 'unknown';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { minimumFractionDigits: 0, maximumFractionDigits: Math.min(digits, 6) });
}

function budgetText({ of, most, least }: Budget): string {
  if (of === 'nothing') return '';
  const subject = of === 'ratio' ? 'ratio ' : '';
  return most === undefined ? `${subject}≥ ${shortNumber(least)}` : `${subject}≤ ${shortNumber(most)}`;
}

export function figureTable(title: string, figures: readonly JudgedFigure[]): Table {
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
