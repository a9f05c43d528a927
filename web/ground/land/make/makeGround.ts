import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cutTiles, type Layers } from './cutTiles.ts';
import { writeArchive } from './tileArchives.ts';
import { withoutPonds } from './withoutPonds.ts';

/**
 * Makes the finer ground of the region, which ships with the site: `npx node web/ground/land/make/makeGround.ts`
 *
 * On Debian, with npm and about 400 MB in .cache/: it fetches what it is made from, simplifies it for each zoom, and
 * packs vector tiles into web/ground/land/tiles/: `land` from OpenStreetMap, `lines` (rivers, regions, borders) from
 * Natural Earth. The two never share a file, because their licences differ; web/site/build/shippedData.ts states them.
 *
 * Only lines are political, so only lines are edited: what Kosovo and Serbia, and the two sides in Cyprus, do not agree
 * upon is `disputed`, and of two lines around a buffer zone one is kept. The region ends west of Crimea's neck.
 */

const CACHE = fileURLToPath(new URL('../../../../.cache/basemap', import.meta.url));

const LANDS = '@geo-maps/earth-lands-100m@0.6.0';
const MAGICS = 'libmagics++-data';
/** Run with npx, not installed with the project: the ground is made once in years. */
const MAPSHAPER = 'mapshaper@0.6.113';
/** The region with a margin around the tiles' edges. */
const CLIP = 'bbox=10.9,31.6,34.1,49.2';

/** How far a line may move, in metres, by zoom: about a pixel at the zoom's far end. */
const LAND_TOLERANCE_M = { 6: 800, 7: 350, 8: 100 };
/** Smaller waters have three or four corners in this source, and would be specks. */
const SMALLEST_LAKE_KM2 = { 6: 40, 7: 15, 8: 6 };
const LINE_TOLERANCE_M = { 6: 1_200, 7: 300 };

/** Excludes second-level lines in countries where the source has both, and merely statistical lines. */
const NO_REGIONS = `(['Italy','Macedonia','Malta','San Marino','Slovenia'].includes(adm0_name) && featurecla == 'Admin-1 boundary')
  || adm0_name == 'Malta' || (adm0_name == 'Kosovo' && min_zoom >= 10) || (adm0_name == 'Macedonia' && min_zoom >= 10)`;

/** A square around all tiles: land is drawn over it. */
const SEA: GeoJSON.Position[] = [
  [10, 30],
  [35, 30],
  [35, 50],
  [10, 50],
  [10, 30],
];

const sources = fetchSources(CACHE);
const sea: GeoJSON.Feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [SEA] } };

const lands = clip(CACHE, sources.lands);
const landTiles = Object.entries(LAND_TOLERANCE_M).flatMap(([zoom, metres]) => {
  const land = simplify(CACHE, lands, ['-explode', '-simplify', `interval=${metres}`, 'keep-shapes']);
  const layers = { sea: [sea], land: withoutPonds(land, SMALLEST_LAKE_KM2[zoom as '6']) };
  return [...cutTiles('land', Number(zoom), layers)];
});
await writeArchive('land', new Map(landTiles));
const lineTiles = Object.entries(LINE_TOLERANCE_M).flatMap(([zoom, metres]) => [
  ...cutTiles('lines', Number(zoom), lines(metres)),
]);
await writeArchive('lines', new Map(lineTiles));

function lines(metres: number): Layers {
  const thin = ['-simplify', `interval=${metres}`];
  const of = (theme: string, ...commands: string[]) =>
    simplify(CACHE, clip(CACHE, sources.naturalEarth(theme)), commands);
  const border = ['-filter', 'featurecla != "Overlay limit"', '-each', 'disputed = !/^International/.test(featurecla)'];
  return {
    river: of('rivers_lake_centerlines', '-dissolve', 'scalerank', ...thin),
    region: of('admin_1_states_provinces_lines', '-filter', `!(${NO_REGIONS})`, '-dissolve', '-clip', lands, ...thin),
    border: of('admin_0_boundary_lines_land', ...border, '-dissolve', 'disputed', ...thin),
  };
}

interface GroundSources {
  readonly lands: string;
  readonly naturalEarth: (theme: string) => string;
}

/** Fetches the packages into `dir` if they are not there yet: one from npm, one from Debian (so it runs on Debian). */
function fetchSources(dir: string): GroundSources {
  mkdirSync(dir, { recursive: true });
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: dir, stdio: 'inherit' });
  const archive = (ending: string) => readdirSync(dir).find((name) => name.endsWith(ending)) ?? '';
  if (!existsSync(join(dir, 'package/map.geo.json'))) {
    run('npm', 'pack', LANDS);
    run('tar', 'xzf', archive('.tgz'));
  }
  if (!existsSync(join(dir, 'magics'))) {
    run('apt-get', 'download', MAGICS);
    run('dpkg', '-x', archive('.deb'), 'magics');
  }
  return {
    lands: join(dir, 'package/map.geo.json'),
    naturalEarth: (theme) => join(dir, `magics/usr/share/magics/10m/ne_10m_${theme}.shp`),
  };
}

/** Clips a map file to the region and returns the result's name; an existing result is used again. */
function clip(dir: string, source: string): string {
  const out = join(dir, `clipped-${basename(source).split('.')[0]}.json`);
  if (!existsSync(out)) mapshaper(source, ['-clip', CLIP], out);
  return out;
}

function simplify(dir: string, source: string, commands: readonly string[]): GeoJSON.Feature[] {
  const out = join(dir, 'simplified.json');
  mapshaper(source, commands, out);
  return (JSON.parse(readFileSync(out, 'utf8')) as GeoJSON.FeatureCollection).features;
}

function mapshaper(source: string, commands: readonly string[], out: string): void {
  const output = ['-o', out, 'force', 'format=geojson', 'geojson-type=FeatureCollection'];
  execFileSync('npx', ['--yes', MAPSHAPER, source, ...commands, ...output], { stdio: 'inherit' });
}
