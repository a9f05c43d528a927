import type { BasemapStore } from './BasemapStore.ts';

/** A base map in R2. `key` is the object's. */
export function bucketStore(key: string, bucket: R2Bucket): BasemapStore {
  return {
    key: `bucket:${key}`,
    read: async (offset, length, tag) => {
      const onlyIf = tag === undefined ? {} : { onlyIf: { etagMatches: tag } };
      const found = await bucket.get(key, { range: { offset, length }, ...onlyIf }).catch(async (error: Error) => {
        // R2 refuses a range that begins where the object has ended.
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
