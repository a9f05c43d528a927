/**
 * Cuts the names of places into vector tiles by their importance: `npx node web/ground/land/make/makeNames.ts`
 *
 * Reads GeoJSON points with `name:en`, `name:ru`, `name:bg` and `rank` from the folder that it is given, or else from
 * where the gazetteer's script leaves them, and writes web/ground/land/tiles/names.tar.gz.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NAMES } from '#web/ground/land/groundTiles.ts';
import { cutTiles } from './cutTiles.ts';
import { writeArchive } from './tileArchives.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const from = process.argv[2] ?? at('web/kit/places/data/labels');

const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.geojson'));
const places = files
  .sort()
  .flatMap((name) => (JSON.parse(readFileSync(join(from, name), 'utf8')) as GeoJSON.FeatureCollection).features)
  .map(({ properties, ...place }) => {
    const { population, rank, ...names } = properties ?? {};
    // Of places of one rank the larger one comes first: 10 for each power of ten, a byte instead of three.
    return {
      ...place,
      properties: { ...names, rank: Number(rank), size: Math.round(10 * Math.log10(population + 1)) },
    };
  });

const tiles = NAMES.flatMap(({ name, zooms, ranks }) => [
  ...cutTiles(name, zooms[0], { place: places.filter(({ properties: { rank } }) => ranks.includes(rank)) }),
]);
await writeArchive('names', new Map(tiles));
