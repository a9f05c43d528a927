import { describe, expect, test } from 'vitest';
import { tileBounds } from '#shared/geo/tile.ts';
import { planRegions } from '#worker/feed/plan/planRegions.ts';

const home = { west: 13, south: 34, east: 31, north: 48 };
const near = { z: 4, x: 9, y: 5 };
const far = { z: 4, x: 0, y: 0 };

describe('the regions to poll', () => {
  test('[FD8] are home alone when nobody watches', () => {
    expect(planRegions(home, [])).toEqual([{ key: 'home', bbox: home, cells: [] }]);
  });

  test('[FD8] grow home by every watched cell that overlaps it, and keep others apart', () => {
    const [first, second, ...others] = planRegions(home, [far, near]);
    expect(first?.key).toBe('home');
    expect(first?.cells).toEqual(['4/9/5']);
    const bounds = tileBounds(near);
    expect(first?.bbox).toEqual({
      west: Math.min(home.west, bounds.west),
      south: Math.min(home.south, bounds.south),
      east: Math.max(home.east, bounds.east),
      north: Math.max(home.north, bounds.north),
    });
    expect(second).toEqual({ key: '4/0/0', bbox: tileBounds(far), cells: ['4/0/0'] });
    expect(others).toEqual([]);
  });
});
