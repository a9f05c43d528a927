import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const isMap = (name: string) => name.endsWith('.js.map');

/**
 * Moves the source maps out of the site, because everything in its folder is uploaded and served. Those of the build
 * into `site` replace the last ones in `folder`; a build into another place discards its maps.
 */
export function mapsApart(site: string, folder: string): Plugin {
  return {
    name: 'site:maps-apart',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite, which appends a line to some files and corrects their maps.
      order: 'post',
      async handler(_, bundle) {
        const { root, build } = this.environment.config;
        const isRetained = build.write && resolve(root, build.outDir) === resolve(site);
        if (isRetained) {
          await rm(folder, { recursive: true, force: true });
          await mkdir(folder, { recursive: true });
        }
        for (const [name, item] of Object.entries(bundle)) {
          if (item.type !== 'asset' || !isMap(name)) continue;
          if (isRetained) await writeFile(join(folder, basename(name)), item.source);
          delete bundle[name];
        }
      },
    },
  };
}
