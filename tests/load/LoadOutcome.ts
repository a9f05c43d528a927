import type { Table } from '#tests/report/RunResult.ts';

/** A figure: its name, its value, the budget in words (empty where it has none), and whether that is kept. */
export type FigureRow = [name: string, value: number, budget: string, kept: boolean];

/** What a kind of load came to. */
export interface LoadOutcome {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  readonly tables?: readonly Table[];
}
