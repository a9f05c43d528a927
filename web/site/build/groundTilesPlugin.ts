import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { readArchives } from '#web/ground/land/make/tileArchives.ts';

/** Unpacks the ground's tiles below /basemap/: into the built site, or, in development, for each request. */
export function groundTilesPlugin(): Plugin {
  return {
    name: 'site:ground-tiles',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      for (const [name, bytes] of await readArchives()) {
        const path = join(dir, 'basemap', name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
      }
    },
    async configureServer({ middlewares }) {
      const tiles = await readArchives();
      middlewares.use('/basemap', (request, response, next) => {
        const tile = tiles.get(request.url?.slice(1) ?? '');
        if (!tile) return next();
        const type = request.url?.endsWith('.webp') ? 'image/webp' : 'application/x-protobuf';
        response.setHeader('Content-Type', type).end(tile);
      });
    },
  };
}
