import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mercatorX, mercatorY } from '#shared/geo/mercator.ts';
import { projectRoot } from '#tests/support/projectRoot.ts';
import { NAMES } from '#web/ground/land/groundTiles.ts';
import { palettes } from '#web/ground/land/palettes.ts';
import { LANDMARK_KINDS } from '#web/kit/places/Landmark.ts';
import { basemapStyle } from '#web/map/basemap/basemapStyle.ts';
import { landmarkImage } from '#web/map/basemap/landmarkImages.ts';
import { LANDMARK_IMAGE } from '#web/map/basemap/landmarkLayers.ts';
import { NAME_LAYERS } from '#web/map/basemap/nameLayers.ts';

const options = { theme: 'light', locale: 'bg', labelScale: 1, tiles: 'waiting', detail: true } as const;
const layerIds = (tiles: 'none' | 'waiting' | 'shown') =>
  basemapStyle({ ...options, tiles }).layers.map(({ id }) => id);

test('no style, glyph or sprite host stands between the visitor and the map', () => {
  const style = basemapStyle(options);
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
  expect(style.sources.world).toMatchObject({ type: 'geojson', data: '/basemap/world.geojson' });
});

const DETAIL = ['heights', 'hillshade', 'depths', 'shipped-river', 'shipped-town'];

describe('the shipped ground', () => {
  const shipped = ['world-land', 'land', 'coast', 'shipped-water', 'shipped-region', 'border', 'border-disputed'];

  test('shows while tiles are awaited, and tiles are asked for meanwhile', () => {
    expect(layerIds('waiting')).toEqual(expect.arrayContaining([...shipped, ...DETAIL, 'water']));
    expect(basemapStyle(options).sources.openmaptiles).toBeDefined();
  });

  test('has no relief, rivers, built-up areas or names of the land, nor their sources, before they are due', () => {
    const early = basemapStyle({ ...options, detail: false });
    const ids = early.layers.map(({ id }) => id);
    expect(ids).toEqual(layerIds('waiting').filter((id) => ![...DETAIL, 'landmark', 'range'].includes(id)));
    for (const name of ['relief', 'rivers', 'towns', 'landmarks', 'ranges'])
      expect(early.sources[name]).toBeUndefined();
  });

  test('is all there is below zoom 8, with tiles and without, so the map looks the same', () => {
    const shownAt7 = (tiles: 'none' | 'waiting' | 'shown') =>
      basemapStyle({ ...options, tiles })
        .layers.filter(({ minzoom = 0, maxzoom = 24 }) => minzoom <= 7.9 && maxzoom > 7.9)
        .map(({ id }) => id);
    expect(shownAt7('shown')).toEqual(shownAt7('none'));
    expect(shownAt7('waiting')).toEqual(shownAt7('none'));
  });

  test('gives way to tiles once they have come: lines fade out, and coasts end where the two would differ', () => {
    const { layers } = basemapStyle({ ...options, tiles: 'shown' });
    const endOf = (id: string) => layers.find((layer) => layer.id === id)?.maxzoom;
    expect(['shipped-river', 'shipped-town', 'border', 'coast', 'land', 'shipped-water'].map(endOf)).toEqual([
      9, 9, 9, 9, 11, 11,
    ]);
  });

  test('lies under its waters, whose shores are finer than its relief', () => {
    const ids = layerIds('none');
    const order = ['land', 'heights', 'hillshade', 'shipped-town', 'shipped-river', 'shipped-water', 'depths', 'coast'];
    expect(ids.filter((id) => order.includes(id))).toEqual(order);
  });

  test('stays alone while the tile host is given up: nothing is asked of it', () => {
    const style = basemapStyle({ ...options, tiles: 'none' });
    expect(JSON.stringify(style.sources)).not.toMatch(/"(tiles|url|data)":\[?"https?:/);
    expect(style.sources.openmaptiles).toBeUndefined();
    expect(layerIds('none')).toContain('land');
  });
});

test('the canvas has the colour of the ground until land and sea are there, which come in one file', () => {
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
    const [ground] = basemapStyle({ ...options, tiles }).layers;
    expect(ground).toMatchObject({ type: 'background', paint: { 'background-color': palettes.light.land } });
  }
  const { layers } = basemapStyle(options);
  const sourceOf = (id: string) => layers.find((layer) => layer.id === id && 'source' in layer);
  expect(sourceOf('world-sea')).toMatchObject({ source: 'world' });
  expect(sourceOf('world-land')).toMatchObject({ source: 'world' });
  expect(sourceOf('shipped-water')).toMatchObject({ source: 'land', 'source-layer': 'water' });
  expect(sourceOf('land')).toMatchObject({ source: 'land', 'source-layer': 'land' });
});

test('no two layers share a name, for MapLibre would draw none at all', () => {
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
    expect(new Set(layerIds(tiles)).size).toBe(layerIds(tiles).length);
  }
});

test('the map paints no name of a place, which strikes would cover, but those of the land, which give way to both', () => {
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
    const symbols = basemapStyle({ ...options, tiles }).layers.filter(({ type }) => type === 'symbol');
    const [marks, ranges, ...names] = symbols;
    // The map finds room for the last layer first.
    expect([marks?.id, ranges?.id]).toEqual(['landmark', 'range']);
    expect(NAME_LAYERS).toEqual(expect.arrayContaining(names.map(({ id }) => id)));
    for (const { paint } of names) expect(paint).toMatchObject({ 'text-opacity': 0 });
  }
});

test('every layer draws from a source that is there', () => {
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
    const style = basemapStyle({ ...options, tiles });
    for (const layer of style.layers) if ('source' in layer) expect(Object.keys(style.sources)).toContain(layer.source);
  }
});

test('disputed borders are dashed, shipped and tiled alike', () => {
  const { layers } = basemapStyle(options);
  for (const id of ['world-border-disputed', 'border-disputed', 'boundary-disputed']) {
    expect(layers.find((layer) => layer.id === id)?.paint).toHaveProperty('line-dasharray');
  }
});

test('a dot lies under each place that is named, and no more of them', () => {
  const { layers } = basemapStyle(options);
  for (const { name } of NAMES) {
    const [dots, names] = [`${name}-dots`, name].map((id) => layers.find((layer) => layer.id === id));
    expect(dots).toMatchObject({ type: 'circle', source: name, 'source-layer': 'place' });
    expect([dots, names].map((layer) => layer && 'filter' in layer && layer.filter)).toEqual([
      names && 'filter' in names && names.filter,
      dots && 'filter' in dots && dots.filter,
    ]);
  }
});

test('every kind of landmark has a mark of its own, whole within its image', () => {
  const kinds = LANDMARK_KINDS.filter((kind) => kind !== 'range' && kind !== 'plain');
  const images = kinds.map((kind) => landmarkImage(`${LANDMARK_IMAGE}${kind}`));
  expect(new Set(images.map((image) => image?.data.join())).size).toBe(kinds.length);
  for (const image of images) {
    const { width = 0, height = 0, data = [] } = image ?? {};
    const depth = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0;
    const edge = Array.from({ length: width }, (_, at) => Math.max(depth(at, 0), depth(at, height - 1), depth(0, at)));
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
  const styleOf = (tiles: 'none' | 'waiting' | 'shown') => basemapStyle({ ...options, tiles, ownTiles: true });
  /** Credits hold links that nobody follows unasked. */
  const withoutCredits = ({ sources, ...rest }: ReturnType<typeof styleOf>) => ({
    ...rest,
    sources: Object.values(sources).map((source) => ({ ...source, attribution: '' })),
  });

  test('are asked of the deployment; no other host is named', () => {
    expect(styleOf('waiting').sources.openmaptiles).toEqual({ type: 'vector', url: '/api/v1/basemap' });
    for (const tiles of ['none', 'waiting', 'shown'] as const)
      expect(JSON.stringify(withoutCredits(styleOf(tiles)))).not.toContain('//');
  });

  test('change nothing of what is drawn when they have come, so nothing flashes', () => {
    expect(styleOf('shown')).toEqual(styleOf('waiting'));
  });

  test('lie over the shipped land and under the shipped lines and names, without a sea of their own', () => {
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
    expect(styleOf('none')).toEqual(basemapStyle({ ...options, tiles: 'none' }));
  });
});

test('a place that parts lie in is above the ground of tiles too, below every name or above all of them', () => {
  const anchors = { underNames: ['a', 'b'], overNames: ['c'] };
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
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
