import { BasemapFault } from './BasemapFault.ts';
import type { BasemapStore } from './BasemapStore.ts';

const ANY_ADDRESS = 'http://basemap.local/';

/** What the binding must do of `fetch`. */
export interface RangeService {
  fetch(address: string, init: { readonly headers: Record<string, string> }): Promise<Response>;
}

/** A base map behind a service that answers ranges of one file, as `npm start` binds it. */
export function fileStore(name: string, service: RangeService): BasemapStore {
  return {
    key: `file:${name}`,
    read: async (offset, length, tag) => {
      const answer = await service.fetch(ANY_ADDRESS, {
        headers: {
          range: `bytes=${offset}-${offset + length - 1}`,
          ...(tag === undefined ? {} : { 'if-match': `"${tag}"` }),
        },
      });
      if (answer.status === 404) return 'gone';
      if (answer.status === 412 || answer.status === 416) return 'changed';
      if (answer.status !== 206) throw new BasemapFault(`its file answers ${answer.status}: ${await answer.text()}`);
      return {
        bytes: await answer.arrayBuffer(),
        tag: (answer.headers.get('etag') ?? '').replaceAll('"', ''),
        sizeBytes: Number(answer.headers.get('content-range')?.split('/')[1] ?? Number.NaN),
      };
    },
  };
}
