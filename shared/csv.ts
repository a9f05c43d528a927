/** What a text in CSV may hold at most: rows after the first, which is the header, and fields in each. */
export interface CsvBounds {
  readonly rows: number;
  readonly fields: number;
}

/** Why a text was not read to its end; its rows before that were taken. */
export interface CsvError {
  readonly kind: 'misquoted' | 'oversized';
  readonly reason: string;
}

const MISQUOTED: CsvError = { kind: 'misquoted', reason: 'quotes are left open or misplaced' };
const [QUOTE, RETURN, FEED] = [0x22, 0x0d, 0x0a];

/**
 * Hands each row of a text in CSV (RFC 4180) to `accept`, one after the other. Blank lines are left out. `delimiter` is one
 * character. Each character is looked at once, and nothing is held but the row.
 *
 * A library of this size (d3-dsv, 1.1 kB packed; this one 0.5 kB) takes a text that breaks off inside quotes for whole.
 */
export function readCsv(
  text: string,
  delimiter: string,
  bounds: CsvBounds,
  accept: (row: readonly string[]) => void,
): CsvError | undefined {
  const { length } = text;
  const separator = delimiter.charCodeAt(0);
  let [at, rows] = [0, 0];
  let row: string[] = [];
  while (at < length || row.length > 0) {
    if (row.length === bounds.fields) {
      return { kind: 'oversized', reason: `a row has more than ${bounds.fields} fields` };
    }
    if (text.charCodeAt(at) === QUOTE) {
      let [field, from, end] = ['', at + 1, text.indexOf('"', at + 1)];
      while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) {
        field += text.slice(from, end + 1);
        from = end + 2;
        end = text.indexOf('"', from);
      }
      if (end < 0) return MISQUOTED;
      row.push(field + text.slice(from, end));
      at = end + 1;
    } else {
      const from = at;
      for (; at < length; at += 1) {
        const char = text.charCodeAt(at);
        if (char === separator || char === FEED || char === RETURN || char === QUOTE) break;
      }
      row.push(text.slice(from, at));
    }
    const char = text.charCodeAt(at);
    if (char === separator) {
      at += 1;
      continue;
    }
    if (char === RETURN && text.charCodeAt(at + 1) === FEED) at += 2;
    else if (char === FEED) at += 1;
    else if (at < length) return MISQUOTED;
    if (row.length > 1 || row[0] !== '') {
      if (rows > bounds.rows) return { kind: 'oversized', reason: `more than ${bounds.rows} rows` };
      rows += 1;
      accept(row);
    }
    row = [];
  }
  return undefined;
}

/** What makes a spreadsheet take a cell for a formula, full-width forms included. */
const FORMULA = new Set('=+-@\t\r＝＋－＠');
/** Where a spreadsheet may begin a cell, whatever the file's separator: Excel in Bulgarian and in Russian splits at `;`. */
const SEPARATORS = new Set(';,|\t\r\n');

/**
 * A row of CSV (RFC 4180) without its line break: undefined and null are empty, numbers stand as they are. Where a
 * spreadsheet could take a text, or what follows a separator in it, for a formula, an apostrophe comes before.
 */
export function csvRow(cells: readonly (string | number | null | undefined)[]): string {
  return cells.map((cell) => (typeof cell === 'string' ? textCell(cell) : String(cell ?? ''))).join(',');
}

function textCell(text: string): string {
  const harmless = FORMULA.has(text.charAt(0)) || /[;,|\t\r\n"]/.test(text) ? withoutFormulas(text) : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutFormulas(text: string): string {
  let [harmless, from, begins] = ['', 0, true];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (begins && FORMULA.has(char)) {
      harmless += `${text.slice(from, at)}'`;
      from = at;
    }
    // A quote may open the cell.
    begins = SEPARATORS.has(char) || (begins && char === '"');
  }
  return harmless + text.slice(from);
}
