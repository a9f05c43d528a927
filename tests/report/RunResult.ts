import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#tests/support/projectRoot.ts';

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** What a run leaves behind, in `.cache/results/{name}.json`, for whoever compares runs. */
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

/** Processor, cores, memory, and how busy the machine was when asked: a figure without them says little. */
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

/** A figure: its name, its value, the budget in words (empty where it has none), and whether that is kept. */
export type FigureRow = [name: string, value: number, budget: string, kept: boolean];

/** What a kind of load came to. */
export interface LoadOutcome {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  readonly tables?: readonly Table[];
}

/** Lines over a common x axis. */
export interface Plot {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

const WIDTH = 720;
const HEIGHT = 240;
const MARGIN = { left: 64, right: 16, top: 12, bottom: 32 };
const COLOURS = ['#4f1954', '#e81f42', '#b77a00', '#1b6ca8', '#2e7d4f'];

const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** The plot as one inline SVG: lines over a common x axis that begins at the first point, y from zero. */
export function svgPlot({ title, xUnit, yUnit, lines }: Plot): string {
  const points = lines.flatMap((line) => line.points).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const xs = points.map(([x]) => x);
  const [fromX, toX] = [Math.min(...xs), Math.max(...xs)];
  const topY = Math.max(...points.map(([, y]) => y), 1e-9) * 1.05;
  const across = WIDTH - MARGIN.left - MARGIN.right;
  const down = HEIGHT - MARGIN.top - MARGIN.bottom;
  const x = (value: number) => MARGIN.left + ((value - fromX) / (toX - fromX || 1)) * across;
  const y = (value: number) => MARGIN.top + (1 - value / topY) * down;
  const label = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const yMarks = [0, 0.5, 1].map((share) => {
    const value = topY * share;
    return `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>
<text x="${MARGIN.left - 6}" y="${y(value) + 4}" text-anchor="end">${label(value)}</text>`;
  });
  const xMarks = [fromX, (fromX + toX) / 2, toX].map(
    (value) =>
      `<text x="${x(value)}" y="${HEIGHT - 10}" text-anchor="middle">${label(value)} ${escapeText(xUnit)}</text>`,
  );
  const drawn = lines.map(({ points: own }, index) => {
    const path = own.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.5" points="${path}"/>`;
  });
  const legend = lines.map(
    ({ name }, index) => `<span style="color:${COLOURS[index % COLOURS.length]}">■</span> ${escapeText(name)}`,
  );
  return `<figure><figcaption>${escapeText(title)}, ${escapeText(yUnit)} — ${legend.join(' ')}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(title)}">${[...yMarks, ...xMarks, ...drawn].join('\n')}</svg></figure>`;
}
