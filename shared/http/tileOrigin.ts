/** For a site without its own tiles: the only other origin that a page may connect to. */
export const TILE_ORIGIN = 'https://tiles.openfreemap.org';
