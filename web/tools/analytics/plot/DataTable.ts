export interface Column {
  /** Its name in files, the same in every language. */
  readonly key: string;
  readonly label: string;
}

export interface Cell {
  readonly shown: string;
  /** What stands in a file. */
  readonly value: string | number;
}

/** What a plot shows, as a table. The first cell of a row names it. */
export interface DataTable {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** RFC 4180: comma, quotes where needed, CRLF. Numbers have a point, whatever the language. */
export function csvOf({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ key }) => key), ...rows.map((row) => row.map(({ value }) => String(value)))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
