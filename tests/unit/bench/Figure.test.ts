import { describe, expect, it } from 'vitest';
import { type Figure, judgeFigure, loosened } from '#tests/bench/Figure.ts';
import { shortNumber } from '#tests/bench/figureTable.ts';

const figure = (changes: Partial<Figure>): Figure => ({
  group: 'wire',
  name: 'decode',
  unit: 'ms',
  ours: 2,
  baseline: 10,
  budget: { of: 'ratio', most: 0.2 },
  ...changes,
});

describe('a figure', () => {
  it('keeps its budget up to the bound and falls short beyond it', () => {
    expect(judgeFigure(figure({}))).toMatchObject({ ratio: 0.2, pass: true });
    expect(judgeFigure(figure({ ours: 2.01 })).pass).toBe(false);
    expect(judgeFigure(figure({ budget: { of: 'ours', least: 2 } })).pass).toBe(true);
    expect(judgeFigure(figure({ budget: { of: 'ours', least: 2.1 } })).pass).toBe(false);
  });

  it('that could not be measured falls short', () => {
    expect(judgeFigure(figure({ ours: Number.NaN })).pass).toBe(false);
    const { baseline: _none, ...alone } = figure({});
    expect(judgeFigure(alone).pass).toBe(false);
  });

  it('has bounds that widen in the right direction', () => {
    expect(loosened({ of: 'ours', most: 2 }, 10)).toEqual({ of: 'ours', most: 20 });
    expect(loosened({ of: 'ours', least: 2 }, 10)).toEqual({ of: 'ours', least: 0.2 });
  });

  it('is printed with three digits and no exponent', () => {
    expect([0.001234, 0, 12.345, 1_234.5, Number.NaN].map(shortNumber)).toEqual([
      '0.00123',
      '0',
      '12.3',
      '1,235',
      'unknown',
    ]);
  });
});
