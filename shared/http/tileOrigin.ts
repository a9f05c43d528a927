/** Origin of the base map's tiles: the only one besides its own that a page of the site may talk to. */
export const TILE_ORIGIN = 'https://tiles.openfreemap.org';
