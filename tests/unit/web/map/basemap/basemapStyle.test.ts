import { describe, expect, test } from 'vitest';
import { basemapStyle } from '#web/map/basemap/basemapStyle.ts';

const options = { theme: 'light', locale: 'bg', labelScale: 1, tiles: 'waiting' } as const;
const layerIds = (tiles: 'none' | 'waiting' | 'shown') =>
  basemapStyle({ ...options, tiles }).layers.map(({ id }) => id);

test('no style, glyph or sprite host stands between the visitor and the map', () => {
  const style = basemapStyle(options);
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
  expect(style.sources.world).toMatchObject({ type: 'geojson', data: '/basemap/world.geojson' });
});

describe('the shipped land', () => {
  test('shows while tiles are awaited, and tiles are asked for meanwhile', () => {
    expect(layerIds('waiting')).toEqual(expect.arrayContaining(['land', 'border', 'border-disputed', 'water']));
    expect(basemapStyle(options).sources.openmaptiles).toBeDefined();
  });

  test('gives way to tiles once they have come, whose coasts are finer', () => {
    expect(layerIds('shown')).not.toContain('land');
    expect(layerIds('shown')).toContain('water');
  });

  test('stays alone while the tile host is given up: nothing is asked of it', () => {
    const style = basemapStyle({ ...options, tiles: 'none' });
    expect(Object.keys(style.sources)).toEqual(['world']);
    expect(layerIds('none')).toContain('land');
  });
});

test('every layer draws from a source that is there', () => {
  for (const tiles of ['none', 'waiting', 'shown'] as const) {
    const style = basemapStyle({ ...options, tiles });
    for (const layer of style.layers) if ('source' in layer) expect(Object.keys(style.sources)).toContain(layer.source);
  }
});

test('disputed borders are dashed, shipped and tiled alike', () => {
  const { layers } = basemapStyle(options);
  for (const id of ['border-disputed', 'boundary-disputed']) {
    expect(layers.find((layer) => layer.id === id)?.paint).toHaveProperty('line-dasharray');
  }
});

test('places are named in the language of the visitor', () => {
  const names = JSON.stringify(basemapStyle(options).layers.filter(({ type }) => type === 'symbol'));
  expect(names).toContain('name:bg');
  expect(names).not.toContain('name:ru');
});
