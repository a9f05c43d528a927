import type { Env } from '../settings/Env.ts';
import { BasemapFault } from './BasemapFault.ts';
import { bucketStore } from './bucketStore.ts';
import { fileStore } from './fileStore.ts';

/** One piece of the file. `tag` changes with the file's content; `sizeBytes` is of the whole file. */
export interface BasemapPiece {
  readonly bytes: ArrayBuffer;
  readonly tag: string;
  readonly sizeBytes: number;
}

/** Where the base map's file lies. */
export interface BasemapStore {
  /** Names the file in this isolate's memory. */
  readonly key: string;
  /**
   * The piece at `offset`: shorter than `length` where the file ends before. With `tag`, only if the file still has it.
   * `gone`: there is no such file. `changed`: it has another tag, or does not reach as far as `offset`.
   */
  read(offset: number, length: number, tag?: string): Promise<BasemapPiece | 'gone' | 'changed'>;
}

/**
 * The file that `BASEMAP` names: an object of the bucket that is bound as `BASEMAP_BUCKET`, or the local file behind
 * `BASEMAP_FILE`. Undefined where the deployment has no base map of its own.
 * @throws BasemapFault if nothing is bound that could hold it
 */
export function basemapStore(env: Env): BasemapStore | undefined {
  const { BASEMAP: name, BASEMAP_BUCKET: bucket, BASEMAP_FILE: file } = env;
  if (typeof name !== 'string' || name === '') return undefined;
  if (file) return fileStore(name, file);
  if (bucket) return bucketStore(name, bucket);
  throw new BasemapFault('BASEMAP is set, but no R2 bucket is bound as BASEMAP_BUCKET');
}
