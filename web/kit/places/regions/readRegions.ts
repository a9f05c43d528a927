import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const QGIS = 'qgis-common';
const GEOPACKAGE = 'usr/share/qgis/resources/data/world_map.gpkg';
/** Little-endian, with an envelope of four numbers: true for all shapes of this file. */
const HEADER_BYTES = 40;

/** A polygon's corners, alternating longitude and latitude. */
export type Ring = Float64Array;

interface RegionShape {
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  readonly country: string;
  /** FIPS code, GeoNames' name, Natural Earth's name: the most precise first. */
  readonly keys: readonly string[];
  readonly rings: readonly Ring[];
}

/** Fetches QGIS's copy of Natural Earth into `dir` if it is missing, and reads its first-level regions. */
export function readRegions(dir: string): RegionShape[] {
  return readShapes(dir, 'states_provinces', 'fips, gn_name, name').map(({ country, fips, gn_name, name, geom }) => ({
    country,
    keys: [fips ?? '', gn_name ?? '', name ?? ''],
    rings: ringsOf(geom),
  }));
}

/** The same for whole countries, which have no keys. */
export function readCountries(dir: string): RegionShape[] {
  return readShapes(dir, 'countries', 'NULL').map(({ country, geom }) => ({ country, keys: [], rings: ringsOf(geom) }));
}

type ShapeRow = Readonly<Record<'country' | 'fips' | 'gn_name' | 'name', string>> & { readonly geom: Uint8Array };

function readShapes(dir: string, table: string, names: string): ShapeRow[] {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, 'qgis', GEOPACKAGE);
  if (!existsSync(file)) {
    const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: dir, stdio: 'inherit' });
    run('apt-get', 'download', QGIS);
    run('dpkg', '-x', readdirSync(dir).find((name) => name.startsWith(QGIS)) ?? '', 'qgis');
  }
  return new DatabaseSync(file, { readOnly: true })
    .prepare(`SELECT iso_a2 AS country, ${names}, geom FROM ${table} WHERE geom IS NOT NULL`)
    .all() as unknown as ShapeRow[];
}

/** The rings of a MULTIPOLYGON in GeoPackage's binary format, including holes. */
function ringsOf(geometry: Uint8Array): Ring[] {
  const view = new DataView(geometry.buffer, geometry.byteOffset, geometry.byteLength);
  let at = HEADER_BYTES;
  const count = () => {
    at += 4;
    return view.getUint32(at - 4, true);
  };
  const skipType = () => {
    at += 5;
  };
  const rings: Ring[] = [];
  skipType();
  for (let polygons = count(); polygons > 0; polygons -= 1) {
    skipType();
    for (let left = count(); left > 0; left -= 1) {
      const numbers = 2 * count();
      rings.push(Float64Array.from({ length: numbers }, (_, index) => view.getFloat64(at + 8 * index, true)));
      at += 8 * numbers;
    }
  }
  return rings;
}
