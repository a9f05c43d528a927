import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOLDOVER, unseenShare } from '#shared/fires/survival.ts';
import { distanceKm } from '#shared/geo/geodesy.ts';
import { holdoverList } from '#shared/holdover/holdoverList.ts';
import type { Mark, MarkKind } from '#shared/holdover/Mark.ts';
import { HOUR_MS } from '#shared/time/hourKey.ts';
import { aFlash, CELL, cellTo, middleOf, NOW_MS } from './aFlash.ts';

const mark = (kind: MarkKind, hours: number, more: Partial<Mark> = {}): Mark => ({
  ...{ kind, atMs: NOW_MS - hours * HOUR_MS, place: CELL },
  ...(kind === 'rain' ? { rainMm: 8 } : {}),
  ...more,
});
const flash = [aFlash('a', 10)];
const left = (...marks: Mark[]) =>
  holdoverList(flash, NOW_MS, marks).all.expected / holdoverList(flash, NOW_MS).all.expected;

describe('unseen starts', () => {
  test('of one flash are one in 840 times what the curves leave: Mediterranean, cautious, and a fifth of the way between', () => {
    const low = unseenShare(HOLDOVER.mediterranean, 24) / 840;
    const high = unseenShare(HOLDOVER.cautious, 24) / 840;
    const { all } = holdoverList([aFlash('a', 24)], NOW_MS);
    expect(all.low).toBeCloseTo(low, 9);
    expect(all.high).toBeCloseTo(high, 9);
    expect(all.expected).toBeCloseTo(0.8 * low + 0.2 * high, 9);
  });

  test('sum up over cells, which come by what is expected: a fresh flash before ten of three days ago', () => {
    const old = Array.from({ length: 10 }, (_, index) => aFlash(`o${index}`, 72 + index, 3));
    const list = holdoverList([...old, ...flash], NOW_MS);
    expect(list.cells.map(({ id, flashes }) => [id, flashes])).toEqual([
      [cellTo(3), 10],
      [cellTo(0), 1],
    ]);
    const fresh = holdoverList([...old, aFlash('f', 0.5)], NOW_MS);
    expect(fresh.cells[0]).toMatchObject({ id: cellTo(0), newestMs: NOW_MS - HOUR_MS / 2 });
    expect(list.all.expected).toBeCloseTo(
      list.cells.reduce((sum, { expected }) => sum + expected, 0),
      12,
    );
  });

  test('of the strokes of one flash are those of one flash, shared by the cells that it struck', () => {
    const strokes = [0, 1].map((east) => aFlash(`s${east}`, 10 - (east * 50) / HOUR_MS, east));
    const list = holdoverList(strokes, NOW_MS);
    expect(list.flashes).toBe(1);
    expect(list.cells).toHaveLength(2);
    expect(list.all.expected).toBeCloseTo(holdoverList(flash, NOW_MS).all.expected, 7);
  });

  test('are none of a flash in a cloud', () => {
    expect(holdoverList([aFlash('a', 10, 0, { detail: { type: 'cloud' } })], NOW_MS).cells).toEqual([]);
  });

  test('of any strikes lie in the cell whose middle is at most 1.5 km away', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 34, max: 48, noNaN: true }),
        fc.double({ min: 13, max: 31, noNaN: true }),
        (latitude, longitude) => {
          const [cell] = holdoverList([aFlash('a', 1, 0, { latitude, longitude })], NOW_MS).cells;
          expect(distanceKm({ latitude, longitude }, middleOf(cell?.id ?? ''))).toBeLessThan(1.5);
        },
      ),
    ));
});

describe('marks', () => {
  test('leave a tenth after a check on the ground, half after one from the air, nothing after a fire was found', () => {
    expect(left(mark('ground-check', 2))).toBeCloseTo(0.1, 9);
    expect(left(mark('air-check', 2))).toBeCloseTo(0.5, 9);
    expect(left(mark('fire-found', 2))).toBe(0);
    expect(holdoverList(flash, NOW_MS, [mark('fire-found', 2)]).cells[0]).toMatchObject({ closed: true });
  });

  test('of 8 mm of rain halve, and close nothing, however much fell; less than 8 mm changes nothing', () => {
    expect(left(mark('rain', 2))).toBeCloseTo(0.5, 9);
    expect(left(mark('rain', 2, { rainMm: 300 }))).toBeCloseTo(0.5, 9);
    expect(left(mark('rain', 2, { rainMm: 7.9 }))).toBe(1);
    expect(holdoverList(flash, NOW_MS, [mark('rain', 2)]).cells[0]).toMatchObject({ closed: false, marks: ['rain'] });
    expect(holdoverList(flash, NOW_MS, [mark('rain', 2, { rainMm: 7.9 })]).cells[0]).toMatchObject({ marks: [] });
  });

  test('say nothing of a flash after them: it counts whole', () => {
    const after = aFlash('b', 1);
    for (const kind of ['ground-check', 'air-check', 'rain', 'fire-found'] as const) {
      const { cells } = holdoverList([...flash, after], NOW_MS, [mark(kind, 2)]);
      const alone = holdoverList([after], NOW_MS).all.expected;
      expect(cells[0]?.expected).toBeGreaterThanOrEqual(alone);
      expect(cells[0]?.closed).toBe(false);
    }
  });

  test('of one kind count once, and their order and repetition change nothing', () => {
    const marks = [mark('ground-check', 2), mark('ground-check', 3), mark('air-check', 1), mark('rain', 12)];
    expect(left(...marks)).toBeCloseTo(0.05, 9);
    const list = holdoverList(flash, NOW_MS, marks);
    expect(holdoverList(flash, NOW_MS, [...marks, ...marks].reverse())).toEqual(list);
  });

  test('never raise what is expected, whatever was struck and told', () => {
    const kinds = fc.constantFrom<MarkKind>('ground-check', 'air-check', 'rain', 'fire-found');
    const anyMark = fc
      .tuple(kinds, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 20 }))
      .map(([kind, hours, rainMm]) => mark(kind, hours, kind === 'rain' ? { rainMm } : {}));
    const anyFlash = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 6 }), fc.array(anyFlash, { maxLength: 8 }), (marks, told) => {
        const strikes = told.map(([hours, east], index) => aFlash(`s${index}`, hours, east));
        const without = new Map(holdoverList(strikes, NOW_MS).cells.map(({ id, expected }) => [id, expected]));
        for (const { id, expected } of holdoverList(strikes, NOW_MS, marks).cells) {
          expect(expected).toBeLessThanOrEqual(without.get(id) ?? 0);
        }
      }),
    );
  });

  test('lie on one cell, on the cells whose middle a drawn area holds, or near a track', () => {
    const row = [0, 1, 2].map((east) => aFlash(`s${east}`, 10, east));
    const marked = (place: Mark['place']) =>
      holdoverList(row, NOW_MS, [mark('ground-check', 2, { place })])
        .cells.filter(({ marks }) => marks.length > 0)
        .map(({ id }) => id)
        .sort();
    const [first, second] = [middleOf(cellTo(0)), middleOf(cellTo(1))];
    expect(marked(CELL)).toEqual([cellTo(0)]);
    const box = [
      [first.longitude - 0.005, first.latitude - 0.005],
      [second.longitude + 0.005, first.latitude - 0.005],
      [second.longitude + 0.005, first.latitude + 0.005],
      [first.longitude - 0.005, first.latitude + 0.005],
      [first.longitude - 0.005, first.latitude - 0.005],
    ] as const;
    expect(marked({ type: 'shape', shape: { type: 'Polygon', coordinates: [box] } })).toEqual([cellTo(0), cellTo(1)]);
    const north = first.latitude + 0.8 / 111.2;
    const track = {
      type: 'LineString',
      coordinates: [
        [first.longitude - 0.1, north],
        [second.longitude, north],
      ],
    } as const;
    expect(marked({ type: 'track', track, withinKm: 1 })).toEqual([cellTo(0), cellTo(1)]);
    expect(marked({ type: 'track', track, withinKm: 0.5 })).toEqual([]);
  });
});
