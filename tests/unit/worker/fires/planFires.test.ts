import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import type { FireAnswer } from '#worker/fires/firms/FireSource.ts';
import { fateOf, spanToRead } from '#worker/fires/planFires.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 12);

test.each([
  ['never', null, '7d'],
  ['ten minutes ago', NOW_MS - 10 * MINUTE_MS, '24h'],
  ['13 hours ago', NOW_MS - 13 * HOUR_MS, '48h'],
  ['two days ago', NOW_MS - 48 * HOUR_MS, '7d'],
])('rows that were last had %s are asked for with a span that leaves no gap', (_, readMs, span) => {
  expect(spanToRead(readMs, NOW_MS)).toBe(span);
});

describe('when a product is asked again', () => {
  const fate = (answer: FireAnswer, failures = 0, readMs: number | null = NOW_MS - HOUR_MS) => {
    const { nextMs, ...rest } = fateOf(answer, { failures, readMs }, NOW_MS);
    return { minutes: (nextMs - NOW_MS) / MINUTE_MS, ...rest };
  };

  test('after rows in ten minutes', () => {
    const rows = { kind: 'rows', hotspots: [], newestMs: NOW_MS, skipped: [] } as const;
    expect(fate(rows, 3)).toEqual({ minutes: 10, failures: 0, cause: null });
  });

  test('a file without rows is no failure, and says nothing of fires', () => {
    expect(fate({ kind: 'no-rows' })).toEqual({ minutes: 10, failures: 0, cause: 'no rows' });
    expect(fate({ kind: 'no-rows' }, 0, null).minutes).toBe(1);
  });

  test('after failures the wait doubles up to two hours', () => {
    expect([0, 1, 2, 3, 4, 9].map((failures) => fate({ kind: 'html' }, failures).minutes)).toEqual([
      10, 20, 40, 80, 120, 120,
    ]);
  });

  test('a refused key is asked with again, because a used-up one is told the same', () => {
    expect(fate({ kind: 'key-refused' })).toEqual({
      minutes: 10,
      failures: 1,
      cause: 'FIRMS_MAP_KEY was refused, or has used up its share',
    });
  });

  test('a pause that is asked for is kept', () => {
    expect(fate({ kind: 'paused', reason: 'status 429', retryAfterMs: 15 * MINUTE_MS }).minutes).toBe(15);
  });
});
