import { open } from 'node:fs/promises';
import { BasemapFault } from '#worker/basemap/BasemapFault.ts';
import { fileStore, type RangeService } from '#worker/basemap/fileStore.ts';
import { basemapMemory, OwnBasemap } from '#worker/basemap/OwnBasemap.ts';

/** The binding `BASEMAP_FILE`: answers a range of the file at `path`, if it still is the one that `If-Match` names. */
export async function answerRange(path: string, headers: Headers): Promise<Response> {
  const file = await open(path).catch(() => undefined);
  if (!file) return new Response(null, { status: 404 });
  try {
    const { size, mtimeMs, ino } = await file.stat();
    const etag = `"${[size, Math.trunc(mtimeMs), ino].map((part) => part.toString(36)).join('-')}"`;
    const wanted = headers.get('if-match');
    if (wanted !== null && wanted !== etag) return new Response(null, { status: 412 });
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
    const start = Number(first);
    const length = Math.min(Number(last) + 1, size) - start;
    if (!(length > 0)) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, start);
    const range = `bytes ${start}-${start + bytesRead - 1}/${size}`;
    return new Response(buffer.subarray(0, bytesRead), { status: 206, headers: { etag, 'content-range': range } });
  } finally {
    await file.close();
  }
}

/** Why the file at `path` is no base map; undefined where it is one. */
export async function basemapFileFault(path: string): Promise<string | undefined> {
  const service: RangeService = { fetch: (_, { headers }) => answerRange(path, new Headers(headers)) };
  try {
    await new OwnBasemap(fileStore(path, service), basemapMemory()).open();
    return undefined;
  } catch (error) {
    if (error instanceof BasemapFault) return error.message;
    throw error;
  }
}
