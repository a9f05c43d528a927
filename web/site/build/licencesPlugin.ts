import type { Plugin } from 'vite';
import { bundledPackages, installedDir } from './bundledPackages.ts';
import { licenceNotice, licencesTxt } from './licenceNotices.ts';
import { shippedData } from './shippedData.ts';

interface LicencesOptions {
  readonly siteName: string;
  /** Packages whose data is among the site's files, though no module of them is bundled. */
  readonly dataOf: readonly string[];
  /** Whether the map's tiles come from the site itself. */
  readonly ownTiles: boolean;
}

/**
 * Writes licences.txt for what the browser is handed. `ofPage` goes to the plugins, `ofWorkers` to those of web workers,
 * which are bundled on their own and before the page's program is finished.
 */
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
