import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from '#shared/readCsv.ts';

describe('CSV', () => {
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
    expect(readCsv(text, delimiter)).toEqual(rows);
  });

  test.each(['a,"b', 'a,"b\n1,2\n', 'a"b,c\n', '"a"b,c\n', 'a,b\rc,d\n'])('is not %j', (text) => {
    expect(readCsv(text, ',')).toBeUndefined();
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
        expect(readCsv(text, ',')).toEqual(written);
      }),
    );
  });
});
