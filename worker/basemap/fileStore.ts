import { BasemapFault } from './BasemapFault.ts';
import type { BasemapStore } from './BasemapStore.ts';

/**
 * A base map in the folder behind `service`, workerd's own service for a directory, as `npm start` binds it. `path` is the
 * file's on the machine. Its tag is made of size and time of change, so a file should be replaced in one step (`mv`).
 */
export function fileStore(path: string, service: Fetcher): BasemapStore {
  const address = `http://basemap.local/${encodeURIComponent(path.split(/[\\/]/).at(-1) ?? '')}`;
  return {
    key: `file:${path}`,
    read: async (offset, length, wanted) => {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const answer = await service.fetch(address, { headers: { range } });
      const bytes = await answer.arrayBuffer();
      if (answer.status === 404) return 'gone';
      if (answer.status === 416) return 'changed';
      // 200: the range held the whole file.
      if (!answer.ok) throw new BasemapFault(`could not be read: its folder answers ${answer.status}`);
      const sizeBytes = Number(answer.headers.get('content-range')?.split('/')[1] ?? bytes.byteLength);
      const changedS = Date.parse(answer.headers.get('last-modified') ?? '') / 1000;
      const tag = `${sizeBytes.toString(36)}-${changedS.toString(36)}`;
      return wanted === undefined || wanted === tag ? { bytes, tag, sizeBytes } : 'changed';
    },
  };
}
