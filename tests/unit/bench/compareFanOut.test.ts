import { describe, expect, test } from 'vitest';
import { inShort, judgeFigure } from '#tests/bench/Figure.ts';
import { compareFanOut } from '#tests/bench/fanOut/compareFanOut.ts';
import type { FanOutMeasure } from '#tests/bench/fanOut/measureFanOut.ts';

const measure = (changes: Partial<FanOutMeasure> = {}): FanOutMeasure => ({
  cpuUsPerDelivery: 40,
  p99Ms: 50,
  lastP50Ms: 40,
  lastP99Ms: 50,
  bytesPerStream: 120 * 1024,
  grownBytes: 0,
  missing: 0,
  ...changes,
});

const shortfalls = (ours: FanOutMeasure, short = false) =>
  compareFanOut(100, { ours: [ours], bare: [measure()], node: [measure({ cpuUsPerDelivery: 1, lastP50Ms: 1 })] })
    .map((figure) => judgeFigure(short ? inShort(figure) : figure))
    .filter(({ pass }) => !pass)
    .map(({ name }) => name);

describe('fan-out', () => {
  test('may cost 1.15 of the bare relay, whatever Node costs', () => {
    expect(shortfalls(measure({ cpuUsPerDelivery: 45.9, bytesPerStream: 137 * 1024 }))).toEqual([]);
    expect(shortfalls(measure({ cpuUsPerDelivery: 46.1 }))).toEqual(['CPU per delivery, 100 streams']);
    expect(shortfalls(measure({ bytesPerStream: 139 * 1024 }))).toEqual(['memory per stream, 100 streams']);
  });

  test('falls short at three times the bare relay in a short run too', () => {
    const thrice = measure({ cpuUsPerDelivery: 120, bytesPerStream: 360 * 1024 });
    expect(shortfalls(thrice, true)).toEqual(['CPU per delivery, 100 streams', 'memory per stream, 100 streams']);
  });

  test('may lose no frame', () => {
    expect(shortfalls(measure({ missing: 1 }), true)).toEqual(['frames missing, 100 streams']);
  });
});
