import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PACKAGE_IN_PATH = /^(.*node_modules)\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * The directories of the packages whose code is in a bundle of these modules (absolute paths), in the order of their
 * names. A package that was published as a bundle itself tells by its source map whose code it holds.
 * @throws Error if such a package is not installed, because nobody knows its licence then
 */
export function bundledPackages(moduleIds: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const id of moduleIds) {
    const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
    const [, folder, name] = PACKAGE_IN_PATH.exec(path) ?? [];
    if (folder === undefined || name === undefined) continue;
    found.add(join(folder, name));
    // A bundle that brings the notices of what it holds speaks for that itself.
    if (existsSync(`${path}.LICENSE.txt`)) continue;
    for (const inner of namesInMap(`${path}.map`)) found.add(installedDir(inner, join(folder, name)));
  }
  return [...found].sort();
}

/** Names of the packages whose files a source map lists; none if there is no map. */
function namesInMap(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(path, 'utf8'));
  return new Set(sources.flatMap((source) => PACKAGE_IN_PATH.exec(source)?.[2] ?? []));
}

/**
 * Where Node finds the package `name` from a directory.
 * @throws Error if it is not installed
 */
export function installedDir(name: string, from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = resolve(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return path;
  }
  throw new Error(`The site holds code or data of ${name}, which is not installed: its licence is not known`);
}
