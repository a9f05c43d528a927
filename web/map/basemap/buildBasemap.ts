/**
 * Makes the basemap that ships with the site from Natural Earth (public domain) and prints it:
 * `npx node web/map/basemap/buildBasemap.ts > web/public/basemap/world.geojson`
 *
 * One feature each for `sea`, `land` (1:50m in the region, 1:110m elsewhere), `border` and `disputed` border lines; one per
 * `place`. Only lines are political, so only lines are edited: there is none between Crimea and the rest of Ukraine.
 */

import { type Country, feature, type Lines, mesh, type Polygons, type Position } from 'topojson-client';
import fine from 'world-atlas/countries-50m.json' with { type: 'json' };
import coarse from 'world-atlas/countries-110m.json' with { type: 'json' };
import fineLand from 'world-atlas/land-50m.json' with { type: 'json' };
import coarseLand from 'world-atlas/land-110m.json' with { type: 'json' };
import { type AtlasExtent, clip, FINE_REGION as REGION, splitAtAntimeridian } from '#web/ground/land/make/makeTiles.ts';
import { handNames } from '#web/kit/places/build/handPlaces.ts';
import { firstPlaces } from './firstPlaces.ts';

const AROUND: readonly AtlasExtent[] = [
  [-180, -90, REGION[0], 90],
  [REGION[2], -90, 180, 90],
  [REGION[0], REGION[3], REGION[2], 90],
  [REGION[0], -90, REGION[2], REGION[1]],
];
/** In one file with the land, so that both appear together. */
const SEA: readonly Position[] = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];
const FINE_DECIMALS = 2;
const COARSE_DECIMALS = 1;

/** Pairs of neighbours whose border at least one widely held view omits or draws elsewhere. */
const DISPUTED = new Set([
  'Kosovo|Serbia',
  'Cyprus|N. Cyprus',
  'Somalia|Somaliland',
  'Morocco|W. Sahara',
  'Israel|Palestine',
  'India|Pakistan',
]);

const nameOf = (a: Country, b: Country) => [a.properties.name, b.properties.name].sort().join('|');

/** On the neck of Crimea, where the source draws a border between Russia and Ukraine. */
function onPerekop([longitude, latitude]: Position): boolean {
  return longitude > 32.5 && longitude < 35.9 && latitude > 45.2 && latitude < 46.4;
}

function round(positions: readonly Position[], decimals: number): Position[] {
  const rounded = positions.map(([x, y]) => [Number(x.toFixed(decimals)), Number(y.toFixed(decimals))] as const);
  return rounded.filter((at, index) => index === 0 || String(at) !== String(rounded[index - 1]));
}

function polygonsOf(object: object | null, decimals: number): Position[][][] {
  if (object === null) return [];
  if ('features' in object) return (object.features as object[]).flatMap((part) => polygonsOf(part, decimals));
  if ('geometry' in object) return polygonsOf(object.geometry as object | null, decimals);
  const shape = object as Polygons | { readonly type: 'Polygon'; readonly coordinates: Position[][] };
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  return polygons.map((rings) => rings.map((ring) => round(ring, decimals)).filter((ring) => ring.length > 3));
}

function linesOf(object: object | null, decimals: number): Position[][] {
  if (object === null) return [];
  const shape = object as Lines | { readonly type: 'LineString'; readonly coordinates: Position[] };
  const lines = shape.type === 'LineString' ? [shape.coordinates] : shape.coordinates;
  return lines.map((line) => round(line, decimals)).filter((line) => line.length > 1);
}

function land(): Position[][][] {
  const region = splitAtAntimeridian(feature(fineLand, fineLand.objects.land));
  const rest = splitAtAntimeridian(feature(coarseLand, coarseLand.objects.land));
  return [
    ...polygonsOf(clip(region, REGION), FINE_DECIMALS),
    ...AROUND.flatMap((extent) => polygonsOf(clip(rest, extent), COARSE_DECIMALS)),
  ].filter((rings) => rings.length > 0);
}

function borders(disputed: boolean): Position[][] {
  const between = (atlas: typeof fine) =>
    mesh(atlas, atlas.objects.countries, (a, b) => a !== b && DISPUTED.has(nameOf(a, b)) === disputed);
  return [
    ...linesOf(clip(between(fine), REGION), FINE_DECIMALS),
    ...AROUND.flatMap((extent) => linesOf(clip(between(coarse), extent), COARSE_DECIMALS)),
  ].filter((line) => !line.some(onPerekop));
}

const shape = (kind: string, type: string, coordinates: object) => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type, coordinates },
});

function placeOf(name: string, rank: number): object {
  const hand = handNames.find(([en]) => en === name);
  if (!hand) throw new Error(`${name} is in no row of handNames`);
  const [en, ru, bg, longitude, latitude] = hand;
  return {
    type: 'Feature',
    properties: { kind: 'place', 'name:en': en, 'name:ru': ru, 'name:bg': bg, rank },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

// biome-ignore lint/suspicious/noConsole: printing is what this script is for
console.log(
  JSON.stringify({
    type: 'FeatureCollection',
    features: [
      shape('sea', 'Polygon', [SEA]),
      shape('land', 'MultiPolygon', land()),
      shape('border', 'MultiLineString', borders(false)),
      shape('disputed', 'MultiLineString', borders(true)),
      ...firstPlaces.flatMap((names, index) => names.map((name) => placeOf(name, index + 1))),
    ],
  }),
);
