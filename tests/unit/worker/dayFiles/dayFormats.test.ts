import { expect, test } from 'vitest';
import { dayFileName, parseDayFileName } from '#worker/dayFiles/dayFormats.ts';

const SHA = 'a5'.repeat(32);

test('the name of a file says its day, format and SHA-256', () => {
  for (const format of ['parquet', 'csv'] as const) {
    expect(parseDayFileName(dayFileName('2026-07-01', SHA, format))).toEqual({
      day: '2026-07-01',
      format,
      sha256: SHA,
    });
  }
  expect(parseDayFileName('2026-07-01.csv.gz')).toEqual({ day: '2026-07-01', format: 'csv', sha256: undefined });
});

test.each([
  '',
  '2026-07-01',
  '2026-02-30.parquet',
  '2026-07-01.csv',
  `2026-07-01.${SHA.slice(1)}.parquet`,
  `2026-07-01.${SHA.toUpperCase()}.parquet`,
  `2026-07-01.${SHA}.parquet.gz`,
  '../2026-07-01.parquet',
])('no file of a day is called %s', (name) => expect(parseDayFileName(name)).toBeUndefined());
