import type { Env } from '#worker/http/Env.ts';

/** The deployment's own base map cannot be served; the message gives the operator the reason. */
export class BasemapError extends Error {
  override readonly name = 'BasemapFault';
}

/** `tag` changes with the file's content; `sizeBytes` is the size of the whole file. */
interface BasemapChunk {
  readonly bytes: ArrayBuffer;
  readonly tag: string;
  readonly sizeBytes: number;
}

export interface BasemapStore {
  readonly key: string;
  /**
   * Shorter than `length` if the file ends earlier. With `tag`, only if the file still has it. `gone`: the file does
   * not exist. `changed`: it has another tag, or ends before `offset`.
   */
  read(offset: number, length: number, tag?: string): Promise<BasemapChunk | 'gone' | 'changed'>;
}

function bucketStore(key: string, bucket: R2Bucket): BasemapStore {
  return {
    key: `bucket:${key}`,
    read: async (offset, length, tag) => {
      const onlyIf = tag === undefined ? {} : { onlyIf: { etagMatches: tag } };
      const found = await bucket.get(key, { range: { offset, length }, ...onlyIf }).catch(async (error: Error) => {
        // R2 refuses a range that begins at or after the object's end.
        const head = await bucket.head(key);
        if (head && head.size <= offset) return 'changed' as const;
        throw error;
      });
      if (found === 'changed') return found;
      if (found === null) return 'gone';
      if (!('body' in found)) return 'changed';
      return { bytes: await found.arrayBuffer(), tag: found.etag, sizeBytes: found.size };
    },
  };
}

/**
 * A base map in a folder that `npm start` binds as workerd's directory service. `path` is its path on this machine. The
 * tag is made of size and modification time, so replace the file in one step (`mv`).
 */
function fileStore(path: string, service: Fetcher): BasemapStore {
  const address = `http://basemap.local/${encodeURIComponent(path.split(/[\\/]/).at(-1) ?? '')}`;
  return {
    key: `file:${path}`,
    read: async (offset, length, requested) => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const response = await service.fetch(address, { headers: { range } });
      const bytes = await response.arrayBuffer();
      if (response.status === 404) return 'gone';
      if (response.status === 416) return 'changed';
      // 200: the range covered the whole file.
      if (!response.ok) throw new BasemapError(`could not be read: its folder answers ${response.status}`);
      const sizeBytes = Number(response.headers.get('content-range')?.split('/')[1] ?? bytes.byteLength);
      const changedS = Date.parse(response.headers.get('last-modified') ?? '') / 1000;
      const tag = `${sizeBytes.toString(36)}-${changedS.toString(36)}`;
      return requested === undefined || requested === tag ? { bytes, tag, sizeBytes } : 'changed';
    },
  };
}

/**
 * The file in `BASEMAP`: an object of `BASEMAP_BUCKET`, or a local path in the folder behind `BASEMAP_FILE`.
 * Undefined if the deployment does not host its own base map.
 * @throws BasemapFault if neither binding exists
 */
export function basemapStoreOf(env: Env): BasemapStore | undefined {
  const { BASEMAP: name, BASEMAP_BUCKET: bucket, BASEMAP_FILE: file } = env;
  if (typeof name !== 'string' || name === '') return undefined;
  if (file) return fileStore(name, file);
  if (bucket) return bucketStore(name, bucket);
  throw new BasemapError('BASEMAP is set, but no R2 bucket is bound as BASEMAP_BUCKET');
}
