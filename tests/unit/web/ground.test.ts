import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { boxAround, clampBox } from '#shared/geo/BBox.ts';
import { circleAround, distanceKm } from '#shared/geo/geodesy.ts';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { ringOfBox, type Shape } from '#shared/geo/Shape.ts';
import { NO_TIME_FILTER_MS, TIME_FILTERS_MS } from '#shared/limits.ts';
import { project, unproject } from '#shared/sky/frame.ts';
import { pairs } from '#tests/support/pairs.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { groundTiles, HEIGHTS, LAND, LINES } from '#web/ground/land/groundTiles.ts';
import { sharpened } from '#web/ground/land/make/reliefHeights.ts';
import { reliefPainter } from '#web/ground/land/make/reliefPictures.ts';
import type { GroundTileFiles } from '#web/ground/land/make/tileArchives.ts';
import { isLake, withoutPonds } from '#web/ground/land/make/waters.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import type { Picture, PictureName } from '#web/ground/picture/Picture.ts';
import {
  drawingFrame,
  groundTilesIn,
  layOutPicture,
  placeLabel,
  type Rect,
  scaleBar,
} from '#web/ground/picture/PlacePicture.tsx';
import {
  DEFAULT_VIEW,
  fittingView,
  formatMapQuery,
  type MapQuery,
  type MapView,
  parseMapQuery,
  REGION_BOX,
  viewBox,
} from '#web/ground/view/mapQuery.ts';
import { LANDMARK_KINDS } from '#web/kit/places/Landmark.ts';
import { basemapStyle, beyondRegion } from '#web/map/basemap/basemapStyle.ts';
import { LANDMARK_IMAGE, landmarkImage } from '#web/map/basemap/landmarks.ts';
import { NAME_LAYERS } from '#web/map/basemap/nameLayers.ts';
import { requestedTiles, tileArrived, tileMissed, tilesLater } from '#web/map/basemap/tileHealth.ts';

describe('lay out picture', () => {
  const SIZE = { width: 720, height: 520 };
  const SOFIA = { latitude: 42.7, longitude: 23.3 };
  const FIRE: Shape = { type: 'Point', coordinates: [23.3, 42.7] };
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
      for (const [longitude, latitude] of pairs('23,42.5 23.6,42.9')) {
        const [x, y] = project(frame, longitude, latitude);
        expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true);
        const at = unproject(frame, x, y);
        expect([at.longitude, at.latitude]).toEqual([expect.closeTo(longitude, 9), expect.closeTo(latitude, 9)]);
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
      const points = Array.from({ length: 40 }, (_, at) => ({ ...SOFIA, label: String(at + 1) }));
      const layout = layOutPicture(picture({ points }), [{ text: 'Sofia', ...SOFIA }], SIZE);
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
    const ellipse = { semiMajorKm: 2, semiMinorKm: 1, bearingDegrees: 30 };
    const points = [{ latitude: 42.7, longitude: 23.42, label: '1', ellipse }];
    const { frame, points: renderedPoints } = layOutPicture(picture({ circles: [], points }), [], SIZE);
    expect(renderedPoints[0]?.ellipse).toEqual({ major: 2 * frame.perKm, minor: frame.perKm, degrees: 30 });
    expect((renderedPoints[0]?.x ?? Infinity) + 2 * frame.perKm).toBeLessThanOrEqual(SIZE.width);
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
});

describe('basemap style', () => {
  type Tiles = 'none' | 'waiting' | 'shown';
  const TILES = ['none', 'waiting', 'shown'] as const;
  const options = { theme: 'light', locale: 'bg', labelScale: 1, tiles: 'waiting', detail: true, world: true } as const;
  const withTiles = (tiles: Tiles) => basemapStyle({ ...options, tiles });
  const layerIds = (tiles: Tiles) => withTiles(tiles).layers.map(({ id }) => id);
  const layerOf = (id: string, { layers } = basemapStyle(options)) => layers.find((layer) => layer.id === id);

  test('no style, glyph or sprite host stands between the visitor and the map', () => {
    const style = basemapStyle(options);
    expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
    expect(style.sources.world).toMatchObject({ type: 'geojson', data: '/basemap/world.geojson' });
  });

  const DETAIL = ['relief', 'shipped-river', 'shipped-town', 'shipped-lake'];

  describe('the shipped ground', () => {
    const shipped = ['world-land', 'land', 'coast', 'shipped-water', 'shipped-region', 'border', 'border-disputed'];

    test('shows while tiles are awaited, and tiles are asked for meanwhile', () => {
      expect(layerIds('waiting')).toEqual(expect.arrayContaining([...shipped, ...DETAIL, 'water']));
      expect(basemapStyle(options).sources.openmaptiles).toBeDefined();
    });

    test('has no relief, rivers, built-up areas or names of the land, nor their sources, before they are due', () => {
      const early = basemapStyle({ ...options, detail: false });
      const late = (id: string) => [...DETAIL, 'landmark', 'range'].includes(id) || id.endsWith('-settlements');
      expect(early.layers.map(({ id }) => id)).toEqual(layerIds('waiting').filter((id) => !late(id)));
      for (const name of ['relief', 'rivers', 'towns', 'landmarks', 'ranges'])
        expect(early.sources[name]).toBeUndefined();
    });

    test('is all there is below zoom 8, with tiles and without, so the map looks the same', () => {
      const visibleAt7 = (tiles: Tiles) =>
        withTiles(tiles)
          .layers.filter(({ minzoom = 0, maxzoom = 24 }) => minzoom <= 7.9 && maxzoom > 7.9)
          .map(({ id }) => id);
      for (const tiles of TILES) expect(visibleAt7(tiles)).toEqual(visibleAt7('none'));
    });

    test('gives way to tiles once they have come: lines fade out, and coasts end where the two would differ', () => {
      const ids = ['shipped-river', 'shipped-town', 'border', 'coast', 'land', 'shipped-water'];
      expect(ids.map((id) => layerOf(id, withTiles('shown'))?.maxzoom)).toEqual([9, 9, 9, 9, 11, 11]);
    });

    test('has its relief over land and sea, and under what is finer: towns, rivers, and the waters above the sea', () => {
      const order = ['land', 'shipped-water', 'relief', 'shipped-town', 'shipped-river', 'shipped-lake', 'coast'];
      expect(layerIds('none').filter((id) => order.includes(id))).toEqual(order);
    });

    test('of all the world is asked for only by views that reach beyond the region', () => {
      const home = basemapStyle({ ...options, world: false });
      expect(Object.keys(home.sources)).not.toContain('world');
      expect(home.layers.filter((layer) => 'source' in layer && layer.source === 'world')).toEqual([]);
      const visible = (view: MapView) => beyondRegion(view, viewBox(view, 1280, 800));
      expect(visible(DEFAULT_VIEW)).toBe(false);
      expect(visible({ ...DEFAULT_VIEW, zoom: 6 })).toBe(false);
      expect(visible({ ...DEFAULT_VIEW, zoom: 4.9 })).toBe(true);
      expect(visible({ latitude: 42, longitude: 33.5, zoom: 9 })).toBe(true);
      expect(visible({ latitude: 52, longitude: 13, zoom: 9 })).toBe(true);
    });

    test('stays alone while the tile host is given up: nothing is asked of it', () => {
      const style = withTiles('none');
      expect(JSON.stringify(style.sources)).not.toMatch(/"(tiles|url|data)":\[?"https?:/);
      expect(style.sources.openmaptiles).toBeUndefined();
      expect(layerIds('none')).toContain('land');
    });
  });

  test('the canvas has the colour of the ground until land and sea are there, which come in one file', () => {
    for (const tiles of TILES) {
      const [ground] = withTiles(tiles).layers;
      expect(ground).toMatchObject({ type: 'background', paint: { 'background-color': palettes.light.land } });
    }
    for (const id of ['world-sea', 'world-land']) expect(layerOf(id)).toMatchObject({ source: 'world' });
    expect(layerOf('shipped-water')).toMatchObject({ source: 'land', 'source-layer': 'water' });
    expect(layerOf('land')).toMatchObject({ source: 'land', 'source-layer': 'land' });
  });

  test('no two layers share a name, for MapLibre would draw none at all, and each draws from a source that is there', () => {
    for (const tiles of TILES) {
      expect(new Set(layerIds(tiles)).size).toBe(layerIds(tiles).length);
      const { layers, sources } = withTiles(tiles);
      for (const layer of layers) if ('source' in layer) expect(Object.keys(sources)).toContain(layer.source);
    }
  });

  test('the map paints no name of a place, which strikes would cover, but those of the land, which give way to both', () => {
    for (const tiles of TILES) {
      const symbols = withTiles(tiles).layers.filter(({ type }) => type === 'symbol');
      const [marks, ranges, ...names] = symbols;
      // The map finds room for the last layer first.
      expect([marks?.id, ranges?.id]).toEqual(['landmark', 'range']);
      expect(NAME_LAYERS).toEqual(expect.arrayContaining(names.map(({ id }) => id)));
      for (const { paint } of names) expect(paint).toMatchObject({ 'text-opacity': 0 });
    }
  });

  test('disputed borders are dashed, shipped and tiled alike', () => {
    for (const id of ['world-border-disputed', 'border-disputed', 'boundary-disputed'])
      expect(layerOf(id)?.paint).toHaveProperty('line-dasharray');
  });

  test('no layer has a pattern or a gradient, whose shaders the build leaves out', () => {
    for (const tiles of ['none', 'waiting', 'shown'] as const)
      expect(JSON.stringify(withTiles(tiles).layers)).not.toMatch(/-(pattern|gradient)"/);
  });

  test('every kind of landmark has a mark of its own, whole within its image', () => {
    const kinds = LANDMARK_KINDS.filter((kind) => kind !== 'range' && kind !== 'plain');
    const images = kinds.map((kind) => landmarkImage(`${LANDMARK_IMAGE}${kind}`));
    expect(new Set(images.map((image) => image?.data.join())).size).toBe(kinds.length);
    for (const image of images) {
      const { width = 0, height = 0, data = [] } = image ?? {};
      const depth = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0;
      const edge = Array.from({ length: width }, (_, at) =>
        Math.max(depth(at, 0), depth(at, height - 1), depth(0, at)),
      );
      expect(Math.max(...edge)).toBeLessThan(0.75 * 255);
      expect(Math.max(...data)).toBeGreaterThan(0.75 * 255);
    }
    expect(landmarkImage('landmark-range')).toBeUndefined();
    expect(landmarkImage('elsewhere')).toBeUndefined();
  });

  test('places are named in the language of the visitor', () => {
    const names = JSON.stringify(basemapStyle(options).layers.filter(({ type }) => type === 'symbol'));
    expect(names).toContain('name:bg');
    expect(names).not.toContain('name:ru');
  });

  describe('tiles of the deployment’s own', () => {
    const styleOf = (tiles: Tiles) => basemapStyle({ ...options, tiles, ownTiles: true });
    /** Credits hold links that nobody follows unasked. */
    const withoutCredits = ({ sources, ...rest }: ReturnType<typeof styleOf>) => ({
      ...rest,
      sources: Object.values(sources).map((source) => ({ ...source, attribution: '' })),
    });

    test('are asked of the deployment; no other host is named', () => {
      expect(styleOf('waiting').sources.openmaptiles).toEqual({ type: 'vector', url: '/api/v1/basemap' });
      for (const tiles of TILES) expect(JSON.stringify(withoutCredits(styleOf(tiles)))).not.toContain('//');
    });

    test('lie over the shipped land and under the shipped lines and names, without a sea of their own', () => {
      expect(styleOf('shown'), 'nothing flashes when they have come').toEqual(styleOf('waiting'));
      const { layers } = styleOf('shown');
      const ids = layers.map(({ id }) => id);
      expect(ids.indexOf('land')).toBeLessThan(ids.indexOf('water'));
      expect(ids.indexOf('road')).toBeLessThan(ids.indexOf('border'));
      const ofClass = ['coalesce', ['get', 'class'], ['get', 'c'], ['get', 'k'], ''];
      expect(layers.find(({ id }) => id === 'water')).toHaveProperty('filter', ['!=', ofClass, 'ocean']);
      expect(layers.find(({ id }) => id === 'ground')?.paint).toEqual({ 'background-color': palettes.light.land });
    });

    test('bring no borders and no names: their makers mark no disputes, and write one script', () => {
      const tiled = styleOf('shown').layers.filter((layer) => 'source' in layer && layer.source === 'openmaptiles');
      expect(tiled.filter(({ id }) => /^(boundary|place)/.test(id))).toEqual([]);
      expect(styleOf('none')).toEqual(withTiles('none'));
    });
  });

  test('a place that parts lie in is above the ground of tiles too, below every name or above all of them', () => {
    const anchors = { underNames: ['a', 'b'], overNames: ['c'] };
    for (const tiles of TILES) {
      const { layers } = basemapStyle({ ...options, tiles, anchors });
      const ids = layers.map(({ id }) => id);
      const firstName = layers.findIndex(({ type }) => type === 'symbol');
      expect(ids.slice(firstName - 2, firstName)).toEqual(['a', 'b']);
      expect(layers.slice(firstName).findIndex(({ type }) => type !== 'symbol')).toBe(layers.length - 1 - firstName);
      expect(ids.at(-1)).toBe('c');
    }
  });

  test('no line of a range is longer than a tile of its source, so that one tile holds all of it and writes its name once', () => {
    const { ranges } = basemapStyle(options).sources;
    if (ranges?.type !== 'geojson') throw new Error('ranges are no GeoJSON');
    const tile = 1 / 2 ** (ranges.maxzoom ?? 18);
    expect(ranges.buffer).toBe(512);
    const path = join(projectRoot, 'web/public/basemap/ranges.geojson');
    const { features }: GeoJSON.FeatureCollection<GeoJSON.LineString> = JSON.parse(readFileSync(path, 'utf8'));
    const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    for (const { geometry } of features) {
      expect(spread(geometry.coordinates.map(([longitude = 0]) => mercatorX(longitude)))).toBeLessThan(tile);
      expect(spread(geometry.coordinates.map(([, latitude = 0]) => mercatorY(latitude)))).toBeLessThan(tile);
    }
  });
});

test('known heights pull the relief towards them, and nothing far away', () => {
  const size = 128;
  const flat = { size, metres: new Float32Array(size * size).fill(500) };
  const { metres } = sharpened(flat, [{ x: 20.5, y: 20.5, metres: 300 }]);
  expect(metres[20 * size + 20]).toBeLessThan(360);
  expect(metres[100 * size + 100]).toBeCloseTo(500, 3);
});

describe('tile health', () => {
  const tileHealth = requestedTiles(0);

  test('tiles that hang or fail for 20 s are given up, and asked for again five minutes later; one refused among good ones is none', () => {
    expect(tilesLater(tileHealth, 19_999).state).toBe('waiting');
    const resting = tilesLater(tileHealth, 20_000);
    expect(resting.state).toBe('resting');
    expect(tilesLater(resting, 319_999).state).toBe('resting');
    expect(tilesLater(resting, 320_000).state).toBe('waiting');
    expect(tilesLater(tileArrived(resting, true), 320_000).state).toBe('waiting');
    const missed = tileMissed(tileArrived(tileHealth, true), 50_000);
    expect(tilesLater(tileArrived(missed, true), 100_000).state).toBe('shown');
    const twice = tileMissed(missed, 60_000);
    expect(tilesLater(twice, 69_999).state).toBe('shown');
    expect(tilesLater(twice, 70_000).state).toBe('resting');
  });

  test('the shipped land stays under tiles until none that the view needs is missing', () => {
    const some = tileArrived(tileHealth, false);
    expect(some.state).toBe('waiting');
    expect(tilesLater(some, 60_000).state).toBe('waiting');
    expect(tileArrived(some, true).state).toBe('shown');
    expect(tileArrived(tileArrived(some, true), false).state).toBe('shown');
  });
});

/** A square at the equator, `km` wide. */
function square(km: number, west = 0, south = 0): GeoJSON.Position[] {
  return ringOfBox({ west, south, east: west + km / 111.2, north: south + km / 111.2 }).map((corner) => [...corner]);
}
const polygon = (...coordinates: GeoJSON.Position[][]): GeoJSON.Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates },
});

test('land loses the waters that are smaller than asked for, and what lies in them; the sea keeps its small islands', () => {
  const [pond, lake] = [square(1, 0.1, 0.1), square(3, 0.3, 0.3)];
  const inPond = polygon(square(0.2, 0.101, 0.101));
  const inLake = polygon(square(0.2, 0.301, 0.301));
  const atSea = polygon(square(0.2, 5, 5));
  const land = [polygon(square(100), pond, lake), inPond, inLake, atSea];
  expect(withoutPonds(land, 4)).toEqual([polygon(square(100), lake), inLake, atSea]);
});

test('a water is a lake if its middle lies above the sea, however high its shores are', () => {
  const ring = square(50);
  const bowl = (middle: number) => (x: number, y: number) =>
    middle + 40 * Math.max(Math.abs(x - 0.225), Math.abs(y - 0.225));
  expect(isLake([ring], bowl(600))).toBe(true);
  expect(isLake([ring], bowl(-30))).toBe(false);
  expect(isLake([ring], () => 0)).toBe(false);
});

test('relief is lit from the north-west, has no shade at sea, and is clear at the shore', async () => {
  // A ridge from north to south in the middle of a plain; the sea in the south.
  const heights: GroundTileFiles = new Map();
  const { tilePx, stepM, lowestM } = HEIGHTS;
  for (const [x, y] of groundTiles(6)) {
    const pixels = new Uint8Array(tilePx ** 2 * 3);
    for (let at = 0; at < tilePx ** 2; at += 1) {
      const [column, row] = [
        ((x - 34) * tilePx + (at % tilePx)) / 1024,
        ((y - 22) * tilePx + Math.floor(at / tilePx)) / 1024,
      ];
      const metres = row > 0.6 ? -100 : row > 0.5 ? 0 : Math.max(300, 2_600 - 130 * 1024 * Math.abs(column - 0.5));
      pixels.fill(Math.round((metres + lowestM) / stepM), at * 3, at * 3 + 3);
    }
    const raw = { width: tilePx, height: tilePx, channels: 3 as const };
    heights.set(
      `heights/6/${x}/${y}.webp`,
      new Uint8Array(await sharp(pixels, { raw }).webp({ lossless: true }).toBuffer()),
    );
  }
  const paint = await reliefPainter(heights);
  const { data, info } = await sharp(await paint('relief/light.webp'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (column: number, row: number) => [...data.subarray((row * info.width + column) * 4).subarray(0, 4)];
  const brightness = (column: number, row: number) =>
    at(column, row)
      .slice(0, 3)
      .reduce((sum, value) => sum + value, 0);
  expect(brightness(505, 200)).toBeGreaterThan(brightness(519, 200) + 40);
  expect(at(505, 800)).toEqual(at(519, 800));
  expect(at(512, 560)[3]).toBeLessThan(40);
  expect(at(512, 800)[3]).toBe(255);
});

describe('world', () => {
  type Line = [number, number][];
  interface Feature {
    readonly properties: { readonly kind: string; readonly 'name:bg'?: string };
    readonly geometry: { readonly type: string; readonly coordinates: Line[] };
  }

  const bytes = readFileSync(join(projectRoot, 'web/public/basemap/world.geojson'));
  const { features } = JSON.parse(bytes.toString()) as { features: Feature[] };
  const linesOf = (kind: string) =>
    features.find(({ properties }) => properties.kind === kind)?.geometry.coordinates ?? [];
  const near = (lines: readonly Line[], longitude: number, latitude: number) =>
    lines.some((line) => line.some(([x, y]) => Math.hypot(x - longitude, y - latitude) < 0.25));

  test('the shipped base map weighs at most 60 kB, compressed', () =>
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(60_000));

  test('no border runs between Crimea and the rest of Ukraine, that of Kosovo to Serbia is disputed, others are not', () => {
    expect(near(linesOf('border'), 33.6, 46.1)).toBe(false);
    expect(near(linesOf('disputed'), 33.6, 46.1)).toBe(false);
    expect(near(linesOf('disputed'), 20.8, 43.25)).toBe(true);
    expect(near(linesOf('border'), 22.9, 41.35)).toBe(true);
    expect(near(linesOf('disputed'), 22.9, 41.35)).toBe(false);
  });

  test('no line crosses the map at the antimeridian', () => {
    for (const kind of ['border', 'disputed']) {
      for (const line of linesOf(kind)) {
        for (const [index, [x]] of line.entries()) expect(Math.abs(x - (line[index - 1]?.[0] ?? x))).toBeLessThan(90);
      }
    }
  });

  test('every place has a name in all three languages', () => {
    const places = features.filter(({ properties }) => properties.kind === 'place');
    expect(places.length).toBeGreaterThan(60);
    for (const { properties } of places)
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(['name:en', 'name:ru', 'name:bg']));
  });
});

describe('fitting view', () => {
  test('all of the Balkans, and little else, is shown on a phone as on a wall', () => {
    for (const [width, height] of pairs('360,440 1280,640 1920,842 3840,1685')) {
      const box = viewBox(fittingView(REGION_BOX, width, height), width, height);
      expect(box.west).toBeLessThanOrEqual(REGION_BOX.west + 1e-9);
      expect(box.east).toBeGreaterThanOrEqual(REGION_BOX.east - 1e-9);
      expect(box.south).toBeLessThanOrEqual(REGION_BOX.south + 1e-9);
      expect(box.north).toBeGreaterThanOrEqual(REGION_BOX.north - 1e-9);
      const spare = Math.min((box.east - box.west) / 18, (box.north - box.south) / 14);
      expect(spare).toBeLessThan(1.02);
    }
  });

  test('a located visitor sees the whole ring of 20 km, wherever they are', () => {
    const sizes = [fc.integer({ min: 300, max: 2000 }), fc.integer({ min: 200, max: 1200 })] as const;
    fc.assert(
      fc.property(fc.double({ min: 34, max: 62, noNaN: true }), ...sizes, (latitude, width, height) => {
        const centre = { latitude, longitude: 23 };
        const box = viewBox(fittingView(boxAround(centre, 22), width, height), width, height);
        for (const [longitude, north] of circleAround(centre, 20)) {
          expect(longitude > box.west && longitude < box.east).toBe(true);
          expect(north > box.south && north < box.north).toBe(true);
        }
      }),
    );
  });
});

describe('map query', () => {
  const rounded = (min: number, max: number, digits: number) =>
    fc.integer({ min: min * 10 ** digits, max: max * 10 ** digits }).map((n) => n / 10 ** digits);
  const aPosition = fc.record({ latitude: rounded(-85, 85, 4), longitude: rounded(-180, 180, 4) });
  const aView = fc.tuple(aPosition, rounded(0, 20, 2)).map(([at, zoom]) => ({ ...at, zoom }));
  const aBox = fc.record({
    west: rounded(-180, 0, 4),
    south: rounded(-85, 0, 4),
    east: rounded(1, 180, 4),
    north: rounded(1, 85, 4),
  });
  const aHint = fc.tuple(aPosition, fc.integer({ min: 0, max: 4e12 })).map(([at, atMs]) => ({ ...at, atMs }));
  const aQuery: fc.Arbitrary<MapQuery> = fc.record({
    view: fc.option(aView, { nil: undefined }),
    rotation: fc.array(fc.oneof(aView, aBox), { maxLength: 12 }),
    night: fc.constantFrom([22, 6] as const, [0, 23] as const, [23, 5] as const, null),
    rotateEveryMs: fc.integer({ min: 5, max: 9_999 }).map((seconds) => seconds * 1_000),
    windowMs: fc.constantFrom(...TIME_FILTERS_MS, NO_TIME_FILTER_MS),
    theme: fc.constantFrom('light', 'dark'),
    point: fc.option(aPosition, { nil: undefined }),
    wall: fc.boolean(),
    hint: fc.option(aHint, { nil: undefined }),
  });

  test('an address reproduces the map it was copied from, and that of the default map is bare', () => {
    fc.assert(
      fc.property(aQuery, (query) => {
        expect(parseMapQuery(formatMapQuery(query))).toEqual(query);
      }),
    );
    expect(formatMapQuery(parseMapQuery(''))).toBe('');
  });

  test('a wall display is dark unless its address says otherwise', () => {
    expect(parseMapQuery('wall=1').theme).toBe('dark');
    expect(parseMapQuery('wall=1&theme=light').theme).toBe('light');
  });

  test('nonsense is as if it were not there, and no text makes it fail', () => {
    const views = [
      'view=abc',
      'view=91,23,5z',
      'view=42,200,5z',
      'view=42,23,99z',
      'views=x;y',
      'views=5,42,4,43;1,2,3',
    ];
    const times = ['minutes=7', 'at=2026-07-01T12:00:00Z', 'at=noon&ll=42,23', 'night=24-6', 'night=5-5', 'every=1'];
    for (const search of [...views, ...times, 'theme=pink', 'point=1', 'wall=yes'])
      expect(parseMapQuery(search), search).toEqual(parseMapQuery(''));
    const wild = fc.string({ maxLength: 200 });
    fc.assert(
      fc.property(wild, (text) => {
        expect(parseMapQuery(text).windowMs).toBeGreaterThan(0);
      }),
    );
  });
});

describe('view box', () => {
  test('the default view of a desktop map is Sofia and its surroundings', () => {
    const box = viewBox(DEFAULT_VIEW, 1_200, 640);
    expect(box.east - box.west).toBeCloseTo((1_200 / (512 * 2 ** 10)) * 360, 10);
    expect((box.east + box.west) / 2).toBeCloseTo(23.3219, 10);
    expect(box.south).toBeLessThan(42.6977);
    expect(box.north).toBeGreaterThan(42.6977);
    expect(box.north - box.south).toBeCloseTo(0.323, 2);
  });

  test('bounds beyond the edge of the world end there', () => {
    const [home, abroad] = [
      clampBox({ west: -200, south: -95, east: 20, north: 91 }),
      clampBox({ west: 181, south: 0, east: 190, north: 1 }),
    ];
    expect(home).toEqual({ west: -180, south: -90, east: 20, north: 90 });
    expect(abroad).toEqual({ west: -180, south: 0, east: 180, north: 1 });
  });
});
