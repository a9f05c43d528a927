import { open } from 'node:fs/promises';
import { TILE_ORIGIN } from '#shared/http/tileOrigin.ts';
import { BasemapFault, type BasemapStore } from '#worker/basemap/BasemapStore.ts';
import { basemapMemory, OwnBasemap } from '#worker/basemap/OwnBasemap.ts';

/** Faults of a deployment's own base map: of the file that `BASEMAP` names, and of its bucket. */
export function basemapFaults(
  vars: Readonly<Record<string, unknown>>,
  buckets: readonly { readonly binding: string }[],
): string[] {
  const name = String(vars.BASEMAP ?? '');
  const isBound = buckets.some(({ binding }) => binding === 'BASEMAP_BUCKET');
  if (name === '' && isBound)
    return ['BASEMAP_BUCKET is bound, but BASEMAP names no object in it: every visitor would ask the tile host'];
  if (name === '') return [];
  return [
    ...(isBound ? [] : ['BASEMAP is set, but no R2 bucket is bound as BASEMAP_BUCKET']),
    ...(/^[./~]|^\w:[\\/]/.test(name)
      ? [`BASEMAP must be the key of an object in R2, not a path of this machine: "${name}"`]
      : []),
  ];
}

/**
 * Why a built site does not fit the setting: its policy, map and privacy page name the tiles' origin. `headers` is the
 * text of its `_headers`, empty if there is no site; `ownTiles` is whether `BASEMAP` is set.
 */
export function siteTilesFault(headers: string, ownTiles: boolean): string | undefined {
  if (headers === '') return undefined;
  const asksHost = headers.includes(TILE_ORIGIN);
  if (asksHost && ownTiles) return 'dist/ was built to ask the tile host, but BASEMAP is set: build it again';
  if (!asksHost && !ownTiles) return 'dist/ was built for tiles of its own, but BASEMAP is empty: build it again';
  return undefined;
}

function nodeStore(path: string): BasemapStore {
  return {
    key: path,
    read: async (offset, length) => {
      const file = await open(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (!file) return 'gone';
      try {
        const { size: sizeBytes } = await file.stat();
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
        return bytesRead === 0 ? 'changed' : { bytes: buffer.buffer.slice(0, bytesRead), tag: path, sizeBytes };
      } finally {
        await file.close();
      }
    },
  };
}

export async function basemapFileFault(path: string): Promise<string | undefined> {
  try {
    await new OwnBasemap(nodeStore(path), basemapMemory()).open();
    return undefined;
  } catch (error) {
    if (error instanceof BasemapFault) return error.message;
    throw error;
  }
}
