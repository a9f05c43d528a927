import { type Tile } from '../geo/tile.ts';
import type { StrikeHint } from '../strike.ts';
/** Root of version 1 of the API. */
export declare const API_ROOT = "/api/v1";
export declare const apiPaths: {
    readonly live: "/api/v1/live";
    readonly strikes: "/api/v1/strikes";
    readonly counts: "/api/v1/counts";
    readonly cells: "/api/v1/cells";
    readonly lookUp: "/api/v1/look-up";
    readonly status: "/api/v1/status";
    readonly proof: "/api/v1/proof";
    readonly openapi: "/api/v1/openapi.json";
    readonly contact: "/api/v1/contact";
    readonly basemap: "/api/v1/basemap";
};
/** The site's own stream: strikes of `cells` as columns, continuing after `sinceSeq` if given. */
export declare function livePath(cells: readonly Tile[], sinceSeq?: number): string;
/** The packed strikes of one tile in the UTC hour that contains `atMs`, as `planesOf` lays them out. */
export declare function slicePath(tile: Tile, atMs: number): string;
/** The same strike by strike, for who began with an earlier release. */
export declare function sliceRowsPath(tile: Tile, atMs: number): string;
/** How many strikes fell on a UTC day (`YYYY-MM-DD`), in each tile of the grid. */
export declare function dayGridPath(day: string, grid: 'hours' | 'cells'): string;
/** One strike. With a shared link's hint, it can be found at the provider if the archive does not have it. */
export declare function strikePath(id: string, hint?: StrikeHint): string;
export declare function strikeByOrdinalPath(ordinal: number): string;
/** One tile of the deployment's own base map. `tag` is that of its file, so what the address names never changes. */
export declare function basemapTilePath(tag: string, tile: string): string;
