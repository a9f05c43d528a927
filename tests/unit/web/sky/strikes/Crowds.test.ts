import { describe, expect, test } from 'vitest';
import { CROWD_FROM, Crowds, crowdCellPx, crowdLevel } from '#web/sky/strikes/Crowds.ts';

const SCOPE = { level: 8, now: 36_000, window: 36_000, youngest: -600, fresh: 3_000, recent: 18_000, range: 36_000 };
/** The width of a cell at that level, in units of the world. */
const CELL = 2 ** 32 / Math.round((512 / 24) * 2 ** 8);
/** Well inside the second column. */
const BESIDE = Math.round(CELL * 1.1);

type Row = readonly [x: number, y: number, at: number];

function counted(rows: readonly Row[], scope = SCOPE): Crowds {
  const crowds = new Crowds();
  crowds.count(Int32Array.from(rows.flat()), rows.length, scope);
  return crowds;
}

function listed(crowds: Crowds): { x: number; y: number; age: number; total: number }[] {
  const all: { x: number; y: number; age: number; total: number }[] = [];
  crowds.each((x, y, age, total) => all.push({ x, y, age, total }));
  return all;
}

const many = (count: number, [x, y, at]: Row): Row[] => Array.from({ length: count }, () => [x, y, at] as const);

describe('strikes crowd', () => {
  test('where more than three share a cell, which has about the area of a mark', () => {
    const rows = [...many(3, [5, 5, 0]), ...many(4, [BESIDE, 5, 0])];
    const crowds = counted(rows);
    expect([...crowds.inCrowd.subarray(0, rows.length)]).toEqual([0, 0, 0, 1, 1, 1, 1]);
    expect(crowds.at(BESIDE, 5)).toEqual({ total: 4, fresh: 0, recent: 0, old: 4 });
    for (const scale of [1, 1.5, 3]) {
      for (let zoom = 3; zoom <= 17; zoom += 0.05) {
        const px = crowdCellPx(zoom, crowdLevel(zoom, scale)) / scale;
        expect(px).toBeGreaterThan(19.5);
        expect(px).toBeLessThan(29);
      }
    }
  });

  test('by the step of age that most of them have, the newer of equals', () => {
    const [first, second] = [
      counted([...many(9, [0, 0, 0]), ...many(5, [0, 0, 35_000])]),
      counted([...many(5, [0, 0, 0]), ...many(5, [0, 0, 20_000])]),
    ];
    expect(first.at(0, 0)).toEqual({ total: 14, fresh: 5, recent: 0, old: 9 });
    expect(listed(first)).toContainEqual({ x: 0, y: 0, age: 6, total: 14 });
    expect(second.at(0, 0)).toEqual({ total: 10, fresh: 0, recent: 5, old: 5 });
    expect(listed(second)).toContainEqual({ x: 0, y: 0, age: 1, total: 10 });
  });

  test('as a density: at each corner of a quarter the strikes of the square around it, as large as a cell', () => {
    const quarter = CELL / 2;
    const crowds = counted([
      ...many(3, [quarter * 2.4, quarter * 4.6, 0]),
      ...many(2, [quarter * 3.3, quarter * 4.2, 0]),
    ]);
    const spots = listed(crowds).map(({ x, y, total }) => [Math.round(x / quarter), Math.round(y / quarter), total]);
    expect(spots.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0))).toEqual([
      [2, 4, 3],
      [2, 5, 3],
      [3, 4, 5],
      [3, 5, 5],
      [4, 4, 2],
      [4, 5, 2],
    ]);
  });

  test('within the window only: what it leaves out counts nowhere', () => {
    const rows = [...many(5, [0, 0, -1]), ...many(3, [0, 0, 10]), ...many(5, [0, 0, 40_000])];
    const crowds = counted(rows);
    expect(listed(crowds).map(({ total }) => total)).toEqual([3, 3, 3, 3]);
    expect(crowds.at(7, 7)?.total).toBe(3);
    expect(crowds.inCrowd.subarray(0, rows.length).includes(1)).toBe(false);
  });

  test('in all four quarters of the world, whose coordinates are signed', () => {
    const corners = [
      [-1, -1],
      [0, -1],
      [-1, 0],
      [2 ** 31 - 1, -(2 ** 31)],
    ] as const;
    const crowds = counted(corners.flatMap(([x, y]) => many(4, [x, y, 0])));
    for (const [x, y] of corners) expect(crowds.at(x, y)?.total).toBe(4);
  });

  test('anew at each count, with nothing left of the one before', () => {
    const crowds = counted(many(50, [0, 0, 0]));
    crowds.count(Int32Array.from(many(6, [BESIDE, 0, 0]).flat()), 6, SCOPE);
    expect(crowds.at(0, 0)).toBeUndefined();
    expect(listed(crowds).map(({ total }) => total)).toEqual([6, 6, 6, 6]);
    crowds.count(Int32Array.from(many(200, [0, 0, 0]).flat()), 200, { ...SCOPE, level: 3 });
    expect(listed(crowds).map(({ total }) => total)).toEqual([200, 200, 200, 200]);
    crowds.count(new Int32Array(0), 0, SCOPE);
    expect(listed(crowds)).toEqual([]);
    expect(new Crowds().at(0, 0)).toBeUndefined();
  });

  test('of another window, of more rows and of rows that moved, as a counter would that has seen nothing before', () => {
    const rows = Array.from(
      { length: 900 },
      (_, index): Row => [(index % 7) * 2 ** 24, (index % 5) * 2 ** 24, index * 40],
    );
    const drawn = Int32Array.from(rows.flat());
    const crowds = new Crowds();
    const expectAnew = (held: number, scope: typeof SCOPE, generation: number) => {
      crowds.count(drawn, held, scope, generation);
      const fresh = new Crowds();
      fresh.count(drawn, held, scope);
      const told = (one: Crowds) =>
        listed(one)
          .map((each) => JSON.stringify(each))
          .sort();
      expect(told(crowds)).toEqual(told(fresh));
    };
    expectAnew(500, SCOPE, 1);
    for (const now of [30_000, 20_000, 12_000]) expectAnew(500, { ...SCOPE, now, window: 6_000, youngest: 1 }, 1);
    expectAnew(900, SCOPE, 1);
    drawn.copyWithin(0, 300);
    expectAnew(600, SCOPE, 2);
    expectAnew(600, { ...SCOPE, level: 6 }, 2);
  });

  test('as a plain count over every cell would say', () => {
    const rows = Array.from({ length: 20_000 }, (_, index): Row => {
      const spread = ((index * 7_919) % 1_000) ** 2 % 997;
      return [spread * 90_000, ((index * 104_729) % 911) * 90_000, index % 36_000];
    });
    const crowds = counted(rows);
    const plain = new Map<string, number>();
    const key = ([x, y]: Row) => `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
    for (const row of rows) plain.set(key(row), (plain.get(key(row)) ?? 0) + 1);
    for (const [index, row] of rows.entries()) {
      expect(crowds.at(row[0], row[1])?.total).toBe(plain.get(key(row)));
      expect(crowds.inCrowd[index]).toBe((plain.get(key(row)) ?? 0) >= CROWD_FROM ? 1 : 0);
    }
  });
});
