import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '#tests/support/projectRoot.ts';

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

test('the shipped base map weighs at most 60 kB, compressed', () => {
  expect(gzipSync(bytes).length).toBeLessThanOrEqual(60_000);
});

test('no border runs between Crimea and the rest of Ukraine', () => {
  expect(near(linesOf('border'), 33.6, 46.1)).toBe(false);
  expect(near(linesOf('disputed'), 33.6, 46.1)).toBe(false);
});

test('the border around Kosovo towards Serbia is a disputed one, others are not', () => {
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
  for (const { properties } of places) {
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(['name:en', 'name:ru', 'name:bg']));
  }
});
