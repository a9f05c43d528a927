/** Origin of the base map's tiles: the only other origin that a page may connect to. */
export const TILE_ORIGIN = 'https://tiles.openfreemap.org';
