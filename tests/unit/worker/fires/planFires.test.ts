import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time/hourKey.ts';
import { between, type Random, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import type { HotspotAnswer } from '#worker/fires/firms/FireSource.ts';
import { fateOf, LIST_KEPT_S, spanToRead } from '#worker/fires/planFires.ts';

const NOW_MS = Date.UTC(2026, 6, 20, 12);
const ROWS = { kind: 'rows', hotspots: [], newestMs: NOW_MS, skipped: [] } as const;

/** From a file that came out just after it was asked for until the last who was told of the list before asks again. */
function toldAfterMs(random: Random): number {
  const cronMs = (minute: number) => minute * MINUTE_MS + between(random, 0, 20_000);
  const askedMs = cronMs(0);
  const answeredMs = askedMs + between(random, 6_000, 31_000);
  const at = { region: 'europe', askedMs, nowMs: answeredMs } as const;
  const { nextMs } = fateOf(ROWS, { failures: 0, readMs: askedMs }, at);
  const nextRuns = Array.from({ length: 15 }, (_, minute) => cronMs(minute + 1));
  const againMs = nextRuns.find((runMs) => runMs >= nextMs) ?? Number.NaN;
  return againMs + between(random, 6_000, 31_000) + LIST_KEPT_S * 1_000 - askedMs;
}

test.each([
  ['never', null, '7d'],
  ['ten minutes ago', NOW_MS - 10 * MINUTE_MS, '24h'],
  ['13 hours ago', NOW_MS - 13 * HOUR_MS, '48h'],
  ['two days ago', NOW_MS - 48 * HOUR_MS, '7d'],
])('rows that were last had %s are asked for with a span that leaves no gap', (_, readMs, span) => {
  expect(spanToRead(readMs, NOW_MS)).toBe(span);
});

describe('when a product is asked again', () => {
  const fate = (answer: HotspotAnswer, failures = 0, readMs: number | null = NOW_MS - HOUR_MS) => {
    const at = { region: 'europe', askedMs: NOW_MS, nowMs: NOW_MS } as const;
    const { nextMs, ...rest } = fateOf(answer, { failures, readMs }, at);
    return { minutes: (nextMs - NOW_MS) / MINUTE_MS, ...rest };
  };

  test('after rows in every ninth minute, Africa’s files each hour', () => {
    expect(fate(ROWS, 3)).toEqual({ minutes: 8.5, failures: 0, cause: null });
    const at = { region: 'africa', askedMs: NOW_MS, nowMs: NOW_MS + 90_000 } as const;
    expect(fateOf(ROWS, { failures: 0, readMs: NOW_MS }, at).nextMs).toBe(NOW_MS + 59.5 * MINUTE_MS);
  });

  test('a row is told 11 minutes after its file at the latest, wherever in its minute cron comes', () => {
    const random = seededRandom(3);
    const waits = Array.from({ length: 2_000 }, () => toldAfterMs(random) / MINUTE_MS);
    expect(Math.max(...waits)).toBeLessThanOrEqual(11);
    expect(Math.max(...waits)).toBeGreaterThan(9);
  });

  test('a file without rows is no failure, and says nothing of fires', () => {
    expect(fate({ kind: 'no-rows' })).toEqual({ minutes: 8.5, failures: 0, cause: 'no rows' });
    expect(fate({ kind: 'no-rows' }, 0, null).minutes).toBe(1);
  });

  test('after failures the wait doubles up to two hours', () => {
    expect([0, 1, 2, 3, 4, 9].map((failures) => fate({ kind: 'html' }, failures).minutes)).toEqual([
      8.5, 17, 34, 68, 120, 120,
    ]);
  });

  test('a refused key is asked with again, because a used-up one is told the same', () => {
    expect(fate({ kind: 'key-refused' })).toEqual({
      minutes: 8.5,
      failures: 1,
      cause: 'FIRMS_MAP_KEY was refused, or has used up its share',
    });
  });

  test('a pause that is asked for is kept', () => {
    expect(fate({ kind: 'paused', reason: 'status 429', retryAfterMs: 15 * MINUTE_MS }).minutes).toBe(15);
  });
});
