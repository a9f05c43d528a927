import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mercatorFixedX, mercatorFixedY } from '#shared/geo/mercator.ts';
import { project } from '#shared/sky/frame.ts';
import { strikesToColumns } from '#shared/wire/StrikeColumns.ts';
import { encodeStrikeSlice } from '#shared/wire/strikeSlice.ts';
import { aStrike } from '#tests/unit/web/sky/feedHarness.ts';
import { parseMapQuery, viewBox } from '#web/ground/view/mapQuery.ts';
import { edgeSlot, edgeTowards, strikeBeyond } from '#web/map/marks/beyond.tsx';
import { marksIn, previewFrame, previewView } from '#web/map/preview/drawPreview.ts';
import { fetchSky, type SkyPart } from '#web/map/preview/fetchSky.ts';
import { type MapRect, overlaps } from '#web/map/strikeLayers/freeRoom.ts';
import {
  claimSlots,
  FLASH_PX,
  MAX_PER_SECOND,
  PART_PX,
  type ScreenFlash,
  stillCounted,
} from '#web/map/strikeLayers/StrikeFlashes.tsx';
import { offsetsToClip, renderedAges } from '#web/map/strikeLayers/StrikePointsLayer.ts';
import type { PreviewedSlice } from '#web/sky/LiveFeed.ts';
import { StrikeStore } from '#web/sky/StrikeStore.ts';

const NOW = Date.UTC(2026, 6, 1, 12, 30);
const HOUR = 3_600_000;

describe('flash slots', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 700 }) });

  test('a strike alone flashes; strikes far apart do not hold each other back', () => {
    expect(claimSlots([{ x: 10, y: 20 }], [], NOW)).toEqual([{ x: 10, y: 20, atMs: NOW }]);
    const far = Array.from({ length: 8 }, (_, index) => ({ x: index * (PART_PX.width + FLASH_PX + 1), y: 0 }));
    expect(claimSlots(far, [], NOW)).toHaveLength(8);
  });

  test('a strike that gets no slot never flashes, and one a second later does', () => {
    const spot = { x: 50, y: 50 };
    const screenFlashes = claimSlots([spot, spot, spot, spot], [], NOW);
    expect(screenFlashes).toHaveLength(MAX_PER_SECOND);
    expect(claimSlots([spot], screenFlashes, NOW + 999)).toEqual([]);
    expect(claimSlots([spot], stillCounted(screenFlashes, NOW + 1_000), NOW + 1_000)).toHaveLength(1);
  });

  test('no 341 × 256 px of the screen are touched by more than three flashes in a second (WCAG 2.3.1)', () => {
    const batch = fc.record({ afterMs: fc.integer({ min: 0, max: 700 }), strikes: fc.array(place, { maxLength: 15 }) });
    const arrivals = fc.array(batch, { maxLength: 12 });
    fc.assert(
      fc.property(arrivals, fc.array(place, { minLength: 1, maxLength: 8 }), (batches, parts) => {
        let nowMs = NOW;
        let screenFlashes: ScreenFlash[] = [];
        for (const { afterMs, strikes } of batches) {
          nowMs += afterMs;
          screenFlashes = [...screenFlashes, ...claimSlots(strikes, screenFlashes, nowMs)];
        }
        // Parts anywhere, and those whose edge a flash just touches.
        const corners = [...parts, ...screenFlashes.map(({ x, y }) => ({ x: x + FLASH_PX / 2, y: y + FLASH_PX / 2 }))];
        for (const { x: left, y: top } of corners) {
          const touching = screenFlashes.filter(({ x, y }) => {
            const across = Math.max(left - x, 0, x - left - PART_PX.width);
            const down = Math.max(top - y, 0, y - top - PART_PX.height);
            return across <= FLASH_PX / 2 && down <= FLASH_PX / 2;
          });
          for (const { atMs } of touching) {
            const within = touching.filter((other) => other.atMs <= atMs && atMs - other.atMs < 1_000);
            expect(within.length).toBeLessThanOrEqual(MAX_PER_SECOND);
          }
        }
      }),
    );
  });
});

describe('shader inputs', () => {
  const EPOCH = Date.UTC(2026, 6, 14, 12);
  const NOW = EPOCH + HOUR;
  const LIVE = Number.POSITIVE_INFINITY;

  /** Whether a strike of that age is drawn, as the shader decides it. */
  function isRendered(ages: ReturnType<typeof renderedAges>, ageMs: number): boolean {
    const age = ages.now - Math.floor((NOW - ageMs - EPOCH) / 100);
    return age <= ages.window && age >= ages.youngest;
  }

  describe('what is drawn', () => {
    test('every strike of the window, and such as a clock ahead of ours dates later', () => {
      const ages = renderedAges({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: LIVE }, EPOCH);
      expect([-5_000, 0, 59_900, 600_000, HOUR].every((ageMs) => isRendered(ages, ageMs))).toBe(true);
      expect(isRendered(ages, HOUR + 200)).toBe(false);
    });

    test('of a minute that was picked only its own strikes', () => {
      const picked = { fromMs: NOW - 600_000, toMs: NOW - 540_000 };
      const narrow = renderedAges({ nowMs: NOW, windowMs: HOUR, picked, toMs: LIVE }, EPOCH);
      expect([600_000, 570_000].map((ageMs) => isRendered(narrow, ageMs))).toEqual([true, true]);
      expect([660_000, 540_000, 0].map((ageMs) => isRendered(narrow, ageMs))).toEqual([false, false, false]);
    });

    test('of the past the window that ends there: neither its end nor what came later', () => {
      const past = renderedAges({ nowMs: NOW, windowMs: HOUR, picked: undefined, toMs: NOW }, EPOCH);
      expect([100, 600_000, HOUR].map((ageMs) => isRendered(past, ageMs))).toEqual([true, true, true]);
      expect([-60_000, -100, 0, HOUR + 100].map((ageMs) => isRendered(past, ageMs))).not.toContain(true);
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
    const cases = fc.record({
      longitude: fc.double({ min: -170, max: 170, noNaN: true }),
      zoom: fc.integer({ min: 3, max: 17 }),
      latitude: fc.double({ min: -70, max: 70, noNaN: true }),
      x: fc.integer({ min: -500, max: 500 }),
    });
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

  test('differences wrap at the antimeridian as the globe does', () =>
    expect((mercatorFixedX(-179.9) - mercatorFixedX(179.9)) | 0).toBeGreaterThan(0));
});

const SOFIA = { latitude: 42.7, longitude: 23.3 };
const BOX = { west: 23.1, south: 42.6, east: 23.5, north: 42.8 };

function beyond(...places: readonly (readonly [latitude: number, longitude: number, ageMs?: number])[]) {
  const store = new StrikeStore({ capacity: 64, maxAgeMs: 86_400_000, epochMs: NOW });
  const strikes = places.map(([latitude, longitude, ageMs = 0], index) =>
    aStrike(index + 1, { latitude, longitude, atMs: NOW - ageMs }),
  );
  store.append(strikesToColumns(strikes), NOW);
  return strikeBeyond(store, { box: BOX, from: SOFIA, fromMs: NOW - 3_600_000, withinKm: 100 });
}

describe('the chip at the edge of the view', () => {
  test('stands where the nearest strike lies, if that is out of view, and for none that is older or further than known', () => {
    const found = beyond([43.1, 23.3], [42.95, 23.4], [42.7, 22.6]);
    expect(found?.strike.ordinal).toBe(2);
    expect(found?.at.y).toBeCloseTo(0);
    expect(beyond([42.95, 23.4], [42.7, 23.3])).toBeUndefined();
    expect(beyond([43.1, 23.3, 3_700_000], [44.2, 23.3])).toBeUndefined();
  });

  test('lies on the edge of the view, whatever the direction', () => {
    const latitude = fc.double({ min: 34, max: 48, noNaN: true });
    const longitude = fc.double({ min: 13, max: 31, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        fc.pre(lat < BOX.south || lat > BOX.north || lon < BOX.west || lon > BOX.east);
        const { x, y } = edgeTowards(BOX, { latitude: lat, longitude: lon }).at;
        expect(Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5))).toBeCloseTo(0.5);
      }),
    );
  });
});

describe('edge slot', () => {
  const MAP = { width: 800, height: 600 };
  const CHIP = { width: 90, height: 32 };
  const slot = (x: number, y: number, ...chipRects: readonly MapRect[]) =>
    edgeSlot({ x, y }, MAP, CHIP, (rect) => !chipRects.some((other) => overlaps(other, rect)));

  test.each([
    ['above', 0.5, 0, { left: 355, top: 8 }],
    ['below', 0.5, 1, { left: 355, top: 560 }],
    ['to the left', 0, 0.5, { left: 8, top: 284 }],
    ['to the right', 1, 0.5, { left: 702, top: 284 }],
    ['in a corner', 1, 0, { left: 702, top: 8 }],
  ])('a chip touches the edge it points over, and lies whole in the map: %s', (_, x, y, place) =>
    expect(slot(x, y)).toMatchObject(place),
  );

  test('it slides along the edge until it covers nothing, lies further inward if the edge is full, and is left out where there is no room', () => {
    const panel = { left: 300, top: 0, right: 460, bottom: 100 };
    expect(slot(0.5, 0, panel)).toMatchObject({ left: 467, top: 8 });
    const credits = { left: 0, top: 570, right: 800, bottom: 600 };
    expect(slot(0.5, 1, credits)).toMatchObject({ left: 355, top: 528 });
    expect(slot(0.5, 0, { left: 0, top: 0, right: 800, bottom: 100 })).toBeUndefined();
  });
});

describe('fetch sky', () => {
  const FRAME = { width: 360, height: 600 };
  const view = previewView(parseMapQuery('?view=42.7,23.3,11z'), FRAME, FRAME);

  const columns = strikesToColumns([{ ordinal: 7, latitude: 42.7, longitude: 23.3, atMs: NOW - 60_000 }]);
  const slice = () => encodeStrikeSlice({ seq: 7, beyondRetention: false, columns });

  async function fetched(result: () => Response | Promise<Response>, deviceMs = NOW, windowMs = HOUR) {
    const requests: string[] = [];
    const parts: SkyPart[] = [];
    const slices = new Map<string, PreviewedSlice>();
    await fetchSky(view, windowMs, {
      fetch: async (path) => {
        requests.push(path);
        return result();
      },
      deviceMs: () => deviceMs,
      pageMs: () => 50,
      slices,
      onPart: (part) => parts.push(part),
    });
    return { requests, parts, slices, hours: new Set(requests.map((path) => path.split('/').at(-2))) };
  }

  const date = new Date(NOW).toUTCString();
  const dated = (headers: Record<string, string> = {}) => new Response(slice(), { headers: { date, ...headers } });

  test('the two newest hours are asked for, whatever the window, and the answers are left for the map', async () => {
    const { requests, hours, slices, parts } = await fetched(dated, NOW, 24 * HOUR);
    expect([...hours]).toEqual(['2026070112', '2026070111']);
    expect([...slices.keys()]).toEqual(requests);
    expect(parts).toHaveLength(requests.length);
    const [left] = slices.values();
    expect(new Uint8Array(await ((await left?.result)?.arrayBuffer() ?? new ArrayBuffer(0)))).toEqual(slice());
  });

  test('the hour is that of the `Date` of an answer or a refusal: a device three hours ahead asks again', async () => {
    const { hours, parts } = await fetched(dated, NOW + 3 * HOUR);
    expect([...hours]).toEqual(['2026070115', '2026070114', '2026070112', '2026070111']);
    expect(parts.every(({ nowMs }) => nowMs === NOW)).toBe(true);
    const refused = await fetched(() => new Response(null, { status: 400, headers: { date } }), NOW + 3 * HOUR);
    expect(refused.hours.has('2026070112')).toBe(true);
    expect(refused.parts).toEqual([]);
  });

  test('without a `Date` this device’s clock counts, and simulated strikes are called so only if an answer does', async () => {
    const { hours, parts } = await fetched(() => new Response(slice()));
    expect(hours.size).toBe(2);
    expect(parts[0]).toMatchObject({ nowMs: NOW, simulated: false });
    const reported = await fetched(() => dated({ 'feed-source': 'simulated' }));
    expect(reported.parts[0]?.simulated).toBe(true);
  });

  test.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['bytes that are no slice', () => new Response('<html>')],
    ['503', () => new Response(null, { status: 503 })],
  ])('%s shows no strikes and throws nothing', async (_, result) => expect((await fetched(result)).parts).toEqual([]));
});

describe('preview view', () => {
  const FRAME = { width: 800, height: 600 };
  const viewOf = (search: string) => previewView(parseMapQuery(search), FRAME, FRAME);

  test('the preview looks where the map will look: where the address says, at the default, on a wall at the region', () => {
    expect(viewOf('?view=41.5,24.25,7z')).toMatchObject({ latitude: 41.5, longitude: 24.25, zoom: 7 });
    expect(viewOf('')).toMatchObject({ latitude: 42.6977, longitude: 23.3219, zoom: 10 });
    expect(viewOf('?wall=1').zoom).toBeLessThan(7);
    expect(viewOf('?view=41.5,24.25,1z').zoom).toBe(3);
  });

  test('its projection puts the corners of the view’s box into the corners of the frame', () => {
    const view = viewOf('?view=42.5,22,5z');
    const { west, north, east, south } = viewBox(view, FRAME.width, FRAME.height);
    const frame = previewFrame(view);
    const corners = [...project(frame, west, north), ...project(frame, east, south)];
    for (const [index, pixels] of [0, 0, 800, 600].entries()) expect(corners[index]).toBeCloseTo(pixels, 6);
    for (const [index, pixels] of [400, 300].entries()) expect(project(frame, 22, 42.5)[index]).toBeCloseTo(pixels, 6);
  });

  test('strikes of the window that lie in the view are marked, the newest last', () => {
    const at = (ordinal: number, longitude: number, agoMs: number) =>
      aStrike(ordinal, { latitude: 42.5, longitude, atMs: NOW - agoMs });
    const parts = [
      strikesToColumns([at(1, 22, 1_000), at(2, 22.5, 120_000)]),
      strikesToColumns([at(3, 22.2, 60_000), at(4, 80, 5_000), at(5, 22.1, 7_200_000)]),
    ];
    const marks = marksIn(viewOf('?view=42.5,22,5z'), parts, NOW - 3_600_000);
    expect(marks.map(([, , atMs]) => NOW - atMs)).toEqual([120_000, 60_000, 1_000]);
  });
});
