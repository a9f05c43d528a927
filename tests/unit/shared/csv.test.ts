import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, readCsv } from '#shared/csv.ts';

const BOUNDS = { rows: 10, fields: 5 };

/** The rows, or why they cannot be had. */
function read(text: string, delimiter = ',', bounds = BOUNDS) {
  const rows: (readonly string[])[] = [];
  const fault = readCsv(text, delimiter, bounds, (row) => rows.push(row));
  return fault?.reason ?? rows;
}

describe('CSV that is read', () => {
  test.each([
    [
      'two rows',
      'a,b\n1,2\n',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CRLF, and no line break at the end',
      'a,b\r\n1,2',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['empty fields at either end', ',b,\n', ',', [['', 'b', '']]],
    ['another delimiter', 'a;1,5\n', ';', [['a', '1,5']]],
    ['tabs', 'a\tb\n', '\t', [['a', 'b']]],
    ['bars', 'a|b\n', '|', [['a', 'b']]],
    ['delimiters, line breaks and quotes within quotes', '"a,b","c\nd","e""f"\n', ',', [['a,b', 'c\nd', 'e"f']]],
    [
      'blank lines, which are no rows',
      '\na,b\n\n1,2\n\n',
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['nothing', '', ',', []],
  ])('has %s', (_, text, delimiter, rows) => {
    expect(read(text, delimiter)).toEqual(rows);
  });

  test.each(['a,"b', 'a,"b\n1,2\n', 'a"b,c\n', '"a"b,c\n', 'a,b\rc,d\n'])('is not %j', (text) => {
    expect(read(text)).toBe('quotes are left open or misplaced');
  });

  test('is read up to its bounds, and no row after them', () => {
    const rows = (count: number) => 'a,b\n'.repeat(count);
    expect(read(rows(11))).toHaveLength(11);
    expect(read(rows(12))).toBe('more than 10 rows');
    expect(read(`${rows(3)}1,2,3,4,5\n`)).toHaveLength(4);
    expect(read(`${rows(3)}1,2,3,4,5,\n`)).toBe('a row has more than 5 fields');
    expect(read('\n'.repeat(1_000))).toEqual([]);
  });

  test('has the fields that were written, whatever is in them', () => {
    const rows = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ') }), { minLength: 2, maxLength: 4 }),
      { maxLength: 5 },
    );
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(rows, (written) => {
        const text = written.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
        expect(read(text)).toEqual(written);
      }),
    );
  });
});

describe('CSV that is written', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['x;=1+1', "x;'=1+1"],
    ['x\t@a', "x\t'@a"],
    ['x|+1', "x|'+1"],
    ['x,-1', '"x,\'-1"'],
    ['x\n=1', '"x\n\'=1"'],
    ['x;"=1', '"x;""\'=1"'],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A', "'＠A"],
    ['x;＝1', "x;'＝1"],
  ])('has no formula for a spreadsheet, whatever it splits at: %j', (text, cell) => {
    expect(csvRow([text, 1])).toBe(`${cell},1`);
  });

  test('leaves numbers, and texts that begin no formula, as they are', () => {
    expect(csvRow([-12.5, 'a-b', 'a=b', '', undefined, null, 0, '2026-07-01T11:00:00+03:00'])).toBe(
      '-12.5,a-b,a=b,,,,0,2026-07-01T11:00:00+03:00',
    );
  });

  test('can be read again, and begins no cell with a formula at any separator', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', ';', ',', '"', '\n', '\t', '=', '＝') }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(texts, (cells) => {
        const [row] = read(`${csvRow(cells)}\r\n`) as string[][];
        expect(row?.map((cell) => cell.replaceAll("'", ''))).toEqual(cells);
        for (const cell of row ?? []) for (const part of cell.split(/[;,\n\t]/)) expect(part).not.toMatch(/^"*[=＝]/);
      }),
    );
  });
});
