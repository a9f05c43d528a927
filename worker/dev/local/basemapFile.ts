import { open } from 'node:fs/promises';
import { BasemapFault } from '#worker/basemap/BasemapFault.ts';
import type { BasemapStore } from '#worker/basemap/BasemapStore.ts';
import { basemapMemory, OwnBasemap } from '#worker/basemap/OwnBasemap.ts';

/** The file at `path`, read by this process. */
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

/** Why the file at `path` is no base map; undefined where it is one. */
export async function basemapFileFault(path: string): Promise<string | undefined> {
  try {
    await new OwnBasemap(nodeStore(path), basemapMemory()).open();
    return undefined;
  } catch (error) {
    if (error instanceof BasemapFault) return error.message;
    throw error;
  }
}
