import type { ArchiveMetadata } from './archiveFault.ts';
import type { OpenedBasemap } from './OwnBasemap.ts';

const OPENSTREETMAP = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>';
const OPENMAPTILES = '<a href="https://www.openmaptiles.org/">© OpenMapTiles</a>';

/** What the file says of its makers; data and schema each must be named, so what it leaves out is added. */
export function attributionOf({ attribution }: ArchiveMetadata): string {
  const said = typeof attribution === 'string' ? attribution.trim() : '';
  return [
    ...(said === '' ? [] : [said]),
    ...(/openstreetmap/i.test(said) ? [] : [OPENSTREETMAP]),
    ...(/openmaptiles/i.test(said) ? [] : [OPENMAPTILES]),
  ].join(' ');
}

/** TileJSON 3.0.0 of the base map; `tiles` is the address of its tiles, with `{z}`, `{x}` and `{y}`. */
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
