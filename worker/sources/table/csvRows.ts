import { readCsv } from '#shared/readCsv.ts';
import type { TableRows } from './RawStrike.ts';
import { columnNames, type TableDeclaration } from './TableDeclaration.ts';

type CsvDeclaration = Pick<Extract<TableDeclaration, { format: 'csv' }>, 'delimiter' | 'finalLineBreak' | 'fields'>;

/** A row of another number of columns than the header's is unread. */
export function csvRows(text: string, declaration: CsvDeclaration): TableRows {
  const { delimiter, finalLineBreak } = declaration;
  if (finalLineBreak && !text.endsWith('\n')) return { broken: 'the last row is cut off' };
  const table = readCsv(text, delimiter);
  if (!table) return { broken: 'quotes are left open or misplaced' };
  const [header, ...rows] = table;
  if (!header) return { broken: 'no header' };
  const titles = header.map((title) => title.trim());
  const columns = columnNames(declaration).map(({ key, name }) => ({ key, name, index: titles.indexOf(name) }));
  const missing = columns.find(({ index }) => index < 0);
  if (missing) return { broken: `the header lacks the column ${missing.name}` };
  const last = rows.at(-1);
  if (last && last.length < header.length && !text.endsWith('\n')) return { broken: 'the last row is cut off' };
  const whole = rows.filter((row) => row.length === header.length);
  return {
    raw: whole.map((row) => Object.fromEntries(columns.map(({ key, index }) => [key, row[index]]))),
    rows: rows.length,
    unread: Array<string>(rows.length - whole.length).fill('other number of columns'),
  };
}
