import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type ShippedData, shippedData } from './shippedData.ts';

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
function licenceNotice(dir: string): LicenceNotice {
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
function licencesTxt(
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

interface LicencesOptions {
  readonly siteName: string;
  /** Packages whose data is shipped although none of their modules is bundled. */
  readonly dataOf: readonly string[];
  readonly ownTiles: boolean;
}

/** Writes licences.txt. `ofPage` goes to the plugins, `ofWorkers` to those of web workers, bundled earlier. */
export function licencesPlugin({ siteName, dataOf, ownTiles }: LicencesOptions): {
  ofPage: Plugin;
  ofWorkers: () => Plugin[];
} {
  const moduleIds = new Set<string>();
  const gather = (bundle: Readonly<Record<string, { readonly type: string; readonly moduleIds?: string[] }>>) => {
    for (const item of Object.values(bundle)) for (const id of item.moduleIds ?? []) moduleIds.add(id);
  };
  return {
    ofPage: {
      name: 'site:licences',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle(_, bundle) {
        gather(bundle);
        const shipped = dataOf.map((name) => installedDir(name, this.environment.config.root));
        const dirs = [...new Set([...bundledPackages(moduleIds), ...shipped])];
        const notices = dirs.map(licenceNotice).sort((a, b) => (a.name < b.name ? -1 : 1));
        const source = licencesTxt(siteName, notices, shippedData, ownTiles);
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
      },
    },
    ofWorkers: () => [{ name: 'site:licences-of-workers', generateBundle: (_, bundle) => gather(bundle) }],
  };
}

const PACKAGE_IN_PATH = /^(.*node_modules)\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * The directories of the packages whose code is in a bundle of these modules (absolute paths), sorted by name. For a
 * package published as a bundle, its source map lists the packages it contains.
 * @throws Error if such a package is not installed, because its licence is then unknown
 */
function bundledPackages(moduleIds: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const id of moduleIds) {
    const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
    const [, folder, name] = PACKAGE_IN_PATH.exec(path) ?? [];
    if (folder === undefined || name === undefined) continue;
    // Some packages contain others inside their own folder, without a package.json.
    const carried = !existsSync(join(folder, name, 'package.json'));
    found.add(carried ? installedDir(name, folder) : join(folder, name));
    // Such a bundle includes the notices of its contents.
    if (existsSync(`${path}.LICENSE.txt`)) continue;
    for (const inner of namesInMap(`${path}.map`)) found.add(installedDir(inner, join(folder, name)));
  }
  return [...found].sort();
}

/** Names of the packages whose files a source map lists; empty if there is no map. */
function namesInMap(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(path, 'utf8'));
  return new Set(sources.flatMap((source) => PACKAGE_IN_PATH.exec(source)?.[2] ?? []));
}

/**
 * The directory in which Node finds the package `name` from `from`.
 * @throws Error if it is not installed
 */
function installedDir(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = resolve(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  throw new Error(`The site holds code or data of ${name}, which is not installed: its licence is not known`);
}
