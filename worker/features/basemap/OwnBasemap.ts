import { Compression, EtagMismatch, type Header, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles';
import type { Tile } from '#shared/geo/tile.ts';
import { BasemapError, type BasemapStore } from './basemapStoreOf.ts';

/** Layers that the style needs; other schemas name them differently. */
const NEEDED_LAYERS = ['water', 'waterway', 'transportation'] as const;
const MAX_ZOOM = 22;

interface ArchiveMetadata {
  readonly attribution?: unknown;
  readonly vector_layers?: unknown;
}

function headerError(header: Header): string | undefined {
  const { specVersion, tileType, tileCompression, minZoom, maxZoom } = header;
  if (specVersion !== 3) return `is PMTiles version ${specVersion}, not 3`;
  if (tileType !== TileType.Mvt)
    return `holds ${TileType[tileType]?.toLowerCase() ?? 'unknown'} tiles, not vector tiles`;
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None)
    return `compresses its tiles with ${Compression[tileCompression] ?? tileCompression} instead of gzip`;
  return minZoom > maxZoom || maxZoom > MAX_ZOOM ? `has zooms ${minZoom} to ${maxZoom}` : undefined;
}

function archiveError(header: Header, metadata: ArchiveMetadata, sizeBytes: number): string | undefined {
  const error = headerError(header);
  if (error !== undefined) return error;
  const endsAt = header.tileDataOffset + (header.tileDataLength ?? 0);
  if (endsAt > sizeBytes) return `is truncated: it has ${sizeBytes} bytes of ${endsAt}`;
  const layers = Array.isArray(metadata.vector_layers) ? metadata.vector_layers : [];
  const names = layers.map((layer: unknown) => (layer as { readonly id?: unknown } | null)?.id);
  const missing = NEEDED_LAYERS.filter((name) => !names.includes(name));
  if (missing.length === 0) return undefined;
  return `does not follow the OpenMapTiles schema: missing layer ${missing.join(', ')}, only ${names.join(', ') || 'none'}`;
}

/** The header, the root directory and the leaf directories used last, of some 4,000 entries each. */
const MAX_HELD = 24;
/** More than any tile or leaf of a directory. */
const MAX_CHUNK_BYTES = 8 * 1024 * 1024;
const HEADER_BYTES = 127;

/** Directories in memory, for every request of an isolate. Holds values, because requests may not share promises. */
export function basemapMemory(): ResolvedValueCache {
  return new ResolvedValueCache(MAX_HELD, undefined, inflateDirectory);
}

interface StoredTile {
  readonly tag: string;
  readonly bytes: ArrayBuffer | undefined;
  readonly gzipped: boolean;
}

interface OpenedBasemap {
  readonly tag: string;
  readonly header: Header;
  readonly metadata: ArchiveMetadata;
}

/** The archive in `store`, read in chunks. */
export class OwnBasemap {
  private readonly archive: PMTiles;
  /** The same archive with compressed tiles: browsers decompress them. */
  private readonly packed: PMTiles;
  private sizeBytes = 0;

  constructor(store: BasemapStore, memory: ResolvedValueCache) {
    const source: Source = {
      getKey: () => store.key,
      getBytes: async (offset, length, _signal, tag) => {
        const chunk = await this.read(store, offset, length, tag);
        return { data: chunk.bytes, etag: chunk.tag };
      },
    };
    this.archive = new PMTiles(source, memory, inflatePart);
    this.packed = new PMTiles(source, memory, async (tile) => tile);
  }

  private async read(store: BasemapStore, offset: number, length: number, tag: string | undefined) {
    if (length > MAX_CHUNK_BYTES || length < 1)
      throw new BasemapError(`has a corrupt directory: a chunk of ${length} bytes`);
    const chunk = await store.read(offset, length, tag).catch((error: Error) => {
      if (error instanceof BasemapError) throw error;
      throw new BasemapError(`could not be read: ${error.message}`);
    });
    if (chunk === 'gone') {
      await this.archive.cache.invalidate(this.archive.source);
      throw new BasemapError('is not there');
    }
    if (chunk === 'changed') {
      if (tag === undefined) throw new BasemapError('is empty');
      throw new EtagMismatch('the file was replaced');
    }
    this.sizeBytes = chunk.sizeBytes;
    const isStart = offset === 0;
    if (isStart && chunk.sizeBytes < HEADER_BYTES)
      throw new BasemapError(
        chunk.sizeBytes === 0 ? 'is empty' : `is not a PMTiles file: only ${chunk.sizeBytes} bytes`,
      );
    if (!isStart && chunk.bytes.byteLength < length)
      throw new BasemapError(`is truncated: it ends after ${chunk.sizeBytes} bytes`);
    return chunk;
  }

  /**
   * Reads header and metadata again, in two reads, and checks the whole archive.
   * @throws BasemapFault that describes the error
   */
  async open(): Promise<OpenedBasemap> {
    return await this.named(async () => {
      await this.archive.cache.invalidate(this.archive.source);
      const header = await this.archive.getHeader();
      const early = headerError(header);
      if (early !== undefined) throw new BasemapError(early);
      const metadata = (await this.archive.getMetadata()) as ArchiveMetadata | null;
      const error = archiveError(header, metadata ?? {}, this.sizeBytes);
      if (error !== undefined) throw new BasemapError(error);
      return { tag: header.etag ?? '', header, metadata: metadata ?? {} };
    });
  }

  /**
   * The tile if the archive has `tag`, else only the archive's tag. Takes one read, two with leaf directories, and one
   * more in an isolate that has not read the header yet.
   * @throws BasemapFault that describes the error
   */
  async tile({ z, x, y }: Tile, tag: string): Promise<StoredTile> {
    return await this.named(async () => {
      if ((await this.archive.getHeader()).etag !== tag) await this.archive.cache.invalidate(this.archive.source);
      const header = await this.archive.getHeader();
      const error = headerError(header);
      if (error !== undefined) throw new BasemapError(error);
      const reported = {
        tag: header.etag ?? '',
        gzipped: header.tileCompression === Compression.Gzip,
        bytes: undefined,
      };
      if (reported.tag !== tag) return reported;
      const found = await this.packed.getZxy(z, x, y);
      // The file may have been replaced between two reads; then the bytes belong to the new one.
      const now = (await this.archive.getHeader()).etag ?? '';
      return now === tag ? { ...reported, bytes: found?.data } : { ...reported, tag: now };
    });
  }

  /** Turns any error of the reader on a corrupt file into a BasemapFault. */
  private async named<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BasemapError) throw error;
      throw new BasemapError(`cannot be read as PMTiles: ${(error as Error).message}`);
    }
  }
}

/** A directory has some thousands of entries, so larger contents are invalid. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Each entry has four numbers of at least a byte. */
const ENTRY_MIN_BYTES = 4;

async function inflate(packed: ArrayBuffer): Promise<ArrayBuffer> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new BasemapError(`expands to more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return await new Blob(chunks).arrayBuffer();
}

/** @throws BasemapFault if the compression is not supported, or the contents are too large */
async function inflatePart(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.Gzip) return await inflate(packed);
  if (compression === Compression.None) return packed;
  throw new BasemapError(`compresses its directories with ${Compression[compression] ?? compression} instead of gzip`);
}

/**
 * Decompresses a directory and checks its number of entries, because the reader trusts any number.
 * @throws BasemapFault also if the directory is too short for that number of entries
 */
async function inflateDirectory(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const directory = await inflatePart(packed, compression);
  const bytes = new Uint8Array(directory);
  let entries = 0;
  let scale = 1;
  for (const byte of bytes.subarray(0, 8)) {
    entries += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) break;
  }
  if (entries === 0) throw new BasemapError('holds no tiles');
  if (entries * ENTRY_MIN_BYTES > bytes.length)
    throw new BasemapError(`has a corrupt directory: ${entries} entries in ${bytes.length} bytes`);
  return directory;
}

const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';
const OPENMAPTILES = '<a href="https://www.openmaptiles.org/">© OpenMapTiles</a>';

/** The file's attribution. Both data and schema must be credited, so missing names are added. */
function attributionOf({ attribution }: ArchiveMetadata): string {
  const text = typeof attribution === 'string' ? attribution.trim() : '';
  return [
    ...(text === '' ? [] : [text]),
    ...(/openstreetmap/i.test(text) ? [] : [OPENSTREETMAP]),
    ...(/openmaptiles/i.test(text) ? [] : [OPENMAPTILES]),
  ].join(' ');
}

/** TileJSON 3.0.0; `tiles` is the URL template of the tiles, with `{z}`, `{x}` and `{y}`. */
export function tileJson({ header, metadata }: OpenedBasemap, tiles: string) {
  return {
    tilejson: '3.0.0',
    tiles: [tiles],
    minzoom: header.minZoom,
    maxzoom: header.maxZoom,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    attribution: attributionOf(metadata),
  };
}
