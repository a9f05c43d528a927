import { expect, test } from 'vitest';
import { CENTRE, strokesOf } from '#tests/unit/shared/nowcast/movingCell.ts';
import { measureSky, quantile } from '#worker/dev/simulator/compare/measureSky.ts';
import { scriptedSource } from '#worker/dev/simulator/sky/scriptedSource.ts';

const MINUTE_MS = 60_000;

test('measures how fast a cell goes, how long it lives, how wide it is, and the strokes of its flashes', () => {
  const cell = { from: { xKm: -30, yKm: 0 }, east: 45, north: 0, perMinute: 5, spreadKm: 2 };
  const strikes = Array.from({ length: 60 }, (_, minute) => strokesOf(cell, minute))
    .flat()
    .flatMap((stroke, index) => [
      { ...stroke, id: `${index}` },
      { ...stroke, id: `${index} again`, atMs: stroke.atMs + 60 },
    ]);
  const { speedsKmh, livesMinutes, radiiKm, strokesAFlash, byHour } = measureSky(
    scriptedSource(...strikes),
    CENTRE,
    0,
    120 * MINUTE_MS,
  );
  expect(speedsKmh).toHaveLength(1);
  expect(Math.abs((speedsKmh[0] ?? 0) - 45)).toBeLessThan(5);
  expect(livesMinutes[0]).toBeGreaterThan(60);
  expect(livesMinutes[0]).toBeLessThanOrEqual(70);
  expect(radiiKm[0]).toBeLessThan(8);
  expect(quantile(strokesAFlash, 0.1)).toBe(2);
  expect(byHour.slice(0, 2)).toEqual([598, 2].map(() => expect.any(Number)));
});
