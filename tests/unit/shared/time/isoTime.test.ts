import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isoMillis, isoSeconds, parseIsoInstant } from '#shared/time/isoTime.ts';

const AT_MS = Date.UTC(2026, 6, 1, 12, 0, 0, 123);

describe('instants', () => {
  test('are written in UTC, with milliseconds for machines and without for people', () => {
    expect(isoMillis(AT_MS)).toBe('2026-07-01T12:00:00.123Z');
    expect(isoSeconds(AT_MS)).toBe('2026-07-01T12:00:00Z');
  });

  test('are read as they were written', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }), (atMs) => {
        expect(parseIsoInstant(isoMillis(atMs))).toBe(atMs);
      }),
    ));

  test.each([
    ['2026-07-01T12:00Z', Date.UTC(2026, 6, 1, 12)],
    ['2026-07-01T12:00:00+03:00', Date.UTC(2026, 6, 1, 9)],
    ['2026-07-01T12:00:00.123456Z', AT_MS],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('%s is understood', (text, atMs) => {
    expect(parseIsoInstant(text)).toBe(atMs);
  });

  test.each([
    '',
    'now',
    '2026-07-01',
    '2026-07-01T12:00:00',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-07-00T00:00:00Z',
    '2026-07-01T25:00:00Z',
    '2026-07-01T12:60:00Z',
    '2026-07-01T12:00:00+99:99',
    '2026-07-01 12:00:00Z',
    ' 2026-07-01T12:00:00Z',
    '1751371200000',
    '-002026-07-01T12:00:00Z',
  ])('%j is refused, rather than guessed at', (text) => {
    expect(parseIsoInstant(text)).toBeUndefined();
  });
});
