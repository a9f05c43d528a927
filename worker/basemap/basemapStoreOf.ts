import type { Env } from '#worker/settings/Env.ts';
import { BasemapFault } from './BasemapFault.ts';
import type { BasemapStore } from './BasemapStore.ts';
import { bucketStore } from './bucketStore.ts';
import { fileStore } from './fileStore.ts';

/**
 * The file that `BASEMAP` names: an object of the bucket that is bound as `BASEMAP_BUCKET`, or a local path, in the folder behind
 * `BASEMAP_FILE`. Undefined where the deployment has no base map of its own.
 * @throws BasemapFault if nothing is bound that could hold it
 */
export function basemapStoreOf(env: Env): BasemapStore | undefined {
  const { BASEMAP: name, BASEMAP_BUCKET: bucket, BASEMAP_FILE: file } = env;
  if (typeof name !== 'string' || name === '') return undefined;
  if (file) return fileStore(name, file);
  if (bucket) return bucketStore(name, bucket);
  throw new BasemapFault('BASEMAP is set, but no R2 bucket is bound as BASEMAP_BUCKET');
}
