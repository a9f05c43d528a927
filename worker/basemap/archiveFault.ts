import { Compression, type Header, TileType } from 'pmtiles';

/** Layers that the style needs; other schemas name them differently. */
const NEEDED_LAYERS = ['water', 'waterway', 'transportation'] as const;
const MAX_ZOOM = 22;

export interface ArchiveMetadata {
  readonly attribution?: unknown;
  readonly vector_layers?: unknown;
}

export function headerFault(header: Header): string | undefined {
  const { specVersion, tileType, tileCompression, minZoom, maxZoom } = header;
  if (specVersion !== 3) return `is PMTiles version ${specVersion}, not 3`;
  if (tileType !== TileType.Mvt)
    return `holds ${TileType[tileType]?.toLowerCase() ?? 'unknown'} tiles, not vector tiles`;
  if (tileCompression !== Compression.Gzip && tileCompression !== Compression.None)
    return `packs its tiles with ${Compression[tileCompression] ?? tileCompression}, not gzip`;
  return minZoom > maxZoom || maxZoom > MAX_ZOOM ? `has zooms ${minZoom} to ${maxZoom}` : undefined;
}

export function archiveFault(header: Header, metadata: ArchiveMetadata, sizeBytes: number): string | undefined {
  const fault = headerFault(header);
  if (fault !== undefined) return fault;
  const endsAt = header.tileDataOffset + (header.tileDataLength ?? 0);
  if (endsAt > sizeBytes) return `is truncated: it has ${sizeBytes} bytes of ${endsAt}`;
  const layers = Array.isArray(metadata.vector_layers) ? metadata.vector_layers : [];
  const names = layers.map((layer: unknown) => (layer as { readonly id?: unknown } | null)?.id);
  const missing = NEEDED_LAYERS.filter((name) => !names.includes(name));
  if (missing.length === 0) return undefined;
  return `is not of the OpenMapTiles schema: it has no layer ${missing.join(', ')}, only ${names.join(', ') || 'none'}`;
}
