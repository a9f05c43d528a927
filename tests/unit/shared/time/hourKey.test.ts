import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, hourKey, hourStartMs, parseHourKey } from '#shared/time/hourKey.ts';

describe('the name of an hour', () => {
  test('leads back to the start of the hour that holds the instant', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0, 1) }), (atMs) => {
        const startMs = parseHourKey(hourKey(atMs));
        expect(startMs).toBe(hourStartMs(atMs));
        expect(atMs - (startMs ?? Number.NaN)).toBeLessThan(HOUR_MS);
        expect(atMs).toBeGreaterThanOrEqual(startMs ?? Number.NaN);
      }),
    ));

  test.each(['', '2026070112Z', '202607011', '2026070124', '2026023012', '2026130100', '20260700 1', 'YYYYMMDDHH'])(
    'is not %j',
    (key) => {
      expect(parseHourKey(key)).toBeUndefined();
    },
  );
});
