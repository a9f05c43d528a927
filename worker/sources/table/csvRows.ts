import { readCsv } from '#shared/csv.ts';
import type { TableRows } from './RawStrike.ts';
import { columnNames, type TableDeclaration } from './TableDeclaration.ts';

type CsvDeclaration = Pick<Extract<TableDeclaration, { format: 'csv' }>, 'delimiter' | 'finalLineBreak' | 'fields'>;

const MOST_FIELDS = 1_000;

/** A row of another number of columns than the header's is unread; of more than `mostRows` none is read. */
export function csvRows(text: string, declaration: CsvDeclaration, mostRows: number): TableRows {
  const { delimiter, finalLineBreak } = declaration;
  if (finalLineBreak && !text.endsWith('\n')) return { broken: 'the last row is cut off' };
  const table: (readonly string[])[] = [];
  const fault = readCsv(text, delimiter, { rows: mostRows, fields: MOST_FIELDS }, (row) => table.push(row));
  if (fault) return fault.kind === 'oversized' ? { oversized: fault.reason } : { broken: fault.reason };
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
