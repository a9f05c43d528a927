import { describe, expect, test } from 'vitest';
import { HOME_BOX as home } from '#shared/geo/Areas.ts';
import { regionOfCell } from '#shared/geo/regions.ts';
import { liveWithinMs, planRegions } from '#worker/feed/plan/planRegions.ts';

const coverage = { west: -15, south: 30, east: 45, north: 62 };
const areas = { home, coverage };

describe('the regions to poll', () => {
  test('[FD8] are home alone when nobody watches', () => {
    expect(planRegions(areas, {})).toEqual({ home: { key: 'home', bbox: home }, foreign: [] });
  });

  test('[FD8] leave home as it is set, whatever is watched, and read what lies around it as one ring', () => {
    const { home: polled, foreign } = planRegions(areas, { '4/9/5': 1, '4/8/6': 4 });
    expect(polled).toEqual({ key: 'home', bbox: home });
    expect(foreign).toHaveLength(1);
    expect(foreign[0]).toMatchObject({ key: 'ring', without: home, bbox: { west: 0, east: 45, south: 30 } });
    expect(foreign[0]?.bbox.north).toBeCloseTo(55.78, 2);
  });

  test('[FD8] end at the edge of the coverage, and nothing beyond it is polled', () => {
    const { foreign } = planRegions(areas, { '4/7/5': 1, '4/0/0': 9, '4/10/5': 9, nonsense: 9 });
    expect(foreign.map(({ key }) => key)).toEqual(['4/7/5']);
    expect(foreign[0]?.bbox.west).toBe(-15);
  });

  test('have no ring where the coverage is home', () => {
    const all = { '4/8/5': 1, '4/9/5': 1, '4/8/6': 1, '4/9/6': 1 };
    expect(planRegions({ home, coverage: home }, all).foreign).toEqual([]);
  });

  test('[FD8] are a dozen cells apart from home at most, the most watched first', () => {
    const world = { west: -180, south: -90, east: 180, north: 90 };
    const cells = Array.from({ length: 200 }, (_, index) => `4/${index % 16}/${Math.floor(index / 16)}`);
    const watched = Object.fromEntries(cells.map((cell, index) => [cell, index === 77 ? 5 : 1]));
    const { foreign } = planRegions({ home, coverage: world }, watched);
    const apart = foreign.filter(({ key }) => key !== 'ring').map(({ key }) => key);
    expect(apart).toHaveLength(12);
    expect(apart[0]).toBe(cells[77]);
  });
});

test.each([
  ['4/9/5', 'ring'],
  ['4/8/6', 'ring'],
  ['4/7/5', '4/7/5'],
  ['4/0/0', undefined],
  ['junk', undefined],
])('the cell %s belongs to %s', (cell, region) => {
  expect(regionOfCell(cell, areas)).toBe(region);
});

test('a cell that lies within home belongs to home', () => {
  const wide = { west: -30, south: 20, east: 60, north: 70 };
  expect(regionOfCell('4/9/5', { home: wide, coverage: wide })).toBe('home');
});

test.each([
  [1_000, 20_000],
  [5_000, 20_000],
  [15_000, 45_000],
  [30_000, 60_000],
])('[ST2] polled every %s ms, home is live for %s ms after its last success', (intervalMs, withinMs) => {
  expect(liveWithinMs(intervalMs)).toBe(withinMs);
});
