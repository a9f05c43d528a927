import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOME_BOX as BALKANS } from '#shared/geo/Areas.ts';
import { bboxContains } from '#shared/geo/BBox.ts';
import { formatTile, tileAt, tileBounds } from '#shared/geo/tile.ts';
import {
  ancestorAt,
  viewCells,
  viewExceedsCells,
  viewedCells,
  viewSliceTiles,
  watchedTiles,
} from '#web/sky/feed/viewTiles.ts';

const SOFIA = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };

const degrees = (min: number, max: number) => fc.integer({ min: min * 1_000, max: max * 1_000 }).map((n) => n / 1_000);
const aBox = fc
  .record({ west: degrees(-180, 170), south: degrees(-80, 75), width: degrees(0.01, 60), height: degrees(0.01, 30) })
  .map(({ west, south, width, height }) => ({
    west,
    south,
    east: Math.min(180, west + width),
    north: Math.min(85, south + height),
  }));

test('a city is covered by fine tiles, the Balkans by coarse ones, never by more than four an hour', () => {
  expect(viewSliceTiles(SOFIA).every(({ z }) => z === 8)).toBe(true);
  expect(viewSliceTiles(SOFIA).length).toBeLessThanOrEqual(4);
  expect(viewSliceTiles(BALKANS).length).toBeLessThanOrEqual(4);
});

test('every point of a view lies in a slice tile and in a cell', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(aBox, share, share, (box, x, y) => {
      fc.pre(!viewExceedsCells(box));
      const longitude = box.west + x * (box.east - box.west);
      const latitude = box.south + y * (box.north - box.south);
      const covers = (tiles: readonly { z: number; x: number; y: number }[]) =>
        tiles.some((tile) => bboxContains(tileBounds(tile), longitude, latitude));
      expect(covers(viewSliceTiles(box))).toBe(true);
      expect(covers(viewCells(box))).toBe(true);
    }),
  );
});

test('every slice tile lies in a cell of the stream, which keeps it complete', () =>
  fc.assert(
    fc.property(aBox, (box) => {
      const cells = new Set(viewCells(box).map(formatTile));
      for (const tile of viewSliceTiles(box)) expect(cells).toContain(formatTile(ancestorAt(tile, 4)));
    }),
  ));

test('a view of the whole world takes the 24 cells around its centre and is known to be wider', () => {
  const world = { west: -180, south: -85, east: 180, north: 85 };
  const cells = viewCells(world);
  expect(cells).toHaveLength(24);
  expect(cells.map(formatTile)).toContain(formatTile(tileAt(1, 1, 4)));
  expect(viewExceedsCells(world)).toBe(true);
});

const ATHENS = { west: 23.5, south: 37.8, east: 23.9, north: 38.1 };
const names = (tiles: readonly Parameters<typeof formatTile>[0][]) => tiles.map(formatTile);

test('the surroundings of a measuring point are watched wherever the view is', () => {
  const area = { view: ATHENS, near: SOFIA };
  expect(names(viewedCells(area).cells)).toEqual(names([...viewCells(SOFIA), ...viewCells(ATHENS)]));
  const tiles = watchedTiles(area);
  expect(names(tiles)).toEqual(expect.arrayContaining(names(viewSliceTiles(ATHENS))));
  expect(tiles.some((tile) => tile.z === 6 && bboxContains(tileBounds(tile), 23.3, 42.7))).toBe(true);
});

test('surroundings that the view holds anyway are not asked for twice', () => {
  expect(watchedTiles({ view: BALKANS, near: SOFIA })).toEqual(viewSliceTiles(BALKANS));
  expect(viewedCells({ view: SOFIA, near: SOFIA })).toEqual({ cells: viewCells(SOFIA), tooWide: false });
});

test('a view that takes every cell is too wide once the point needs one more', () => {
  const view = { west: -20, south: 20, east: 60, north: 60 };
  const own = viewCells(view);
  const near = { west: 170, south: -45, east: 171, north: -44 };
  const { cells, tooWide } = viewedCells({ view, near });
  expect(names(cells)).toEqual(expect.arrayContaining(names(viewCells(near))));
  expect(tooWide).toBe(own.length + viewCells(near).length > 24);
});
