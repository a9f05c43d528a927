import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { licenceNotice, licencesTxt } from './licenceNotices.ts';
import { shippedData } from './shippedData.ts';

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
export function bundledPackages(moduleIds: Iterable<string>): string[] {
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
