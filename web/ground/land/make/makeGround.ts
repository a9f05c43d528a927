import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Layers, makeTiles } from './makeTiles.ts';
import { heightOn, readHeights } from './reliefPictures.ts';
import { CACHE, clipFile, debianFiles, gmt, npmFiles, REGION, simplify } from './sources.ts';
import { readArchives, writeArchive } from './tileArchives.ts';
import { withLakesMarked, withoutPonds } from './waters.ts';

/**
 * Makes the finer ground of the region, which ships with the site: `npx node web/ground/land/make/makeGround.ts`
 *
 * After makeRelief.ts, on Debian, with `gmt` installed, npm and about 4 GB in .cache/: it fetches what it is made from, simplifies it for each
 * zoom, and packs vector tiles into web/ground/land/tiles/: `land` from OpenStreetMap, `lines` (regions, borders) and
 * `towns` from Natural Earth, `rivers` from GSHHG. Sources never share a file, because their licences differ;
 * web/site/build/shippedData.ts states them.
 *
 * Only lines are political, so only lines are edited: what Kosovo and Serbia, and the two sides in Cyprus, do not agree
 * upon is `disputed`, and of two lines around a buffer zone one is kept. The region ends west of Crimea's neck.
 */

/** How far a line may move, in metres, by zoom: about a pixel at the zoom's upper end. */
const LAND_TOLERANCE_M = { 5: 1_600, 6: 800, 7: 350, 8: 100 };
/** Smaller waters have three or four corners in this source, and would be specks. */
const SMALLEST_LAKE_KM2 = { 5: 100, 6: 40, 7: 15, 8: 6 };
const LINE_TOLERANCE_M = { 6: 1_200, 7: 300 };
const RIVER_TOLERANCE_M = { 5: 1_400, 6: 700, 7: 300, 8: 110 };
const TOWN_TOLERANCE_M = { 7: 200, 8: 60 };
/** Smaller ones would be specks. */
const SMALLEST_TOWN_KM2 = { 7: 4, 8: 0 };

/** GSHHG's levels of rivers, by ours: permanent ones from major to minor, then intermittent ones. */
const RIVER_LEVELS = { 1: [1], 2: [2], 3: [3], 4: [4], 5: [5, 6, 7] };
/** The lowest level included at a zoom. */
const LEAST_LEVEL = { 5: 2, 6: 3, 7: 4, 8: 5 };

/** Excludes second-level lines in countries where the source has both, and merely statistical lines. */
const NO_REGIONS = `(['Italy','Macedonia','Malta','San Marino','Slovenia'].includes(adm0_name) && featurecla == 'Admin-1 boundary')
  || adm0_name == 'Malta' || (adm0_name == 'Kosovo' && min_zoom >= 10) || (adm0_name == 'Macedonia' && min_zoom >= 10)`;

/** A square around all tiles. */
const SQUARE: GeoJSON.Feature = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [10, 30],
        [35, 30],
        [35, 50],
        [10, 50],
        [10, 30],
      ],
    ],
  },
};

const naturalEarth = (theme: string) =>
  join(debianFiles('libmagics++-data'), `usr/share/magics/10m/ne_10m_${theme}.shp`);

const heightAt = heightOn(await readHeights(await readArchives()));
const lands = clipFile(join(npmFiles('@geo-maps/earth-lands-100m@0.6.0'), 'map.geo.json'));
const landTiles = Object.entries(LAND_TOLERANCE_M).flatMap(([zoom, metres]) => {
  const land = simplify(lands, ['-explode', '-simplify', `interval=${metres}`, 'keep-shapes']);
  const water = withLakesMarked(waterAround(withoutPonds(land, SMALLEST_LAKE_KM2[zoom as '6'])), heightAt);
  return [...makeTiles('land', Number(zoom), { land: [SQUARE], water })];
});
await writeArchive('land', new Map(landTiles));
const lineTiles = Object.entries(LINE_TOLERANCE_M).flatMap(([zoom, metres]) => [
  ...makeTiles('lines', Number(zoom), lines(metres)),
]);
await writeArchive('lines', new Map(lineTiles));

const rivers = readRivers();
const riverTiles = zoomsOf(RIVER_TOLERANCE_M).flatMap(({ zoom, value }) => {
  const retained = ['-filter', `level <= ${LEAST_LEVEL[zoom]}`, '-dissolve', 'level', '-simplify', `interval=${value}`];
  return [...makeTiles('rivers', zoom, { river: simplify(rivers, retained) })];
});
await writeArchive('rivers', new Map([...riverTiles, ...lesserLicence()]));

const urban = clipFile(
  join(debianFiles('flightgear-data-base'), 'usr/share/games/flightgear/Geodata/ne_10m_urban_areas.shp'),
);
const townTiles = zoomsOf(TOWN_TOLERANCE_M).flatMap(({ zoom, value }) => {
  const retained = [
    '-filter',
    `this.area > ${SMALLEST_TOWN_KM2[zoom]}e6`,
    '-filter-fields',
    '',
    '-simplify',
    `interval=${value}`,
  ];
  return [...makeTiles('towns', zoom, { town: simplify(urban, retained) })];
});
await writeArchive('towns', new Map(townTiles));

function zoomsOf<Zoom extends number>(table: Readonly<Record<Zoom, number>>): { zoom: Zoom; value: number }[] {
  return Object.entries<number>(table).map(([zoom, value]) => ({ zoom: Number(zoom) as Zoom, value }));
}

/** Seas and lakes: the map draws them over the land's relief, which is coarser than their shores. */
function waterAround(land: GeoJSON.Feature[]): GeoJSON.Feature[] {
  const [square, dry] = [writeFeatures('square', [SQUARE]), writeFeatures('dry', land)];
  return simplify(square, ['-erase', dry, '-explode']);
}

function lines(metres: number): Layers {
  const thin = ['-simplify', `interval=${metres}`];
  const of = (theme: string, ...commands: string[]) => simplify(clipFile(naturalEarth(theme)), commands);
  const border = ['-filter', 'featurecla != "Overlay limit"', '-each', 'disputed = !/^International/.test(featurecla)'];
  return {
    region: of('admin_1_states_provinces_lines', '-filter', `!(${NO_REGIONS})`, '-dissolve', '-clip', lands, ...thin),
    border: of('admin_0_boundary_lines_land', ...border, '-dissolve', 'disputed', ...thin),
  };
}

/** Writes GSHHG's rivers of the region as GeoJSON, with their `level`, and returns the file's path. */
function readRivers(): string {
  const gshhg = join(debianFiles('gmt-gshhg-full'), 'usr/share/gmt-gshhg');
  const area = `-R${REGION.west}/${REGION.east}/${REGION.south}/${REGION.north}`;
  const features = Object.entries(RIVER_LEVELS).flatMap(([level, theirs]) => {
    const text = String(gmt('coast', area, ...theirs.map((of) => `-I${of}`), '-M', '-Df', `--DIR_GSHHG=${gshhg}`));
    const lines = text.split(/^>.*$/m).map((line) =>
      line
        .trim()
        .split('\n')
        .map((at) => at.split('\t').map(Number)),
    );
    return lines
      .filter((line) => line.length > 1)
      .map((coordinates) => ({
        type: 'Feature',
        properties: { level: Number(level) },
        geometry: { type: 'LineString', coordinates },
      }));
  });
  return writeFeatures('rivers', features);
}

function writeFeatures(name: string, features: readonly object[]): string {
  const path = join(CACHE, `${name}.json`);
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features }));
  return path;
}

/** The licence of the rivers ships with them; it builds on the other one, so both texts are required. */
function lesserLicence(): [string, Uint8Array<ArrayBuffer>][] {
  return ['LGPL-3', 'GPL-3'].map((name) => [
    `rivers/${name}.txt`,
    new Uint8Array(readFileSync(`/usr/share/common-licenses/${name}`)),
  ]);
}
