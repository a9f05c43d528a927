import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a run leaves behind, in `.cache/results/{name}.json`, to compare runs. */
interface RunResult {
  readonly name: string;
  readonly command: string;
  readonly startedAt: string;
  readonly seconds: number;
  readonly machine: string;
  readonly pass: boolean;
  readonly tables: readonly Table[];
}

const isNumeric = (cell: string) => /^[-\d.,]+$/.test(cell);

/** The table in columns of equal width: numbers to the right, words to the left. */
export function tableText({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (isNumeric(cell) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const [head = [], ...body] = cells;
  return [title, line(head), rule, ...body.map(line), ''].join('\n');
}

const RESULTS_DIR = join(projectRoot, '.cache/results');

/** Processor, cores, memory, and how busy the machine was: a figure without them says little. */
function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${availableParallelism()} cores of ${model}, ${gigabytes} GB, Node ${process.version}, load ${load} at the start`;
}

/** Starts the clock of a run; what it returns writes the result and gives the path of the file. */
export function beginRun(name: string, command: string) {
  const startedMs = Date.now();
  const machine = describeMachine();
  return async (outcome: Pick<RunResult, 'pass' | 'tables'>): Promise<string> => {
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const startedAt = new Date(startedMs).toISOString();
    const result: RunResult = { name, command, startedAt, seconds, machine, ...outcome };
    await mkdir(RESULTS_DIR, { recursive: true });
    const path = join(RESULTS_DIR, `${name}.json`);
    await writeFile(path, `${JSON.stringify(result, null, 1)}\n`);
    return path;
  };
}

/** A figure: its name, its value, the budget in words (empty where it has none), and whether it is met. */
export type FigureRow = [name: string, value: number, budget: string, kept: boolean];

export const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));

/** A figure that has no budget. */
export const visible = (name: string, value: number, digits?: number): FigureRow => [
  name,
  rounded(value, digits),
  '',
  true,
];

/** A figure that may be `most`, or with `slack` that multiple of it. */
export const atMost = (name: string, value: number, most: number, digits?: number, slack = 1): FigureRow => {
  return [name, rounded(value, digits), `≤ ${most}`, value <= most * slack];
};

/** A count that is to be just that: none if nothing is said. */
export const exactly = (name: string, value: number, requested = 0): FigureRow => [
  name,
  value,
  String(requested),
  value === requested,
];

/** What a kind of load came to. */
export interface LoadOutcome {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  readonly tables?: readonly Table[];
}
