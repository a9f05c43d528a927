import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOffsetSample, clockOffsetMs, type OffsetSamples } from '#web/sky/feed/serverClock.ts';

function after(offsets: readonly number[]): OffsetSamples {
  return offsets.reduce<OffsetSamples>(
    (samples, offset) => addOffsetSample(samples, 1_000_000 + offset, 1_000_000),
    [],
  );
}

test('nothing known: the device is believed', () => {
  expect(clockOffsetMs([])).toBe(0);
});

test('[CL4] the offset is the median of the last nine samples', () => {
  expect(clockOffsetMs(after([500, 500, 500, 7, 1, 9, 3, 5, 2, 8, 4, 6]))).toBe(5);
});

test('[CL4] up to four of nine samples that lay in a buffer do not move it beyond the honest ones', () => {
  const honest = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 5 });
  const held = fc.array(fc.integer({ min: -60_000, max: 60_000 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(honest, held, (good, bad) => {
      const offset = clockOffsetMs(after([...bad, ...good]));
      expect(offset).toBeGreaterThanOrEqual(Math.min(...good));
      expect(offset).toBeLessThanOrEqual(Math.max(...good));
    }),
  );
});
