import { Compression, EtagMismatch, type Header, PMTiles, ResolvedValueCache, type Source } from 'pmtiles';
import type { Tile } from '#shared/geo/tile.ts';
import { type ArchiveMetadata, archiveFault, headerFault } from './archiveFault.ts';
import { BasemapFault } from './BasemapFault.ts';
import type { BasemapStore } from './BasemapStore.ts';
import { inflateDirectory, inflatePart } from './inflateDirectory.ts';

/** The header, the root directory and the leaves that were used last, of some 4,000 entries each. */
const MAX_HELD = 24;
/** No tile and no leaf of a directory is as large. */
const MAX_PIECE_BYTES = 8 * 1024 * 1024;
const HEADER_BYTES = 127;

/** Directories in memory, for every request of an isolate. Made of values, because requests may not share promises. */
export function basemapMemory(): ResolvedValueCache {
  return new ResolvedValueCache(MAX_HELD, undefined, inflateDirectory);
}

/** A tile as the archive holds it. `bytes` are undefined if it holds none there. */
export interface StoredTile {
  readonly tag: string;
  readonly bytes: ArrayBuffer | undefined;
  readonly gzipped: boolean;
}

export interface OpenedBasemap {
  readonly tag: string;
  readonly header: Header;
  readonly metadata: ArchiveMetadata;
}

/** The archive in `store`, read piece by piece. */
export class OwnBasemap {
  private readonly archive: PMTiles;
  /** The same archive, whose tiles stay packed: browsers unpack them. */
  private readonly packed: PMTiles;
  private sizeBytes = 0;

  constructor(store: BasemapStore, memory: ResolvedValueCache) {
    const source: Source = {
      getKey: () => store.key,
      getBytes: async (offset, length, _signal, tag) => {
        const piece = await this.read(store, offset, length, tag);
        return { data: piece.bytes, etag: piece.tag };
      },
    };
    this.archive = new PMTiles(source, memory, inflatePart);
    this.packed = new PMTiles(source, memory, async (tile) => tile);
  }

  private async read(store: BasemapStore, offset: number, length: number, tag: string | undefined) {
    if (length > MAX_PIECE_BYTES || length < 1)
      throw new BasemapFault(`has a broken directory: a piece of ${length} bytes`);
    const piece = await store.read(offset, length, tag).catch((error: Error) => {
      if (error instanceof BasemapFault) throw error;
      throw new BasemapFault(`could not be read: ${error.message}`);
    });
    if (piece === 'gone') {
      await this.archive.cache.invalidate(this.archive.source);
      throw new BasemapFault('is not there');
    }
    if (piece === 'changed') {
      if (tag === undefined) throw new BasemapFault('is empty');
      throw new EtagMismatch('the file was replaced');
    }
    this.sizeBytes = piece.sizeBytes;
    const isStart = offset === 0;
    if (isStart && piece.sizeBytes < HEADER_BYTES)
      throw new BasemapFault(
        piece.sizeBytes === 0 ? 'is empty' : `is no PMTiles file: it has ${piece.sizeBytes} bytes`,
      );
    if (!isStart && piece.bytes.byteLength < length)
      throw new BasemapFault(`is truncated: it ends after ${piece.sizeBytes} bytes`);
    return piece;
  }

  /**
   * Reads header and metadata afresh, in two reads, and judges the archive as a whole.
   * @throws BasemapFault naming what is wrong with it
   */
  async open(): Promise<OpenedBasemap> {
    return await this.named(async () => {
      await this.archive.cache.invalidate(this.archive.source);
      const header = await this.archive.getHeader();
      const early = headerFault(header);
      if (early !== undefined) throw new BasemapFault(early);
      const metadata = (await this.archive.getMetadata()) as ArchiveMetadata | null;
      const fault = archiveFault(header, metadata ?? {}, this.sizeBytes);
      if (fault !== undefined) throw new BasemapFault(fault);
      return { tag: header.etag ?? '', header, metadata: metadata ?? {} };
    });
  }

  /**
   * The tile of the archive with `tag`; of another tag only that tag is told. One read, two where the archive has leaf
   * directories, and one more in an isolate that has not read the header yet.
   * @throws BasemapFault naming what is wrong with it
   */
  async tile({ z, x, y }: Tile, tag: string): Promise<StoredTile> {
    return await this.named(async () => {
      if ((await this.archive.getHeader()).etag !== tag) await this.archive.cache.invalidate(this.archive.source);
      const header = await this.archive.getHeader();
      const fault = headerFault(header);
      if (fault !== undefined) throw new BasemapFault(fault);
      const told = { tag: header.etag ?? '', gzipped: header.tileCompression === Compression.Gzip, bytes: undefined };
      if (told.tag !== tag) return told;
      const found = await this.packed.getZxy(z, x, y);
      // The file may have been replaced between two reads: what came then is of the new one.
      const now = (await this.archive.getHeader()).etag ?? '';
      return now === tag ? { ...told, bytes: found?.data } : { ...told, tag: now };
    });
  }

  /** Whatever a broken file makes the reader throw is the file's fault. */
  private async named<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BasemapFault) throw error;
      throw new BasemapFault(`cannot be read as PMTiles: ${(error as Error).message}`);
    }
  }
}
