import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippedData } from './shippedData.ts';

/** The last alternative: notices of the contents of a published bundle. */
const LICENCE_FILE = /^(licen[cs]e|unlicense|copying|notice)|-es-bundle\.js\.licen[cs]e\.txt$/i;
const LICENCE_IN_README = /^#+ *licen[cs]e.*$([\s\S]*)/im;

interface LicenceNotice {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package states it. */
  readonly licence: string;
  readonly text: string;
}

/**
 * Reads a package's notice from its directory: its licence files, else the section of its README, else its repository's
 * text.
 * @throws Error if it has neither: we may not distribute its code without the text
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

/** Returns licences.txt: the packages in the site's code, the data it ships, then the notice of each package. */
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

const TERRA_DRAW = `Copyright 2022 James Milner

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Licences from the repositories of packages that are published without them. */
const licencesOfRepositories: ReadonlyMap<string, string> = new Map([
  ['terra-draw', TERRA_DRAW],
  ['terra-draw-maplibre-gl-adapter', TERRA_DRAW],
]);

/** The Unlicense, for packages that name it in package.json without its text. It requires no copyright line. */
const UNLICENSE = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or
as a compiled binary, for any purpose, commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright
interest in the software to the public domain. We make this dedication for the benefit of the public at large and to the
detriment of our heirs and successors. We intend this dedication to be an overt act of relinquishment in perpetuity of
all present and future rights to this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org/>`;
