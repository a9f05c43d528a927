import type { Table } from './RunResult.ts';

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

/** The table as Markdown, for a document. */
export function tableMarkdown({ columns, rows }: Table): string {
  const line = (row: readonly (string | number)[]) => `| ${row.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
