import { describe, expect, test } from 'vitest';
import { type Figure, figureTable, inShort, judgeFigure, SHOWN, shortNumber } from '#tests/bench/Figure.ts';
import { compareFanOut } from '#tests/bench/fanOut/compareFanOut.ts';
import type { FanOutMeasure } from '#tests/bench/fanOut/measureFanOut.ts';

import { medianPair } from '#tests/bench/interleave.ts';

type Loose = Exclude<Figure, { kind: 'across processes' }>;

const figure = (changes: Partial<Loose>): Loose => ({
  group: 'wire',
  name: 'decode',
  unit: 'ms',
  ours: 2,
  baseline: 10,
  kind: 'same-process ratio',
  budget: { of: 'ratio', most: 0.2 },
  ...changes,
});

describe('a figure', () => {
  test('keeps its budget up to the bound and falls short beyond it', () => {
    expect(judgeFigure(figure({}))).toMatchObject({ ratio: 0.2, pass: true });
    expect(judgeFigure(figure({ ours: 2.01 })).pass).toBe(false);
    expect(judgeFigure(figure({ budget: { of: 'ours', least: 2 } })).pass).toBe(true);
    expect(judgeFigure(figure({ budget: { of: 'ours', least: 2.1 } })).pass).toBe(false);
  });

  test('that could not be measured falls short', () => {
    expect(judgeFigure(figure({ ours: Number.NaN })).pass).toBe(false);
    const { baseline: _none, ...alone } = figure({});
    expect(judgeFigure(alone).pass).toBe(false);
  });

  test('that is only shown falls short of nothing, whatever it is', () => {
    const shown = figure({ ...SHOWN, ours: Number.NaN });
    expect(judgeFigure(shown).pass).toBe(true);
    expect(judgeFigure(inShort(shown)).pass).toBe(true);
    expect(figureTable('all', [judgeFigure(shown)]).rows[0]?.slice(-2)).toEqual(['', 'info']);
  });

  test('is printed with three digits and no exponent', () => {
    expect([0.001234, 0, 12.345, 1_234.5, Number.NaN].map(shortNumber)).toEqual([
      '0.00123',
      '0',
      '12.3',
      '1,235',
      'unknown',
    ]);
  });
});

describe('a figure in a short run', () => {
  const passes = (changes: Partial<Loose>) => judgeFigure(inShort(figure(changes))).pass;

  test('that is a ratio within one process may be twice its budget, and falls short at three times', () => {
    expect(passes({ ours: 3.9 })).toBe(true);
    expect(passes({ ours: 4.1 })).toBe(false);
    expect(passes({ ours: 6 })).toBe(false);
    expect(passes({ ours: 1, budget: { of: 'ratio', least: 0.3 } })).toBe(false);
  });

  test('that is counted is held to the full budget', () => {
    expect(passes({ kind: 'count', ours: 2 })).toBe(true);
    expect(passes({ kind: 'count', ours: 2.01 })).toBe(false);
  });

  test('is held to the short budget that it states', () => {
    expect(passes({ ours: 3, shortBudget: { of: 'ratio', most: 0.25 } })).toBe(false);
    const stated = { kind: 'across processes', shortBudget: { of: 'ours', most: 5 } } as const;
    expect(judgeFigure(inShort({ ...figure({}), ...stated, ours: 5 })).pass).toBe(true);
    expect(judgeFigure(inShort({ ...figure({}), ...stated, ours: 5.1 })).pass).toBe(false);
  });
});

describe('the median pair', () => {
  test('is the one whose ratio is in the middle, however much both of its sides are off', () => {
    const pairs = [
      { ours: 11, baseline: 10 },
      { ours: 60, baseline: 50 },
      { ours: 20, baseline: 10 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 60, baseline: 50 });
  });

  test('takes a baseline of nothing or less for the worst', () => {
    const pairs = [
      { ours: 5, baseline: -1 },
      { ours: 12, baseline: 10 },
      { ours: 5, baseline: 0 },
      { ours: 11, baseline: 10 },
      { ours: 10, baseline: 10 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 12, baseline: 10 });
  });

  test('is the worse one of two in the middle', () => {
    const pairs = [
      { ours: 1, baseline: 1 },
      { ours: 2, baseline: 1 },
    ];
    expect(medianPair(pairs)).toEqual({ ours: 2, baseline: 1 });
  });
});

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
