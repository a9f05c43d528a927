import { describe, expect, test } from 'vitest';
import { csvRows } from '#worker/sources/table/csvRows.ts';

const GOOD = '2026-07-01T12:00:00Z,42.7,23.3,7';
const csv = (...lines: string[]) => ['time,lat , lon,x', ...lines].map((line) => `${line}\r\n`).join('');

function read(text: string, finalLineBreak = true) {
  const fields = { time: 'time', timeUnit: 'iso' as const, latitude: 'lat', longitude: 'lon' };
  return csvRows(text, { fields, delimiter: ',', finalLineBreak }, 10);
}

describe('a table in CSV', () => {
  test('has its columns by the names of its header, around which blanks do not count', () => {
    const raw = [{ time: '2026-07-01T12:00:00Z', latitude: '42.7', longitude: '23.3' }];
    expect(read(csv(GOOD))).toEqual({ raw, rows: 1, unread: [] });
  });

  test('of a header alone is a quiet sky', () => {
    expect(read(csv())).toEqual({ raw: [], rows: 0, unread: [] });
  });

  test('counts rows of another number of columns', () => {
    expect(read(csv(GOOD, `${GOOD},`, '1', GOOD))).toMatchObject({
      rows: 4,
      raw: { length: 2 },
      unread: ['other number of columns', 'other number of columns'],
    });
  });

  test.each([
    ['an empty text', '', 'the last row is cut off'],
    ['a line break', '\n', 'no header'],
    ['a header that is cut off', 'time,lat,lon,x', 'the last row is cut off'],
    ['a last row that is cut off', csv(GOOD, '2026-07-01T12:00:01Z,42').trimEnd(), 'the last row is cut off'],
    ['a last value that is cut off', csv(GOOD, GOOD).trimEnd(), 'the last row is cut off'],
    ['open quotes', csv('"2026-07-01'), 'quotes are left open or misplaced'],
    ['a header without a declared column', csv(GOOD).replace('lat', 'latitude'), 'the header lacks the column lat'],
    ['an error object', '{"error":"quota"}\n', 'quotes are left open or misplaced'],
    ['an error in words', 'too many requests\n', 'the header lacks the column time'],
  ])('is not %s', (_, text, broken) => {
    expect(read(text)).toEqual({ broken });
  });

  test('is not read where it has more rows than an answer may have, or a row more fields', () => {
    expect(read(csv(...Array<string>(10).fill(GOOD)))).toMatchObject({ rows: 10 });
    expect(read(csv(...Array<string>(11).fill(GOOD)))).toEqual({ oversized: 'more than 10 rows' });
    expect(read(csv(','.repeat(1_000)))).toEqual({ oversized: 'a row has more than 1000 fields' });
  });

  test('may do without the last line break, if that is declared; a row of fewer columns is cut off then too', () => {
    expect(read(csv(GOOD).trimEnd(), false)).toMatchObject({ rows: 1, raw: { length: 1 } });
    expect(read(`${csv(GOOD)}2026-07-01T12:00:01Z,42`, false)).toEqual({ broken: 'the last row is cut off' });
  });
});
