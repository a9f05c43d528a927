import type { BBox } from '#shared/geo/BBox.ts';
import { latitudeAtMercatorY, MAX_MERCATOR_LATITUDE, mercatorX, mercatorY } from '#shared/geo/mercator.ts';

/** Pixels of the picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Where the map stands in a picture, and which part of the world it shows. */
export interface PictureFrame extends PictureSize {
  /** The first row of the map; above it stands what is known of the feed. */
  readonly top: number;
  /** All that is shown: the box that was asked for, and what makes it as wide or as high as the frame. */
  readonly box: BBox;
  /** The upper left corner and the pixels of a whole turn around the world, as `project` has them. */
  readonly origin: { readonly west: number; readonly north: number; readonly worldPixels: number };
  /** Puts a position into the picture. */
  readonly project: (longitude: number, latitude: number) => [x: number, y: number];
}

/** The closest map of `width` × `height` pixels from the row `top` on that shows all of the box, in web mercator. */
export function pictureFrame(bbox: BBox, { width, height }: PictureSize, top: number): PictureFrame {
  const [west, east] = [mercatorX(bbox.west), mercatorX(bbox.east)];
  const [north, south] = [mercatorY(bbox.north), mercatorY(bbox.south)];
  const pixels = Math.min(width / (east - west), height / (south - north));
  const left = (west + east) / 2 - width / 2 / pixels;
  const upper = (north + south) / 2 - height / 2 / pixels;
  const latitude = (y: number) =>
    Math.max(-MAX_MERCATOR_LATITUDE, Math.min(MAX_MERCATOR_LATITUDE, latitudeAtMercatorY(y)));
  return {
    width,
    height,
    top,
    box: {
      west: Math.max(-180, left * 360 - 180),
      east: Math.min(180, (left + width / pixels) * 360 - 180),
      north: latitude(upper),
      south: latitude(upper + height / pixels),
    },
    origin: { west: left * 360 - 180, north: (1 - 2 * upper) * Math.PI, worldPixels: pixels },
    project: (longitude, lat) => [(mercatorX(longitude) - left) * pixels, top + (mercatorY(lat) - upper) * pixels],
  };
}
