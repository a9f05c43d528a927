/**
 * Makes the table of regions: `npx node web/kit/places/regions/buildRegions.ts`, on Debian, with 60 MB in .cache/.
 *
 * Which region a tile of about 7 km belongs to, its middle says. So no boundary ships: the table names for each row of
 * tiles how many in turn belong to which region. Natural Earth 1:10m, first-level regions 4.1.0, as QGIS ships them.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOME_BOX } from '#shared/geo/BBox.ts';
import { latitudeAtMercatorY } from '#shared/geo/mercator.ts';
import { REGION_ZOOM, type WrittenRegions } from '#shared/geo/regionTable.ts';
import { tileRange } from '#shared/geo/tile.ts';
import { type Outlined, outlinesText } from './outlinesText.ts';
import { type Ring, readCountries, readRegions } from './readRegions.ts';
import { regionNames } from './regionNames.ts';

const SIDE = 2 ** REGION_ZOOM;

const at = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const range = tileRange(HOME_BOX, REGION_ZOOM);
const width = range.east - range.west + 1;
const height = range.south - range.north + 1;
const cells = new Uint16Array(width * height);

const entries: string[] = [];
const indexes = new Map<string, number>();
const unnamed: string[] = [];
const outlined = new Map<string, Ring[]>();
const codeOf = (entry: string) => entry.split('\t', 1)[0] ?? '';
for (const { country, keys, rings } of readRegions(at('.cache/basemap'))) {
  const inside = cellsInside(rings);
  if (inside.length === 0) continue;
  const entry = entryOf(country, keys);
  const index = indexes.get(entry) ?? entries.push(entry);
  indexes.set(entry, index);
  for (const cell of inside) cells[cell] = index;
  outlined.set(codeOf(entry), [...(outlined.get(codeOf(entry)) ?? []), ...rings]);
}
if (unnamed.length > 0) throw new Error(`Regions without a name: ${unnamed.join('; ')}`);

const rows = Array.from({ length: height }, (_, row) => runs(cells.subarray(row * width, (row + 1) * width)));
const { west, north } = range;
const written: WrittenRegions = { zoom: REGION_ZOOM, west, north, width, regions: entries, rows };
const text = `${JSON.stringify(written, undefined, 1)}\n`;
writeFileSync(at('shared/geo/regions.json'), text);
const countries = new Set(entries.map((entry) => entry.split('\t')[1] ?? ''));
for (const { country, rings } of readCountries(at('.cache/basemap'))) {
  if (countries.has(country)) outlined.set(country, [...rings]);
}
const outlines = outlinesText([...outlined].map(([code, rings]): Outlined => ({ code, rings })));
writeFileSync(at('web/kit/places/regions/outlines.txt'), outlines);
process.stdout.write(`${outlined.size} outlines, ${outlines.length} characters\n`);
process.stdout.write(`${entries.length} regions, ${width} × ${height} tiles, ${text.length} characters\n`);

/** Code, country, then the names in English, Russian and Bulgarian; a whole country has no names. */
function entryOf(country: string, keys: readonly string[]): string {
  const table = regionNames[country];
  if (table === undefined) return `${country}\t${country}\t\t\t`;
  const lines = table.split('\n').map((line) => line.split('|'));
  const [, en, ru, bg] = keys.flatMap((key) => lines.filter(([listed]) => listed === key))[0] ?? [];
  if (!en || !ru || !bg) unnamed.push(`${country} ${keys.join(', ')}`);
  const slug = (en ?? '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('đ', 'd')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return [`${country}.${slug}`, country, en, ru, bg].join('\t');
}

/** The tiles whose middles lie inside, row by row: between odd and even crossings of the row's line. */
function cellsInside(rings: readonly Ring[]): number[] {
  const inside: number[] = [];
  for (let row = 0; row < height; row += 1) {
    const latitude = latitudeAtMercatorY((range.north + row + 0.5) / SIDE);
    const crossings = rings.flatMap((ring) => crossingsOf(ring, latitude)).sort((a, b) => a - b);
    for (let index = 0; index + 1 < crossings.length; index += 2) {
      const [from, to] = [crossings[index] ?? 0, crossings[index + 1] ?? 0].map((longitude) =>
        Math.ceil(((longitude + 180) / 360) * SIDE - 0.5 - range.west),
      ) as [number, number];
      for (let column = Math.max(0, from); column < Math.min(width, to); column += 1) inside.push(row * width + column);
    }
  }
  return inside;
}

function crossingsOf(ring: Ring, latitude: number): number[] {
  const found: number[] = [];
  for (let index = 0; index + 3 < ring.length; index += 2) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(index, index + 4);
    if (y1 > latitude !== y2 > latitude) found.push(x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1));
  }
  return found;
}

/** `3*12,7` is three tiles of region 12, then one of region 7. */
function runs(row: Uint16Array): string {
  const found: [count: number, index: number][] = [];
  for (const index of row) {
    const last = found.at(-1);
    if (last?.[1] === index) last[0] += 1;
    else found.push([1, index]);
  }
  return found.map(([count, index]) => (count === 1 ? String(index) : `${count}*${index}`)).join(',');
}
