import { describe, expect, test } from 'vitest';
import { STEP_OF_CLASS } from '#shared/ageClass.ts';
import { contrast } from '#tests/unit/shared/picture/colourSight.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { BYTES_PER_SPOT, crowdSpots, placeOnScale } from '#web/map/drawing/crowdSpots.ts';
import type { CountedCrowds } from '#web/sky/strikes/Crowds.ts';

const OLD = STEP_OF_CLASS.old;

function painted(totals: readonly number[], drawnAs: CountedCrowds['drawnAs'], theme: 'light' | 'dark', age = OLD) {
  const each: CountedCrowds['crowds']['each'] = (see) => {
    for (const [index, total] of totals.entries()) see(100 + index, -5, age, total);
  };
  const bytes = crowdSpots({ crowds: { each, at: () => undefined, cellKey: () => 0 }, drawnAs }, theme);
  const places = new Int32Array(bytes.buffer, 0, bytes.length / 4);
  return totals.map((_, index) => {
    const [red = 0, green = 0, blue = 0, alpha = 0, size = 0] = bytes.subarray(index * BYTES_PER_SPOT + 8);
    const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    return { at: [places[index * 4], places[index * 4 + 1]], colour, alpha, size: size / 255 };
  });
}

test('the scale is a log scale: each of its marks is one step on', () => {
  expect([0, 1, 4, 10, 100, 1_000, 50_000].map(placeOnScale)).toEqual([0, 0, 1, 2, 3, 4, 4]);
  expect(placeOnScale(2)).toBeCloseTo(0.5, 9);
  expect(placeOnScale(316)).toBeCloseTo(3.5, 2);
});

describe.each(['light', 'dark'] as const)('on the %s map', (theme) => {
  const { land, water } = palettes[theme];

  test('a density has the colours of its age, stronger with every strike more', () => {
    const spots = painted([1, 2, 4, 10, 30, 100, 300, 1_000, 9_000], 'spots', theme);
    expect(spots[0]).toMatchObject({ at: [100, -5], alpha: 0, size: 1 });
    expect([2, 3, 5, 7].map((at) => spots[at]?.colour)).toEqual(mapColours[theme].crowds[OLD]);
    for (const [index, { alpha, colour }] of spots.slice(1, -1).entries()) {
      expect(alpha).toBeGreaterThan(spots[index]?.alpha ?? 0);
      const more = contrast(colour, land);
      expect(more).toBeGreaterThanOrEqual(contrast(spots[index]?.colour ?? '', land));
    }
    expect(spots.at(-1)).toMatchObject({ colour: spots.at(-2)?.colour, alpha: spots.at(-2)?.alpha });
  });

  test('numbers stand out more with every step of the legend, at every age', () => {
    for (const steps of mapColours[theme].crowds) {
      for (const ground of [land, water]) {
        const held = steps.map((colour) => contrast(colour, ground));
        expect(held[0]).toBeGreaterThanOrEqual(1.3);
        for (const [step, one] of held.slice(1).entries()) expect(one / (held[step] ?? 0)).toBeGreaterThan(1.3);
      }
    }
  });

  test('counts by tile are squares in the steps of the legend, smaller where there are fewer', () => {
    const squares = painted([1, 4, 99, 100, 5_000], 'squares', theme);
    const [few, , many, most] = mapColours[theme].crowds[OLD] ?? [];
    expect(squares.map(({ colour }) => colour)).toEqual([few, few, mapColours[theme].crowds[OLD]?.[1], many, most]);
    expect(squares.map(({ size }) => Number(size.toFixed(2)))).toEqual([0.4, 0.7, 0.84, 0.94, 1]);
  });
});

test('more spots than there was room for are all painted', () => {
  const many = painted(Array(5_000).fill(40), 'spots', 'dark');
  expect(many[4_999]).toMatchObject({ ...many[0], at: [5_099, -5] });
});
