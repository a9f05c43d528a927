import { expect, test } from 'vitest';
import { shareOfRuns } from '#tests/unit/shareOfRuns.ts';
import { between, seededRandom } from '#worker/dev/simulator/sky/seededRandom.ts';
import { playFirstStart } from './firstStart.ts';

const YEAR_MS = 365 * 86_400_000;

/** At any hour of any season. */
function randomStarts(count: number) {
  const random = seededRandom(69);
  return Array.from({ length: count }, (_, index) => ({
    seed: index % 2 === 0 ? 1 : index,
    anchorMs: Date.UTC(2026, 0, 1) + Math.floor(between(random, 0, YEAR_MS)),
  }));
}

test('first starts at any hour of any season each have an arrow within 3 min, a forecast at Sofia within 15, and every level within 120', () => {
  const starts = randomStarts(shareOfRuns(20)).map(({ seed, anchorMs }) => {
    const seen = playFirstStart(seed, anchorMs);
    process.stdout.write(`seed ${seed}, ${new Date(anchorMs).toISOString()}: ${JSON.stringify(seen)}\n`);
    return seen;
  });
  for (const { arrow, forecast, approach, early, watch, warning, stop, allClear = 0 } of starts) {
    expect(arrow).toBeLessThanOrEqual(3);
    expect(forecast).toBeLessThanOrEqual(15);
    expect(approach).toBeLessThanOrEqual(15);
    expect([early, watch, warning, stop, allClear]).toEqual(
      [early, watch, warning, stop, allClear].toSorted((a = 0, b = 0) => a - b),
    );
    expect(early).toBeLessThan(watch ?? 0);
    expect(stop).toBeGreaterThan(25);
    expect(stop).toBeLessThan(38);
    expect(allClear).toBeLessThanOrEqual(120);
  }
});
