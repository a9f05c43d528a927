import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesOfRepositories } from './licencesOfRepositories.ts';
import type { ShippedData } from './shippedData.ts';
import { UNLICENSE } from './unlicense.ts';

/** The last: notices of what is inside a published bundle. */
const LICENCE_FILE = /^(licen[cs]e|unlicense|copying|notice)|-es-bundle\.js\.licen[cs]e\.txt$/i;
const LICENCE_IN_README = /^#+ *licen[cs]e.*$([\s\S]*)/im;

/** What has to be said of one package whose code or data we hand out. */
export interface LicenceNotice {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly licence: string;
  readonly text: string;
}

/**
 * Reads a package's notice from its directory: its licence files, else the section of its README, else what its
 * repository has.
 * @throws Error if it has neither: we may not hand out its code without its text
 */
export function licenceNotice(dir: string): LicenceNotice {
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(dir, 'package.json'), 'utf8'),
  );
  const { name, version, license: licence = 'see below' } = manifest;
  const names = readdirSync(dir).sort();
  const read = (file: string) => readFileSync(join(dir, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const texts = names.filter((file) => LICENCE_FILE.test(file)).map(read);
  const readme = names.find((file) => /^readme/i.test(file));
  const [, section = ''] = LICENCE_IN_README.exec(readme === undefined ? '' : read(readme)) ?? [];
  if (texts.length === 0 && /permission is hereby granted/i.test(section)) texts.push(section.trim());
  if (texts.length === 0 && licence === 'Unlicense') texts.push(UNLICENSE);
  const elsewhere = licencesOfRepositories.get(name);
  if (texts.length === 0 && elsewhere) texts.push(elsewhere);
  if (texts.length === 0) throw new Error(`${name} ${version} (${licence}) comes without the text of its licence`);
  return { name, version, licence: licence.replace(/^\((.*)\)$/, '$1'), text: texts.join('\n\n') };
}

/** Returns licences.txt: the packages in the site's programs, the data it ships, then the notice of each package. */
export function licencesTxt(
  siteName: string,
  notices: readonly LicenceNotice[],
  data: readonly ShippedData[],
  ownTiles: boolean,
): string {
  const title = ({ name, version, licence }: LicenceNotice) => `${name} ${version} (${licence})`;
  const rule = '='.repeat(80);
  return [
    `${siteName} is made with the work of others. Its pages and its map hold code or data of`,
    '',
    ...notices.map((notice) => `  ${title(notice)}`),
    '',
    'The map that ships with it is a collective database: each of these sources stands in files of its own.',
    ...data.flatMap(({ files, what, origin, version, licence, changed }) => [
      '',
      `  ${what}: ${files}`,
      `    from     ${origin}`,
      `    version  ${version}`,
      `    licence  ${licence}`,
      `    changed  ${changed}`,
    ]),
    '',
    'Detailed map: OpenStreetMap contributors, Open Database License (https://www.openstreetmap.org/copyright);',
    `tiles: ${ownTiles ? 'OpenMapTiles' : 'OpenFreeMap and OpenMapTiles'}.`,
    ...notices.flatMap((notice) => ['', rule, title(notice), rule, '', notice.text]),
    '',
  ].join('\n');
}
