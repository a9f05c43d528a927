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
import { fileURLToPath } from 'node:url';
import { cutTiles, type Layers } from './cutTiles.ts';
import { fetchSources } from './fetchSources.ts';
import { clip, simplify } from './simplify.ts';
import { writeArchive } from './tileArchives.ts';
import { withoutPonds } from './withoutPonds.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/basemap', import.meta.url));

/** How far a line may lie from where it was, in metres, by zoom: about a pixel at the zoom's far end. */
const LAND_TOLERANCE_M = { 6: 800, 7: 350, 8: 100 };
/** Smaller waters are three or four corners in this source, and would be specks. */
const SMALLEST_LAKE_KM2 = { 6: 40, 7: 15, 8: 6 };
const LINE_TOLERANCE_M = { 6: 1_200, 7: 300 };

/** Second-level lines in countries where the source has both, and lines that are no more than statistics. */
const NO_REGIONS = `(['Italy','Macedonia','Malta','San Marino','Slovenia'].includes(adm0_name) && featurecla == 'Admin-1 boundary')
  || adm0_name == 'Malta' || (adm0_name == 'Kosovo' && min_zoom >= 10) || (adm0_name == 'Macedonia' && min_zoom >= 10)`;

/** What is not land is sea: a square around all tiles, which cut it. */
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
