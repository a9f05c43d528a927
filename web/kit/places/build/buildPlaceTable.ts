/**
 * Adds to `shared/geo/placeTable.json`, the places that have a page, what the gazetteer and the landmarks have gained:
 * `npx node web/kit/places/build/buildPlaceTable.ts`, after `buildGazetteer.ts` or a change of landmarks.txt. A slug that
 * was ever committed stays: links and search engines know it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatNamedPlace, NAMED_PLACES } from '#shared/geo/NamedPlaces.ts';
import { parseGazetteer } from '#web/kit/places/gazetteerStore.ts';
import { parseLandmarks } from '#web/kit/places/Landmark.ts';
import { growTable } from './growTable.ts';

const data = (name: string) => readFileSync(join(import.meta.dirname, '../data', name), 'utf8');
const table = growTable(NAMED_PLACES, parseGazetteer(data('gazetteer.txt')), parseLandmarks(data('landmarks.txt')));
const path = join(import.meta.dirname, '../../../../shared/geo/placeTable.json');
writeFileSync(path, `${JSON.stringify(table.map(formatNamedPlace), undefined, 1)}\n`);
process.stdout.write(`${table.length} places, ${table.length - NAMED_PLACES.length} of them new\n`);
