import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';

/** Tiles by their address below /basemap/, such as `land/6/34/22.pbf`. */
export type GroundTileFiles = Map<string, Uint8Array<ArrayBuffer>>;

/** One archive for each data source: their licences differ, so the sources never share a file. */
const ARCHIVES = ['land', 'lines', 'names', 'landmarks', 'heights', 'rivers', 'towns'] as const;
const BEST = { level: 9 };

const pathOf = (archive: string) => new URL(`../tiles/${archive}.tar.gz`, import.meta.url);

/** Deterministic: the same tiles give the same bytes. */
export async function writeArchive(archive: (typeof ARCHIVES)[number], tiles: GroundTileFiles): Promise<void> {
  const entries = [...tiles].map(([name, body]) => ({
    header: { name, type: 'file' as const, size: body.length, mtime: new Date(0) },
    body,
  }));
  await writeFile(pathOf(archive), gzipSync(await packTar(entries), BEST));
}

export async function readArchives(): Promise<GroundTileFiles> {
  const tiles: GroundTileFiles = new Map();
  for (const archive of ARCHIVES) {
    const entries = await unpackTar(gunzipSync(await readFile(pathOf(archive))));
    for (const { header, data } of entries) tiles.set(header.name, data ?? new Uint8Array());
  }
  return tiles;
}
