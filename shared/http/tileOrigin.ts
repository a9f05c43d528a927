/** Origin of the tiles of a site without its own: the only other origin that a page may connect to. */
export const TILE_ORIGIN = 'https://tiles.openfreemap.org';
