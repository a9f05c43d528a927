import { describe, expect, test } from 'vitest';
import { palettes } from '#web/ground/land/palettes.ts';
import { mapColours } from '#web/ground/view/mapColours.ts';
import { BYTES_PER_CELL, CROWD_ROUNDNESS, CROWD_SIZES, crowdCells, FEW_SIZE } from '#web/map/drawing/crowdCells.ts';
import { Crowds } from '#web/sky/strikes/Crowds.ts';

const THEMES = ['light', 'dark'] as const;
const AGES = ['fresh', 'recent', 'old'] as const;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(THEMES)('crowds on the %s map', (theme) => {
  const { crowds } = mapColours[theme];
  const { land, water } = palettes[theme];

  test.each(AGES)('stand out more with every step of their number (%s)', (age) => {
    for (const ground of [land, water]) {
      const steps = crowds[age].map((colour) => contrast(colour, ground));
      expect(steps[0]).toBeGreaterThanOrEqual(1.4);
      for (const [step, held] of steps.slice(1).entries()) expect(held / (steps[step] ?? 0)).toBeGreaterThan(1.4);
    }
  });

  test('stand out more at each step the newer they are', () => {
    for (const step of [0, 1, 2, 3]) {
      const [fresh = 0, recent = 0, old = 0] = AGES.map((age) => contrast(crowds[age][step] ?? '', land));
      expect(fresh).toBeGreaterThan(recent);
      expect(recent).toBeGreaterThan(old);
    }
  });

  test('of fewer than a crowd has, which counts of an hour may be, are drawn too: smaller', () => {
    const few = { length: 1, at: () => undefined, cellKey: () => 0 };
    const { bytes, count } = crowdCells(
      { ...few, each: (see) => see(5, 6, 2, { total: 1, fresh: 0, recent: 0, old: 1 }) },
      theme,
    );
    expect(count).toBe(1);
    expect((bytes[13] ?? 0) / 255).toBeCloseTo(FEW_SIZE, 2);
    expect(`#${[...bytes.slice(8, 11)].map((part) => part.toString(16).padStart(2, '0')).join('')}`).toBe(
      crowds.old[0],
    );
    expect(FEW_SIZE).toBeLessThan(CROWD_SIZES[0]);
  });

  test('reach the GPU as place, colour, roundness and size', () => {
    const counted = new Crowds();
    const rows = [...Array(4).fill([7, 9, 0]), ...Array(100).fill([2 ** 30, 9, 35_900])].flat();
    counted.count(Int32Array.from(rows), 104, {
      level: 8,
      now: 36_000,
      window: 36_000,
      youngest: 0,
      fresh: 3_000,
      recent: 18_000,
    });
    const { bytes, count } = crowdCells(counted, theme);
    expect(count).toBe(2);
    expect(bytes.byteLength).toBe(2 * BYTES_PER_CELL);
    const cell = (at: number) => ({
      colour: `#${[...bytes.slice(at + 8, at + 11)].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      roundness: (bytes[at + 12] ?? 0) / 255,
      size: (bytes[at + 13] ?? 0) / 255,
    });
    const [few, many] = [cell(0), cell(BYTES_PER_CELL)];
    expect(few.colour).toBe(crowds.old[0]);
    expect(few.roundness).toBeCloseTo(CROWD_ROUNDNESS.old, 2);
    expect(few.size).toBeCloseTo(CROWD_SIZES[0], 2);
    expect(many.colour).toBe(crowds.fresh[2]);
    expect(many.roundness).toBeCloseTo(CROWD_ROUNDNESS.fresh, 2);
    expect(many.size).toBeCloseTo(CROWD_SIZES[2], 2);
    const [x] = new Int32Array(bytes.buffer, BYTES_PER_CELL, 1);
    expect(Math.abs((x ?? 0) - 2 ** 30)).toBeLessThan(2 ** 20);
  });
});
