import { expect, test } from 'vitest';
import { sharpened } from '#web/ground/land/make/reliefHeights.ts';

test('known heights pull the relief towards them, and nothing far away', () => {
  const size = 128;
  const flat = { size, metres: new Float32Array(size * size).fill(500) };
  const { metres } = sharpened(flat, [{ x: 20.5, y: 20.5, metres: 300 }]);
  expect(metres[20 * size + 20]).toBeLessThan(360);
  expect(metres[100 * size + 100]).toBeCloseTo(500, 3);
});
