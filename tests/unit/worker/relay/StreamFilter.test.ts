import { describe, expect, test } from 'vitest';
import { numberedStrikes } from '#tests/support/numberedStrikes.ts';
import { bboxFilter, cellsFilter } from '#worker/relay/OpenStream.ts';

const [sofia, bucharest] = [
  ...numberedStrikes(1, 1),
  ...numberedStrikes(2, 1, { latitude: 44.43, longitude: 26.1 }),
] as const;

describe('what a stream wants to hear of', () => {
  test('[ST5] a box: the exact box, edges included, in tuples', () => {
    const filter = bboxFilter({ west: 23.3, south: 42, east: 24, north: 43 });
    expect(filter.form).toBe('tuples');
    expect([sofia, bucharest].map((strike) => strike && filter.matches(strike))).toEqual([true, false]);
    expect(filter.cells).toEqual(['4/9/5']);
  });

  test('[ST5] cells: whole cells, in columns; equal filters have equal keys, whatever their order', () => {
    const [a, b] = [
      { z: 4, x: 9, y: 5 },
      { z: 4, x: 9, y: 6 },
    ];
    const filter = cellsFilter([b, a, a]);
    expect(filter.form).toBe('columns');
    expect(filter.cells).toEqual(['4/9/5', '4/9/6']);
    expect(filter.key).toBe(cellsFilter([a, b]).key);
    expect([sofia, bucharest].map((strike) => strike && filter.matches(strike))).toEqual([true, true]);
  });

  test('[FD8] a view wider than 24 cells asks for no polls', () => {
    expect(bboxFilter({ west: -180, south: -90, east: 180, north: 90 }).cells).toEqual([]);
  });
});
