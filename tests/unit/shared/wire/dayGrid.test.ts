import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DayCount, type DayGrid, decodeDayGrid, encodeDayGrid } from '#shared/wire/dayGrid.ts';

const MAGIC = [0x44, 0x47, 0x31];

/** Grids as they come back: in order, each tile named once in its hour. */
const grid = fc.constantFrom(10 as const, 12 as const).chain((zoom) => {
  const tile = fc.integer({ min: 0, max: 2 ** zoom - 1 });
  const count = fc.record({
    ...(zoom === 10 ? { hour: fc.integer({ min: 0, max: 23 }) } : {}),
    x: tile,
    y: tile,
    strikes: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  }) as fc.Arbitrary<DayCount>;
  const counts = fc
    .uniqueArray(count, { selector: ({ hour = 0, x, y }) => `${hour} ${x} ${y}`, maxLength: 80 })
    .map((all) => all.sort((a, b) => (a.hour ?? 0) - (b.hour ?? 0) || a.x - b.x || a.y - b.y));
  return fc.record({ day: fc.integer({ min: 0, max: 100_000 }), zoom: fc.constant(zoom), counts });
});

describe('the grid of a day', () => {
  test('[HI3] comes back as it was packed, in whatever order it is given', () =>
    fc.assert(
      fc.property(grid, (packed: DayGrid) => {
        expect(decodeDayGrid(encodeDayGrid(packed))).toEqual({ ok: true, grid: packed });
        const turned = { ...packed, counts: packed.counts.toReversed() };
        expect(encodeDayGrid(turned)).toEqual(encodeDayGrid(packed));
      }),
    ));

  test('[HI3] adds up what is named twice, and leaves out what has no strikes', () => {
    const bytes = encodeDayGrid({
      day: 1,
      zoom: 12,
      counts: [1, 0, 2].map((strikes) => ({ x: 5, y: 6, strikes })).concat({ x: 1, y: 1, strikes: 0 }),
    });
    expect(decodeDayGrid(bytes)).toMatchObject({ grid: { counts: [{ x: 5, y: 6, strikes: 3 }] } });
  });

  test('[HI3] that is cut short anywhere is refused', () =>
    fc.assert(
      fc.property(grid, fc.nat(), (packed, at) => {
        const bytes = encodeDayGrid(packed);
        expect(decodeDayGrid(bytes.subarray(0, at % bytes.length)).ok).toBe(false);
      }),
    ));

  test('[HI3] made of garbage is refused with a reason, or holds tiles that there are', () => {
    const garbage = fc.uint8Array({ maxLength: 200 });
    const disguised = fc
      .tuple(fc.constantFrom(10, 12), garbage)
      .map(([z, rest]) => Uint8Array.of(...MAGIC, z, 1, ...rest));
    fc.assert(
      fc.property(fc.oneof(garbage, disguised), (bytes) => {
        const decoded = decodeDayGrid(bytes);
        if (!decoded.ok) expect(decoded.reason).not.toBe('');
        for (const { x, y, strikes } of decoded.ok ? decoded.grid.counts : []) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(x, y)).toBeLessThan(2 ** (decoded.ok ? decoded.grid.zoom : 0));
          expect(strikes).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['of another kind', [0x4c, 0x53, 0x31, 12, 1, 0], 'not a day grid'],
    ['of a zoom that no grid has', [...MAGIC, 11, 1, 0], 'a zoom that no grid has'],
    ['with bytes behind it', [...MAGIC, 12, 1, 0, 0], 'bytes after the last count'],
    ['that claims a billion tiles', [...MAGIC, 12, 1, 0x80, 0x94, 0xeb, 0xdc, 0x03], 'count exceeds the bytes'],
    ['of a tile beyond the world', [...MAGIC, 12, 1, 1, 0x80, 0x80, 0x80, 0x08, 0], 'a tile that is not there'],
    ['that ends within a number', [...MAGIC, 12, 0x80], 'bytes end early'],
  ])('[HI3] %s is refused: the reason says so', (_, bytes, reason) => {
    expect(decodeDayGrid(Uint8Array.from(bytes))).toEqual({ ok: false, reason });
  });
});
