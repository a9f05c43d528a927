import { describe, expect, test } from 'vitest';
import { byteRange, rangeWithin } from '#worker/http/byteRange.ts';

const SIZE = 1_000;
const within = (range: string, others: Record<string, string> = {}) => {
  const asked = byteRange(new Headers({ range, ...others }), '"tag"');
  return asked && rangeWithin(asked, SIZE);
};

describe('a range', () => {
  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 10],
    ['bytes=990-', 990, 10],
    ['bytes=-8', 992, 8],
    ['bytes=-5000', 0, SIZE],
    ['bytes=999-99999', 999, 1],
    ['Bytes=1-2', 1, 2],
  ])('%s lies at %i and has %i bytes', (range, offset, length) => expect(within(range)).toEqual({ offset, length }));

  test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('%s lies beyond the file', (range) => {
    expect(byteRange(new Headers({ range }), '"tag"')).toBeDefined();
    expect(within(range)).toBeUndefined();
  });

  test.each(['', 'bytes=-', 'bytes=2-1', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', `bytes=${'9'.repeat(16)}-`])(
    '%s counts for none',
    (range) => expect(byteRange(new Headers({ range }), '"tag"')).toBeUndefined(),
  );

  test('holds only for the representation that If-Range names', () => {
    expect(within('bytes=0-9', { 'if-range': '"tag"' })).toEqual({ offset: 0, length: 10 });
    expect(within('bytes=0-9', { 'if-range': '"other"' })).toBeUndefined();
    expect(within('bytes=0-9', { 'if-range': 'Wed, 25 Nov 2026 00:00:00 GMT' })).toBeUndefined();
  });
});
