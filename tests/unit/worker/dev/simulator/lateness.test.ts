import { describe, expect, test } from 'vitest';
import { USUAL_LATENESS } from '#worker/dev/simulator/FaultSettings.ts';
import { publishedStrike } from '#worker/dev/simulator/visibleStrikes.ts';

const strike = (id: string) => ({ id, latitude: 44, longitude: 20, atMs: 1_000_000 });
const delays = Array.from(
  { length: 20_000 },
  (_, i) => publishedStrike(strike(`strike-${i}`), USUAL_LATENESS, 1).publishedAtMs - 1_000_000,
);

describe('publishedStrike', () => {
  test('publishes 1.5 to 8.5 s after the strike, a small share up to 45 s', () => {
    const late = delays.filter((delayMs) => delayMs > 8_500);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1_500);
    expect(Math.min(...delays)).toBeLessThan(1_600);
    expect(Math.max(...delays)).toBeLessThanOrEqual(45_000);
    expect(Math.max(...delays)).toBeGreaterThan(40_000);
    expect(late.length / delays.length).toBeCloseTo(USUAL_LATENESS.tailShare, 2);
  });

  test('gives a strike the same moment each time it is asked', () => {
    const again = delays.map((_, i) => publishedStrike(strike(`strike-${i}`), USUAL_LATENESS, 1).publishedAtMs);
    expect(again).toEqual(delays.map((delayMs) => delayMs + 1_000_000));
  });

  test('leaves a moment that the source fixed as it is', () => {
    expect(publishedStrike({ ...strike('a'), publishedAtMs: 5 }, USUAL_LATENESS, 1).publishedAtMs).toBe(5);
  });
});
