import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const isMap = (name: string) => name.endsWith('.js.map');

/**
 * Takes the source maps out of the site, because all that lies in its folder is uploaded and served. Those of the build
 * into `site` replace the last ones in `folder`; a build into another place keeps none.
 */
export function mapsApart(site: string, folder: string): Plugin {
  return {
    name: 'site:maps-apart',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite, which adds a line to some files at last and mends their maps.
      order: 'post',
      async handler(_, bundle) {
        const { root, build } = this.environment.config;
        const kept = build.write && resolve(root, build.outDir) === resolve(site);
        if (kept) {
          await rm(folder, { recursive: true, force: true });
          await mkdir(folder, { recursive: true });
        }
        for (const [name, item] of Object.entries(bundle)) {
          if (item.type !== 'asset' || !isMap(name)) continue;
          if (kept) await writeFile(join(folder, basename(name)), item.source);
          delete bundle[name];
        }
      },
    },
  };
}
