import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercatorFixed.ts';
import { drawnScope, offsetsToClip } from '#web/map/drawing/shaderInputs.ts';

const EPOCH = Date.UTC(2026, 6, 14, 12);
const HOUR = 3_600_000;
const NOW = EPOCH + HOUR;
const LIVE = Number.POSITIVE_INFINITY;

/** Whether a strike of that age is drawn as an icon, as the shader decides it. */
function isIcon(scope: ReturnType<typeof drawnScope>, ageMs: number, inCrowd: boolean): boolean {
  const age = scope.now - Math.floor((NOW - ageMs - EPOCH) / 100);
  return age <= scope.window && age >= scope.youngest && !(inCrowd && age > scope.whole);
}

describe('what is drawn as an icon', () => {
  const scope = drawnScope({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: LIVE }, EPOCH);

  test('every strike of the window that stands in no crowd', () => {
    expect([0, 59_900, 600_000, HOUR].map((ageMs) => isIcon(scope, ageMs, false))).toEqual([true, true, true, true]);
    expect(isIcon(scope, HOUR + 200, false)).toBe(false);
  });

  test('of those in a crowd the newest minute’s, and such as a clock ahead of ours dates later', () => {
    expect([-5_000, 0, 30_000, 60_000].map((ageMs) => isIcon(scope, ageMs, true))).toEqual([true, true, true, true]);
    expect([60_100, 300_000, HOUR].map((ageMs) => isIcon(scope, ageMs, true))).toEqual([false, false, false]);
  });

  test('of a minute that was picked only its own strikes', () => {
    const picked = { fromMs: NOW - 600_000, toMs: NOW - 540_000 };
    const narrow = drawnScope({ nowMs: NOW, windowMs: HOUR, picked, toMs: LIVE }, EPOCH);
    expect([600_000, 570_000].map((ageMs) => isIcon(narrow, ageMs, false))).toEqual([true, true]);
    expect([660_000, 540_000, 0].map((ageMs) => isIcon(narrow, ageMs, false))).toEqual([false, false, false]);
  });

  test('of the past the window that ends there: neither its end nor what came later', () => {
    const past = drawnScope({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: NOW }, EPOCH);
    expect([100, 600_000, HOUR].map((ageMs) => isIcon(past, ageMs, false))).toEqual([true, true, true]);
    expect([-60_000, -100, 0, HOUR + 100].map((ageMs) => isIcon(past, ageMs, false))).not.toContain(true);
  });
});

/** A view of `pixels` × `pixels` at a zoom, centred on a position, without perspective: common units to clip space. */
function orthographic(longitude: number, latitude: number, zoom: number, pixels: number): number[] {
  const [x, y] = commonOf(longitude, latitude);
  const scale = (2 * 2 ** zoom) / pixels;
  return [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1, 0, -scale * x, -scale * y, 0, 1];
}

function commonOf(longitude: number, latitude: number): [number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [((longitude + 180) / 360) * 512, 512 - y * 512];
}

/** What the vertex shader does, with the GPU's 32-bit floats. */
function shade(matrix: readonly number[], origin: readonly [number, number], longitude: number, latitude: number) {
  const f = Math.fround;
  const unit = f(512 / 2 ** 32);
  const dx = f(f((mercatorFixedX(longitude) - origin[0]) | 0) * unit);
  const dy = f(f((mercatorFixedY(latitude) - origin[1]) | 0) * -unit);
  const at = (i: number) => f(matrix[i] ?? 0);
  return [f(f(at(0) * dx) + f(at(4) * dy) + at(12)), f(f(at(1) * dx) + f(at(5) * dy) + at(13))] as const;
}

test('at every zoom a strike lands within a tenth of a pixel of its true place, in the floats a GPU has', () => {
  const centre = {
    longitude: fc.double({ min: -170, max: 170, noNaN: true }),
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
  };
  const cases = fc.record({ ...centre, zoom: fc.integer({ min: 3, max: 17 }), x: fc.integer({ min: -500, max: 500 }) });
  fc.assert(
    fc.property(cases, ({ longitude, latitude, zoom, x }) => {
      const pixels = 1_024;
      const matrix = orthographic(longitude, latitude, zoom, pixels);
      const origin = [mercatorFixedX(longitude), mercatorFixedY(latitude)] as const;
      const strikeLongitude = longitude + (x / (512 * 2 ** zoom)) * 360;
      fc.pre(Math.abs(strikeLongitude) < 180);
      const [clipX, clipY] = shade(offsetsToClip(matrix, origin), origin, strikeLongitude, latitude);
      // One unit of fixed point is 9 mm; at zoom 17 a pixel is 60 cm.
      expect(Math.abs((clipX * pixels) / 2 - x)).toBeLessThan(0.1);
      expect(Math.abs((clipY * pixels) / 2)).toBeLessThan(0.1);
    }),
  );
});

test('differences wrap at the antimeridian as the globe does', () => {
  expect((mercatorFixedX(-179.9) - mercatorFixedX(179.9)) | 0).toBeGreaterThan(0);
});
