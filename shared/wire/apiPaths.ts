import type { Position } from '#shared/geo/geodesy.ts';
import { formatTile, type Tile } from '#shared/geo/tile.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { hourKey } from '#shared/time/hourKey.ts';
import { isoMillis } from '#shared/time/isoTime.ts';

export const API_ROOT = '/api/v1';

export const apiPaths = {
  live: `${API_ROOT}/live`,
  strikes: `${API_ROOT}/strikes`,
  counts: `${API_ROOT}/counts`,
  stormCells: `${API_ROOT}/storm-cells`,
  picture: `${API_ROOT}/picture.svg`,
  lookUp: `${API_ROOT}/look-up`,
  holdover: `${API_ROOT}/holdover`,
  fires: `${API_ROOT}/fires`,
  skill: `${API_ROOT}/watch/skill`,
  status: `${API_ROOT}/status`,
  verification: `${API_ROOT}/verification`,
  crossCheckFlashes: `${API_ROOT}/cross-check/flashes`,
  openapi: `${API_ROOT}/openapi.json`,
  ogc: `${API_ROOT}/ogc`,
  contact: `${API_ROOT}/contact`,
  basemap: `${API_ROOT}/basemap`,
} as const;

/** The site's own stream: strikes of `cells` as columns, continuing after `sinceSeq` if given. */
export function livePath(cells: readonly Tile[], sinceSeq?: number): string {
  const since = sinceSeq === undefined ? '' : `&since=${sinceSeq}`;
  return `${apiPaths.live}?tiles=${cells.map(formatTile).join(',')}${since}`;
}

/** `planes`: the strikes of a tile and hour, packed; `detail`: what their source told of some beside time and place. */
export type SliceForm = 'planes' | 'detail';

export function slicePath(tile: Tile, atMs: number, form: SliceForm = 'planes'): string {
  return `${API_ROOT}/tiles/${formatTile(tile)}/${hourKey(atMs)}/${form}`;
}

/** `day` is `YYYY-MM-DD`, UTC. */
export function dayGridPath(day: string, grid: 'hours' | 'cells'): string {
  return `${API_ROOT}/days/${day}/${grid}`;
}

/** `name`: `YYYY-MM-DD.parquet` or `.csv.gz`, or with the SHA-256 before the ending. */
export function dayFilePath(name: string): string {
  return `${API_ROOT}/files/${name}`;
}

/** One fire whole. */
export function firePath(id: string): string {
  return `${apiPaths.fires}/${encodeURIComponent(id)}`;
}

/** With a shared link's hint, the strike can be found at the provider if the archive does not have it. */
export function strikePath(id: string, hint?: StrikeHint): string {
  const path = `${apiPaths.strikes}/${encodeURIComponent(id)}`;
  return hint ? `${path}?at=${isoMillis(hint.atMs)}&ll=${hint.latitude},${hint.longitude}` : path;
}

export function strikeByOrdinalPath(ordinal: number): string {
  return `${apiPaths.strikes}/by-ordinal/${ordinal}`;
}

/** The nearest place on a grid of a tenth of a degree, which bounds the number of pictures. */
export function picturedPlace({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Number(degrees.toFixed(1)) + 0;
  return { latitude: round(latitude), longitude: round(longitude) };
}

export function placePicturePath(position: Position): string {
  const { latitude, longitude } = picturedPlace(position);
  return `${API_ROOT}/place.png?ll=${latitude},${longitude}`;
}

/** `tag` is that of the base map's file, so that the content of an address never changes. */
export function basemapTilePath(tag: string, tile: string): string {
  return `${apiPaths.basemap}/${tag}/${tile}.pbf`;
}
