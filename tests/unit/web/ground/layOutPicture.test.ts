import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circleAround, distanceKm } from '#shared/geo/geodesy.ts';
import type { Shape } from '#shared/geo/shape/Shape.ts';
import { project, unproject } from '#shared/picture/frame.ts';
import { LAND, LINES } from '#web/ground/land/groundTiles.ts';
import { drawingFrame, layOutPicture, scaleBar } from '#web/ground/picture/layOutPicture.ts';
import type { Picture, PictureName } from '#web/ground/picture/Picture.ts';
import { placeLabel, type Rect } from '#web/ground/picture/placeLabel.ts';
import { groundTilesIn } from '#web/ground/picture/usePictureGround.ts';

const SIZE = { width: 720, height: 520 };
const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
const ELLIPSE = { semiMajorKm: 2, semiMinorKm: 2, bearingDegrees: 0 };
const CIRCLES = [
  { km: 1, label: '1 km' },
  { km: 10, label: '10 km' },
];
const picture = (changes: Partial<Picture> = {}): Picture => ({
  shape: FIRE,
  circles: CIRCLES,
  points: [],
  ...changes,
});

const overlap = (a: Rect, b: Rect) =>
  Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 0.01 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.01;

describe('the frame', () => {
  test('holds the content, in the middle, and one km is as long in every direction', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 12, max: 30, noNaN: true }),
        fc.double({ min: 35, max: 48, noNaN: true }),
        fc.constantFrom(1, 2, 6, 10, 50),
        (longitude, latitude, km) => {
          const { frame } = layOutPicture(
            picture({ shape: { type: 'Point', coordinates: [longitude, latitude] }, circles: [{ km, label: '' }] }),
            [],
            SIZE,
          );
          const [x, y] = project(frame, longitude, latitude);
          expect(Math.abs(x - SIZE.width / 2)).toBeLessThan(1);
          expect(Math.abs(y - SIZE.height / 2)).toBeLessThan(2);
          for (const [east, north] of circleAround({ latitude, longitude }, km, 16)) {
            const [px, py] = project(frame, east, north);
            expect(Math.abs(Math.hypot(px - x, py - y) / (km * frame.perKm) - 1)).toBeLessThan(0.012);
            expect(px >= 0 && px <= SIZE.width && py >= 0 && py <= SIZE.height).toBe(true);
          }
        },
      ),
      { numRuns: 50 },
    ));

  test('tells which position a point of the drawing is, and holds what it must show at least', () => {
    const around = { west: 23, south: 42.5, east: 23.6, north: 42.9 };
    const { frame } = layOutPicture(picture({ circles: [], around }), [], SIZE);
    for (const [longitude, latitude] of [
      [23, 42.5],
      [23.6, 42.9],
    ] as const) {
      const [x, y] = project(frame, longitude, latitude);
      expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true);
      const at = unproject(frame, x, y);
      expect(at.longitude).toBeCloseTo(longitude, 9);
      expect(at.latitude).toBeCloseTo(latitude, 9);
    }
  });

  test('of a point alone shows a km, not the whole world and not nothing', () => {
    const frame = drawingFrame({ west: 23, east: 23, south: 42, north: 42 }, SIZE);
    expect(frame.perKm).toBeCloseTo(496, -1);
    const [west, east] = [frame.box.west, frame.box.east];
    expect(distanceKm({ latitude: 42, longitude: west }, { latitude: 42, longitude: east })).toBeCloseTo(1.45, 1);
  });
});

describe('labels', () => {
  test('cover neither each other nor a point while there is room', () => {
    const points = [0, 60, 120, 180, 240, 300].map((bearing, index) => {
      const [longitude, latitude] = circleAround({ latitude: 42.7, longitude: 23.3 }, 5, 6)[bearing / 60] ?? [0, 0];
      return { latitude, longitude, label: String(index + 1) };
    });
    const names: PictureName[] = [
      { text: 'Sofia', latitude: 42.7, longitude: 23.32 },
      { text: 'Buhovo', latitude: 42.76, longitude: 23.36 },
    ];
    const layout = layOutPicture(picture({ points }), names, SIZE);
    const labels = [...layout.points.flatMap(({ label }) => label ?? []), ...layout.names];
    expect(layout.points.map(({ label }) => label?.text)).toEqual(['6', '5', '4', '3', '2', '1']);
    expect(layout.names.map(({ text }) => text)).toEqual(['Sofia', 'Buhovo']);
    for (const [index, one] of labels.entries()) {
      for (const other of labels.slice(index + 1)) expect(overlap(one.rect, other.rect)).toBe(false);
      for (const { x, y } of layout.points) expect(overlap(one.rect, [x - 4, y - 4, x + 4, y + 4])).toBe(false);
    }
  });

  test('of points always stand, also where many share a place; those of places then give way', () => {
    const points = Array.from({ length: 40 }, (_, at) => ({ latitude: 42.7, longitude: 23.3, label: String(at + 1) }));
    const layout = layOutPicture(picture({ points }), [{ text: 'Sofia', latitude: 42.7, longitude: 23.3 }], SIZE);
    expect(layout.points.every(({ label }) => label)).toBe(true);
    expect(layout.names).toEqual([]);
  });

  test('stay within the drawing', () => {
    const label = placeLabel('Sofia', [SIZE.width - 2, 3], [], SIZE);
    expect(label?.anchor).toBe('end');
    expect(label?.rect[2]).toBeLessThanOrEqual(SIZE.width);
    expect(label?.rect[1]).toBeGreaterThanOrEqual(0);
  });
});

test('names beyond the frame are left out, and the most important come first', () => {
  const names: PictureName[] = [
    { text: 'Belgrade', latitude: 44.8, longitude: 20.46 },
    ...Array.from({ length: 200 }, (_, at) => ({
      text: `Village ${at}`,
      latitude: 42.62 + (at % 20) * 0.008,
      longitude: 23.2 + Math.floor(at / 20) * 0.02,
    })),
  ];
  const placed = layOutPicture(picture(), names, SIZE).names;
  expect(placed.length).toBeGreaterThan(4);
  expect(placed.length).toBeLessThanOrEqual(14);
  expect(placed[0]?.text).toBe('Village 0');
  expect(placed.some(({ text }) => text === 'Belgrade')).toBe(false);
});

test('an ellipse is as large as it is, and the frame holds it', () => {
  const points = [
    { latitude: 42.7, longitude: 23.42, label: '1', ellipse: { ...ELLIPSE, semiMinorKm: 1, bearingDegrees: 30 } },
  ];
  const { frame, points: drawn } = layOutPicture(picture({ circles: [], points }), [], SIZE);
  const [{ x, ellipse } = { x: 0, ellipse: undefined }] = drawn;
  expect(ellipse).toEqual({ major: 2 * frame.perKm, minor: frame.perKm, degrees: 30 });
  expect(x + 2 * frame.perKm).toBeLessThanOrEqual(SIZE.width);
});

test('a polygon is drawn closed, with distances from its edge; a point by a cross', () => {
  const ring = circleAround({ latitude: 42.7, longitude: 23.3 }, 3, 8);
  const area = layOutPicture(picture({ shape: { type: 'Polygon', coordinates: [ring] } }), [], SIZE);
  expect(area.shapePath).toMatch(/^M.*Z$/);
  expect(area.centre).toBeUndefined();
  expect(area.circles.map(({ label }) => label?.text)).toEqual(['1 km', '10 km']);
  const point = layOutPicture(picture(), [], SIZE);
  expect(point.shapePath).toBeUndefined();
  expect(point.centre?.[0]).toBeCloseTo(360, 0);
});

test('the scale bar is a round number of km, at most a quarter of the width', () =>
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 5_000, noNaN: true }), (perKm) => {
      const bar = scaleBar({ ...SIZE, perKm });
      expect(bar.width).toBeLessThanOrEqual(SIZE.width / 4 + 1e-6);
      expect(bar.width).toBeGreaterThan(SIZE.width / 4 / 2.6);
      expect(String(bar.km)).toMatch(/^0?\.?0*[125]0*$/);
      expect(bar.width / perKm).toBeCloseTo(bar.km, 6);
    }),
  ));

test('few tiles of the ground are read, coarser ones for a wide view, and none beyond what ships', () => {
  const near = groundTilesIn({ west: 23.2, east: 23.4, south: 42.6, north: 42.8 }, LAND);
  expect(near.length).toBeGreaterThan(0);
  expect(near.every(({ zoom }) => zoom === 8)).toBe(true);
  expect(groundTilesIn({ west: 20, east: 28, south: 40, north: 44 }, LAND).every(({ zoom }) => zoom < 8)).toBe(true);
  expect(groundTilesIn({ west: 23.2, east: 23.4, south: 42.6, north: 42.8 }, LINES)[0]?.zoom).toBe(7);
  expect(groundTilesIn({ west: -10, east: -9, south: 42, north: 43 }, LAND)).toEqual([]);
});
