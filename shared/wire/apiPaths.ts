import type { Position } from '#shared/geo/geodesy.ts';
import { formatTile, type Tile } from '#shared/geo/tile.ts';
import type { StrikeHint } from '#shared/strike.ts';
import { hourKey, isoMillis } from '#shared/time.ts';

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

/** `planes`: the strikes of a tile and hour, packed; `detail`: what their source reported of some, apart from time and place. */
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

/** The storm cells sent to streams at the minute of an instant: `2026-07-01T12:00Z`. */
export function pastCellsPath(atMs: number): string {
  return `${apiPaths.stormCells}/${isoMillis(atMs).slice(0, 16)}Z`;
}

const MIN_CEILING_MS = 1_000;
const MAX_CEILING_MS = 30_000;
const REFUSAL_JITTER = 0.25;

/**
 * A delay with full jitter: drawn evenly below a ceiling that doubles with each failure, from 1 s to 30 s. Drawing from
 * the whole range, not around its end, keeps thousands of clients from returning in step after an outage. `random`
 * returns numbers in [0, 1).
 */
export function reconnectDelayMs(failures: number, random: () => number): number {
  const ceilingMs = Math.min(MAX_CEILING_MS, MIN_CEILING_MS * 2 ** failures);
  return Math.round(random() * ceilingMs);
}

/**
 * How long a refused client stays away after a `forMs` from the server: that or up to a quarter more, because everybody
 * is given the same time, and it grows as any delay. With 0, as when no time was given, it is `reconnectDelayMs`.
 */
export function refusalDelayMs(forMs: number, failures: number, random: () => number): number {
  return Math.max(Math.round(forMs * (1 + random() * REFUSAL_JITTER)), reconnectDelayMs(failures, random));
}

/** No server can keep a client away for longer. */
const MAX_MS = 5 * 60_000;

/** For how long the server asks to be left alone, if its answer says so. */
export function refusedForMs(status: number, retryAfter: string | null): number | undefined {
  if (status !== 503 && status !== 429) return undefined;
  return retryAfter !== null && /^\d{1,12}$/.test(retryAfter)
    ? Math.min(MAX_MS, Number(retryAfter) * 1_000)
    : undefined;
}
