import type { Table } from '#tests/report/RunResult.ts';
import type { Budget, JudgedFigure } from './Figure.ts';

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
