import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { type PaintRelief, reliefNames, reliefPainter } from '#web/ground/land/make/reliefPictures.ts';
import { type GroundTileFiles, readArchives } from '#web/ground/land/make/tileArchives.ts';

/** Serves the ground's tiles below /basemap/: in the built site as files, in development on request. */
export function groundTilesPlugin(): Plugin {
  return {
    name: 'site:ground-tiles',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }) {
      const { tiles, paint } = await readGround();
      const write = async (name: string, bytes: Uint8Array) => {
        const path = join(dir, 'basemap', name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
      };
      for (const [name, bytes] of tiles) await write(name, bytes);
      for (const name of reliefNames) await write(name, await paint(name));
    },
    configureServer({ middlewares }) {
      let ground: ReturnType<typeof readGround> | undefined;
      middlewares.use('/basemap', async (request, response, next) => {
        // On the first request, so that a start without a map is faster.
        ground ??= readGround();
        const { tiles, paint } = await ground;
        const name = request.url?.slice(1) ?? '';
        const tile = tiles.get(name) ?? (reliefNames.includes(name) ? await paint(name) : undefined);
        if (!tile) return next();
        const type = name.endsWith('.webp') ? 'image/webp' : 'application/x-protobuf';
        response.setHeader('Content-Type', type).end(tile);
      });
    },
  };
}

/** The raw tiles, and the painter of the relief from the heights among them. */
async function readGround(): Promise<{ readonly tiles: GroundTileFiles; readonly paint: PaintRelief }> {
  const all = await readArchives();
  return { tiles: new Map([...all].filter(([name]) => !name.startsWith('heights/'))), paint: await reliefPainter(all) };
}
