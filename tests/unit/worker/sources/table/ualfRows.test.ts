import { describe, expect, test } from 'vitest';
import { ualfRows } from '#worker/sources/table/ualfRows.ts';

const read = (text: string) => ualfRows(text, 10);

/** Rows in the form that https://github.com/pytroll/satpy/blob/main/satpy/tests/reader_tests/test_gld360_ualf2.py has. */
const row = ({ nanosecond = '51', record = '2', current = '-20', cloud = '0' } = {}) =>
  [
    record,
    3,
    2026,
    7,
    1,
    8,
    0,
    1,
    nanosecond,
    '42.7001',
    '23.3001',
    0,
    0,
    current,
    0,
    1,
    0,
    4,
    5,
    '24.99',
    '1.95',
    '1.53',
  ]
    .concat(['1.53', '14.0', '12.9', '-0.0', cloud, '1', '0', '1'])
    .join('\t');

describe('UALF 2', () => {
  test('has its columns where they are, and pads nanoseconds', () => {
    expect(read(`${row()}\n`)).toEqual({
      rows: 1,
      unread: [],
      raw: [
        {
          time: '2026-07-01T08:00:01.000000051Z',
          latitude: '42.7001',
          longitude: '23.3001',
          currentKa: '-20',
          multiplicity: '1',
          azimuth: '24.99',
          semiMajorKm: '1.95',
          semiMinorKm: '1.53',
          type: '0',
        },
      ],
    });
  });

  test.each([
    ['51', '000000051'],
    ['5100000', '005100000'],
    ['864782486', '864782486'],
  ])('%s nanoseconds are %s of a second', (nanosecond, digits) => {
    expect(read(row({ nanosecond }))).toMatchObject({ raw: [{ time: `2026-07-01T08:00:01.${digits}Z` }] });
  });

  test('without a row is a quiet sky', () => {
    for (const text of ['', '\n', '\r\n']) expect(read(text)).toEqual({ raw: [], rows: 0, unread: [] });
  });

  test('has a row once that comes twice, but both of two that differ in a nanosecond', () => {
    const text = [row(), row(), row({ nanosecond: '52' })].join('\n');
    expect(read(text)).toMatchObject({ rows: 3, unread: [], raw: { length: 2 } });
  });

  test('leaves out and counts rows of another number of columns and of another record type', () => {
    const text = `${row()}\t9\n2\t3\n${row({ record: '0' })}\n${row()}\n`;
    expect(read(text)).toMatchObject({
      rows: 4,
      raw: { length: 1 },
      unread: ['other number of columns', 'other number of columns', 'other record type'],
    });
  });

  test.each([
    ['<html>maintenance</html>\n', 'no row has 30 columns'],
    ['{"error":"quota"}\n', 'no row has 30 columns'],
    [`${row()}\n${row().slice(0, 60)}`, 'the last row is cut off'],
    [`${row()}\n${row().slice(0, -1)}`, 'the last row is cut off'],
  ])('is not %j', (text, broken) => {
    expect(read(text)).toEqual({ broken });
  });

  test('is not read where it has more rows than an answer may have', () => {
    expect(read(`${row()}\n`.repeat(10))).toMatchObject({ rows: 10 });
    expect(read(`${row()}\n`.repeat(11))).toEqual({ oversized: 'more than 10 rows' });
  });
});
