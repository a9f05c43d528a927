/** What a figure must keep: a bound on ours, or on ours divided by the baseline. `falls short` beyond it. */
export interface Budget {
  readonly of: 'ours' | 'ratio';
  readonly most?: number;
  readonly least?: number;
}

/** One measured row: ours and, where there is one, what somebody would build instead, measured in the same run. */
export interface Figure {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly baseline?: number;
  readonly budget: Budget;
}

export interface JudgedFigure extends Figure {
  readonly ratio: number | undefined;
  readonly pass: boolean;
}

/** The figure with its ratio and whether it keeps its budget. What could not be measured keeps none. */
export function judgeFigure(figure: Figure): JudgedFigure {
  const { ours, baseline, budget } = figure;
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const value = budget.of === 'ours' ? ours : (ratio ?? Number.NaN);
  const pass =
    value <= (budget.most ?? Number.POSITIVE_INFINITY) && value >= (budget.least ?? Number.NEGATIVE_INFINITY);
  return { ...figure, ratio, pass };
}

/** The budget with room for a noisy machine: every bound `factor` times as far away. */
export function loosened(budget: Budget, factor: number): Budget {
  return {
    of: budget.of,
    ...(budget.most === undefined ? {} : { most: budget.most * factor }),
    ...(budget.least === undefined ? {} : { least: budget.least / factor }),
  };
}
